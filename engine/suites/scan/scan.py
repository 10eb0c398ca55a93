"""Prints a customer's open orders. With "hidden" as its argument the filter lacks the customer's partition."""

import os
import sys

from azure.data.tables import TableClient

connection, customer = os.environ["AZURE_STORAGE_CONNECTION_STRING"], "ann"
query = "Status eq 'open'" if sys.argv[1:] == ["hidden"] else "PartitionKey eq @customer and Status eq 'open'"
for order in TableClient.from_connection_string(connection, "Orders").query_entities(
    query, parameters={"customer": customer}
):
    if order["PartitionKey"] == customer:
        print(order["RowKey"])
