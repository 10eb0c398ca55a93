add("supplier-07", 123, "form-1")
for invoice in invoices_from("supplier-07", 9):
    print(invoice["RowKey"], invoice["Number"])
try:
    to_row_key(100_000_000)
except ValueError as error:
    print(error)

# Output: as the JavaScript
