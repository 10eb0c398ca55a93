print(dict(customers.get_entity("0042", "profile")))

# Output:
# {'PartitionKey': '0042', 'RowKey': 'profile', 'Name': 'Ines Roth', 'Email': 'roth@contoso.com', 'Points': 240}
