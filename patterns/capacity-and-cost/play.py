import os
from datetime import datetime, timezone
from azure.core.exceptions import HttpResponseError
from azure.data.tables import TableClient

connection = os.environ["AZURE_STORAGE_CONNECTION_STRING"]
invoices = TableClient.from_connection_string(connection, "Invoices")

keys = {"PartitionKey": "customer-0042", "RowKey": "0007"}
due = datetime(2026, 2, 1, tzinfo=timezone.utc)
note = "Pay within 14 days"
texts = {"Total": "119.5", "Lines": "3", "Open": "true", "Due": "2026-02-01T00:00:00Z"}
print("keys alone", size_of(keys))
five = {"Total": 119.5, "Lines": 3, "Open": True, "Due": due, "Note": note}
print("five properties", size_of({**keys, **five}))
print("all strings", size_of({**keys, **texts, "Note": note}))
of_value = [size_of({**keys, "A": text}) - size_of(keys) - 10 for text in ("o", "ö", "😀")]
print("o, ö, 😀", *of_value)

attached = {**keys, **{f"Part{i}": bytes(65_536) for i in range(10, 25)}}
rest = 2**20 - size_of({**attached, "Part25": b""})
for more in (0, 1):
    entity = {**attached, "Part25": bytes(rest + more)}
    try:
        invoices.upsert_entity(entity)
        print(size_of(entity), "stored")
    except HttpResponseError as refused:
        print(size_of(entity), "refused", refused.status_code)

# Output: as the JavaScript
