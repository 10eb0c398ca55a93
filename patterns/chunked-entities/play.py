data, header = read("bridge-4", "rec-17")
print(len(data), "bytes in", header["Chunks"], "chunks")

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
# not whole: read again
# not whole: read again
# no header
