# @ref placed
for entity in orders.list_entities(select=["RowKey", "Lines"]):
    print(entity["RowKey"], entity.get("Lines"))
try:
    orders.submit_transaction([
        ("update", {**key, "RowKey": "order-1001", "Lines": 3}, {"mode": UpdateMode.MERGE}),
        ("delete", {**key, "RowKey": "order-1001_line-3"}),
    ])
except TableTransactionError as error:
    print(error.error_code, "operation", error.index)
print(orders.get_entity("customer-0042", "order-1001")["Lines"])

# Output:
# account None
# order-1001 2
# order-1001_line-1 None
# order-1001_line-2 None
# ResourceNotFound operation 1
# 2
