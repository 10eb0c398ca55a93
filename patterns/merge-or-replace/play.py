print(dict(customers.get_entity("0042", "profile")))

# Output:
# {'PartitionKey': '0042', 'RowKey': 'profile', 'Email': 'roth@contoso.com', 'Name': 'Ines Roth', 'Points': 240}
