print(change_employee("Sales", "000223", {"Phone": "555-0170"}),
      change_employee("Sales", "000223", {"Email": "leej@contoso.com"}))
print(change_employee("Sales", "000118", {"Email": "leej@contoso.com"}))
for key in ("empid_000223", "email_leej@contoso.com"):
    entity = directory.get_entity("Sales", key)
    print(key, entity["Email"], entity["Name"], entity["Phone"])
print(find(directory, ("Sales", "email_jonesj@contoso.com")))

# Output:
# True True
# False
# empid_000223 leej@contoso.com Judy Jones 555-0170
# email_leej@contoso.com leej@contoso.com Judy Jones 555-0170
# None
