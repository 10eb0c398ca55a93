for id in ("24", "25", "26"):
    write(id, {"Shop": "adatum", "Status": 402})
call = read("26")
print(call["PartitionKey"], call["RowKey"], call["Shop"])
shards = read_all()
for shard, calls in enumerate(shards):
    print(name_of(shard), len(calls))
print("together", sum(map(len, shards)))

# Output: as the JavaScript
