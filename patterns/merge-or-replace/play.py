print(save_form({"Email": "roth@contoso.com"}))
remove_phone()
print(dict(customers.get_entity("0042", "profile")))
customers.delete_entity("0042", "profile")
print(save_form({"Email": "ines@contoso.com"}))

# Output:
# True
# {'PartitionKey': '0042', 'RowKey': 'profile', 'Email': 'roth@contoso.com', 'Name': 'Ines Roth', 'Points': 240}
# False
