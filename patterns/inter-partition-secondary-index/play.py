print(find("JonesJ@contoso.com")["Name"])
print(find("nobody@contoso.com"))
employees.update_entity({"PartitionKey": "Sales", "RowKey": "000223", "Email": "leej@contoso.com"})
print(find("jonesj@contoso.com"))

# Output:
# Judy Jones
# None
# None
