data, header = read("bridge-4", "rec-17")
print(len(data), "bytes in", header["Chunks"], "chunks")
write("bridge-4", "rec-17", header, data[:100_000], {"Peak": 0.28})
shorter, now = read("bridge-4", "rec-17")
print(len(shorter), "bytes in", now["Chunks"], "chunks, peak", now["Peak"])
try:
    write("bridge-4", "rec-17", header, data, {"Peak": 0.31})
except TableTransactionError as error:
    print("second writer:", error.status_code)

def attempt():
    try:
        read("bridge-4", "rec-17")
    except ValueError as error:
        print(error)

chunk = {"PartitionKey": "bridge-4", "RowKey": "rec-17|chunk-0000"}
recordings.upsert_entity({**chunk, "Data": bytes(65536)})
attempt()
recordings.delete_entity(chunk)
attempt()
recordings.delete_entity("bridge-4", "rec-17|header")
attempt()

# Output:
# 150000 bytes in 3 chunks
# 100000 bytes in 2 chunks, peak 0.28
# second writer: 412
# not whole: read again
# not whole: read again
# no header
