from azure.core.exceptions import ResourceModifiedError

claims.create_entity({"PartitionKey": "policy-7001", "RowKey": "claim-0042"})

def read():
    return claims.get_entity("policy-7001", "claim-0042")

def show():
    claim = read()
    blob = reports.get_blob_client(claim["Report"]).download_blob().readall()
    print(len(list(reports.list_blobs())), "blobs,", claim["Length"], "bytes,", len(blob), "in the blob")

first = read()
write(first, "Water damage, first floor. " * 4000)
show()
write(read(), "Water damage, both floors. " * 3000)
show()
try:
    write(first, "Water damage, first floor. " * 4000)
except ResourceModifiedError as error:
    print("a slower expert:", error.status_code)

# Output:
# 1 blobs, 108000 bytes, 108000 in the blob
# 2 blobs, 81000 bytes, 81000 in the blob
# a slower expert: 412
