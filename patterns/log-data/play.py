name = "orders/2026/01/05/0900/web-3-000001.log"
log = Log(name)
for n in range(1, 251):
    log.write(f"GET /cart 200 {n}" if n < 250 else "POST /orders 500 no bank", urgent=n == 250)
log.close()
try:
    log.write("GET /cart 200 251")
except ValueError as error:
    print(error)

# The same lines once more, because the first answer was lost.
log.position = 0
text = log.blob.download_blob().readall()
log.append(text)
print(log.position == len(text))

# What's there isn't emptied, and a block that fails is sent again.
class Outage:
    """Fails at first."""

    def __init__(self):
        self.failed = False

    def append_block(self, block, **at):
        if not self.failed:
            self.failed = True
            raise AzureError("no network")
        again.blob = blob
        blob.append_block(block, **at)

    def get_blob_properties(self):
        raise AzureError("no network")

again = Log(name)
blob, again.blob = again.blob, Outage()
logging.disable()
again.write("GET /cart 200 251")
again.close()
lines = blob.download_blob().readall().decode().split("\n")
print(len(lines) - 1, lines[0], lines[249], lines[250], sep=", ")

# Output:
# The log is closed.
# True
# 251, GET /cart 200 1, POST /orders 500 no bank, GET /cart 200 251
