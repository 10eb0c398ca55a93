show("trip-2041")
invoice = trips.get_entity("trip-2041", "INVOICE_01")
print(invoice["Type"], invoice["Flag"])

# Output:
# flight RK 118, seat 12C
# flight RK 119, seat 14A
# Harbour View, 3 nights
# unknown: INVOICE 1
# INVOICE look
