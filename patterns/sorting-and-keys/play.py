try:
    to_row_key(100_000_000)
except ValueError as error:
    print(error)

# Output:
# 00000009 9
# 00000010 10
# 00000011 11
# 00000012 12
# 100000000 isn't an invoice number
