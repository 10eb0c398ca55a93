for id in ("24", "25", "26"):
    logs.create_entity({"PartitionKey": shard_of(id), "RowKey": id, "Shop": "adatum", "Status": 402})
call = logs.get_entity(shard_of("26"), "26")
print(call["PartitionKey"], call["RowKey"], call["Shop"])
together = 0
for shard in range(8):
    name = f"logs-shard-{shard:02}"
    calls = len(list(logs.query_entities(f"PartitionKey eq '{name}'")))
    together += calls
    print(name, calls)
print("together", together)

# Output: as the JavaScript
