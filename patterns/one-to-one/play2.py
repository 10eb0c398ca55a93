mount("car-0018", "B-5513")
try:
    mount("car-0019", "B-5513")
except ValueError as error:
    print(error)
batteries.update_entity({"PartitionKey": "volta", "RowKey": "B-5514", "City": "lyon", "Car": "car-0019"})
sweep()
print([battery["Car"] for battery in batteries.list_entities()])

# Output:
# B-5513 is claimed for car-0018
# ['car-0017', 'car-0018', '']
