from azure.data.tables import TableTransactionError

for key in ("empid_000223", "email_" + judy["Email"]):
    print(key, directory.get_entity("Sales", key)["Phone"])
try:
    directory.submit_transaction([("update", by_number, {"mode": UpdateMode.MERGE, **unchanged})])
except TableTransactionError as error:
    print(error.status_code)

# Output:
# empid_000223 555-0199
# email_jonesj@contoso.com 555-0199
# 412
