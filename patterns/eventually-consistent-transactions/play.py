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

# Output:
# crash instead of create_entity
# crash instead of delete_entity
# done
# done
# Judy Jones is in Archive
# in Current: None
