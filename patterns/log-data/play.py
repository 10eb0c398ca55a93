log.create_append_blob()
position = append(0, b"GET /cart 200 1\n")
position = append(position, b"GET /cart 200 2\n")
print(position)

# The same lines once more, because the first answer was lost, and others at the same place.
print(append(16, b"GET /cart 200 2\n"))
try:
    append(16, b"POST /orders 500 no bank\n")
except HttpResponseError as error:
    print(error.status_code)
print(log.download_blob().readall())

# Output:
# 32
# 32
# 412
# b'GET /cart 200 1\nGET /cart 200 2\n'
