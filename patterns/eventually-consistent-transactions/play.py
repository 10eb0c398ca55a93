import os
from azure.data.tables import TableClient

connection = os.environ["AZURE_STORAGE_CONNECTION_STRING"]
current = TableClient.from_connection_string(connection, "Current")
archive = TableClient.from_connection_string(connection, "Archive")

def crash_instead_of(table, name):
    call = getattr(table, name)

    def crash(*arguments, **named):
        setattr(table, name, call)
        raise OSError(f"crash instead of {name}")
    setattr(table, name, crash)

crash_instead_of(archive, "create_entity")
crash_instead_of(current, "delete_entity")
for attempt in range(4):
    try:
        move(current, archive, "Sales", "000223")
        print("done")
    except OSError as error:
        print(error)
print(archive.get_entity("Sales", "000223")["Name"], "is in Archive")
print("in Current:", find(current, "Sales", "000223"))

current.create_entity({"PartitionKey": "Sales", "RowKey": "000900", "Name": "Ana Silva"})
archive.create_entity({"PartitionKey": "Sales", "RowKey": "000900", "Name": "Tom Berg"})
try:
    move(current, archive, "Sales", "000900")
except ValueError as error:
    print(error)

# Output:
# crash instead of create_entity
# crash instead of delete_entity
# done
# done
# Judy Jones is in Archive
# in Current: None
# There is another entity where Current/Sales/000900 should go.
