# @ref placed
for _ in range(2):
    return_line("customer-0042", "1001", "3", 40.0)
for entity in orders.list_entities(select=["RowKey", "Lines", "Total"]):
    print(entity["RowKey"], entity.get("Lines"), entity.get("Total"))

# Output:
# account None None
# order-1001 2 47.5
# order-1001_line-1 None None
# order-1001_line-2 None None
