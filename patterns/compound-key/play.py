employee, reviews = read("Sales", "empid_000123")
print(employee["Name"], [review["Rating"] for review in reviews])
remove("Sales", "empid_000123")
print(read("Sales", "empid_000123"))

# Output:
# Judy Jones [3, 4, 4]
# (None, [])
