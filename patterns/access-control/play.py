import os
from azure.core.credentials import AzureSasCredential
from azure.core.exceptions import HttpResponseError
from azure.data.tables import TableClient

connection = os.environ["AZURE_STORAGE_CONNECTION_STRING"]
given = dict(part.split("=", 1) for part in connection.split(";") if part)

def orders_of(customer, token):
    orders = TableClient(given["TableEndpoint"], "Orders", credential=AzureSasCredential(token))
    return [order["RowKey"] for order in orders.query_entities(f"PartitionKey eq '{customer}'")]

print("a new token")
token = token_for(given["AccountName"], given["AccountKey"], "customer-0042", "https,http")
print(orders_of("customer-0042", token))
try:
    assert not orders_of("customer-0051", token)
    TableClient(given["TableEndpoint"], "Orders", credential=AzureSasCredential(token)).delete_entity(
        "customer-0042", "2026-0003")
    raise AssertionError("The token allows too much.")
except HttpResponseError as refused:
    assert refused.status_code == 403

# Output: as the JavaScript, lines 1 to 2
