import os
from azure.data.tables import TableClient

connection = os.environ["AZURE_STORAGE_CONNECTION_STRING"]
movements = TableClient.from_connection_string(connection, "Movements")
stock = TableClient.from_connection_string(connection, "Stock")

def show(item):
    apply(movements, stock, item)
    view = stock.get_entity("north", item)
    print(view["Pieces"], "pieces, version", int(view["Version"]))

movements.create_entity({"PartitionKey": "north-4711", "RowKey": "00000004", "Pieces": 30})
show("4711")
show("4711")
movements.create_entity({"PartitionKey": "north-4715", "RowKey": "00000001", "Pieces": 12})
show("4715")

# Output:
# 75 pieces, version 4
# 75 pieces, version 4
# 12 pieces, version 1
