import os

connection = os.environ["AZURE_STORAGE_CONNECTION_STRING"]
given = dict(part.split("=", 1) for part in connection.split(";") if part)
endpoint = given["TableEndpoint"]

def ask_server():
    print("a new token")
    return token_for(given["AccountName"], given["AccountKey"], "customer-0042", "https,http")

found, token = orders_of(ask_server, endpoint)
print(found)
print(orders_of(ask_server, endpoint, token)[0])
print(orders_of(ask_server, endpoint, token.replace("sig=", "sig=A"))[0])  # as if it had ended
try:
    TableClient(endpoint, "Orders", credential=AzureSasCredential(token)).delete_entity(
        "customer-0042", "2026-0003")
    raise AssertionError("The token allows too much.")
except HttpResponseError as refused:
    assert refused.status_code == 403

# Output: as the JavaScript
