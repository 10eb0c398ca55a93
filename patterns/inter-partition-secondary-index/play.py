judy = {"department": "Sales", "number": "000223", "address": "jonesj@contoso.com"}
unfinished.create_queue()

def show(when):
    employee = employees.get_entity("Sales", "000223")
    copy = by_email.get_entity("jonesj@contoso.com", "employee")
    print(f"{when}: employee {employee['Phone']}, copy {copy['Phone']}")

show("after the crossed writes")
refresh(**judy)
show("after a refresh")
update_entity = employees.update_entity

def crash(change):
    update_entity(change)
    raise OSError("crash after the first write")

employees.update_entity = crash
try:
    change_phone(judy, "555-0199")
except OSError as error:
    print(error)
show("after the crash")
print("a message at once:", repair())
employees.update_entity = update_entity
change_phone(judy, "555-0199")
show("and again")
employees.delete_entity("Sales", "000223")
refresh(**judy)
print("Judy's copy:", find(by_email, ("jonesj@contoso.com", "employee")))

# Output:
# after the crossed writes: employee 555-0160, copy 555-0150
# after a refresh: employee 555-0160, copy 555-0160
# crash after the first write
# after the crash: employee 555-0199, copy 555-0160
# a message at once: False
# and again: employee 555-0199, copy 555-0199
# Judy's copy: None
