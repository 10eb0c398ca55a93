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
for run in range(1, 4):
    try:
        close("contoso", "000112")
        print(f"run {run}: closed")
    except OSError as error:
        print(f"run {run}:", error)
print("deletes:", deletes, "note:", tickets.get_entity("closed|contoso", "000112")["Note"])

# Output: as the JavaScript
