# Output:
# Judy
# Jim
