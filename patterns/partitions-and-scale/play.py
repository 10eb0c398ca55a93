from recipes import KeyTaken

scan = {"PartitionKey": "depot-03", "RowKey": "000042", "Gate": 7}
insert(scan, "scan-1")
insert(scan, "scan-1")
try:
    insert(scan, "scan-2")
except KeyTaken as error:
    print("taken:", error)
record(scan)
print(dict(scans.get_entity("depot-03", "000042")))

# Output:
# taken: ('depot-03', '000042')
# {'PartitionKey': 'depot-03', 'RowKey': '000042', 'Gate': 7}
