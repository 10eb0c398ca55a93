def read():
    return find(claims, ("policy-7001", "claim-0042"))

def show():
    claim, blobs = read(), len(list(reports.list_blobs()))
    print(blobs, "blobs,", f"{claim['Length']} bytes" if claim else "no claim")

def put(claim, text):
    write("policy-7001", "claim-0042", claim, text)

put(None, "Water damage, first floor. " * 4000)
show()
first = read()
put(first, "Water damage, both floors. " * 3000)
show()
try:
    put(first, "Water damage, first floor. " * 4000)
except HttpResponseError as error:
    print("a slower expert:", error.status_code)
remove(read())
show()

# Output:
# 1 blobs, 108000 bytes
# 2 blobs, 81000 bytes
# a slower expert: 412
# 1 blobs, no claim
