import os
from azure.data.tables import TableClient

connection = os.environ["AZURE_STORAGE_CONNECTION_STRING"]
tickets = TableClient.from_connection_string(connection, "Tickets")

# A colleague writes a note before the first delete, and the program crashes at the second one.
delete, deletes = tickets.delete_entity, 0

def delete_entity(*keys, **conditions):
    global deletes
    deletes += 1
    if deletes == 1:
        tickets.update_entity({"PartitionKey": "open|contoso", "RowKey": "000112", "Note": "Server 2"})
    if deletes == 2:
        raise OSError("crash")
    delete(*keys, **conditions)

tickets.delete_entity = delete_entity
for run in range(1, 5):
    try:
        close(tickets, "contoso", "000112")
        print(f"run {run}: closed")
    except Exception as error:
        print(f"run {run}:", getattr(error, "status_code", error))
print("deletes:", deletes, "note:", tickets.get_entity("closed|contoso", "000112")["Note"])

# Output:
# run 1: 412
# run 2: crash
# run 3: closed
# run 4: closed
# deletes: 3 note: Server 2
