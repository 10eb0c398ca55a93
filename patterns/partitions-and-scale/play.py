scans.upsert_entity(scan, mode=UpdateMode.REPLACE)
print(dict(scans.get_entity("depot-03", "000042")))

# Output:
# {'PartitionKey': 'depot-03', 'RowKey': '000042', 'Gate': 7}
