# Output:
# flight RK 118, seat 12C
# flight RK 119, seat 14A
# Harbour View, 3 nights
# unknown: INVOICE 1
