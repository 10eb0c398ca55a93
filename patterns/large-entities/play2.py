write = datetime.now(timezone.utc) + timedelta(days=2)
for number, version in ("claim-0042", "v1"), ("claim-0042", "v2"), ("claim-0043", "v1"):
    reports.upload_blob(f"policy-7001/{number}/{version}.txt", b"Water")
claims.upsert_entity({"PartitionKey": "policy-7001", "RowKey": "claim-0042",
                      "Report": "policy-7001/claim-0042/v2.txt", "Linked": datetime.now(timezone.utc)})
sweep()
print([blob.name for blob in reports.list_blobs()])

class datetime(datetime):  # two days later
    def now(zone):
        return write

sweep()
print([blob.name for blob in reports.list_blobs()])

# Output:
# ['policy-7001/claim-0042/v1.txt', 'policy-7001/claim-0042/v2.txt', 'policy-7001/claim-0043/v1.txt']
# ['policy-7001/claim-0042/v2.txt']
