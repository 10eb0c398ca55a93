# @ref Current
# @ref Archive
# @ref put
def crash_instead_of(client, name):
    call = getattr(client, name)

    def crash(*arguments, **named):
        setattr(client, name, call)
        raise OSError(f"crash instead of {name}")
    setattr(client, name, crash)

def soon(client, name):  # a message that is hidden for no time
    call = getattr(client, name)
    setattr(client, name, lambda **named: call(visibility_timeout=1))

prepare()
soon(to_archive, "receive_message")
crash_instead_of(archive, "create_entity")
crash_instead_of(current, "delete_entity")
crash_instead_of(to_archive, "delete_message")
for attempt in range(5):
    try:
        print("done" if work() else "nothing to do")
    except OSError as error:
        print(error)
    time.sleep(1.1)
print(archive.get_entity("Sales", "000223_2026-01-05")["Name"], "is in Archive")

# Output:
# crash instead of create_entity
# crash instead of delete_entity
# crash instead of delete_message
# done
# nothing to do
# Judy Jones is in Archive
