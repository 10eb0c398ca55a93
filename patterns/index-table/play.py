for _ in range(2):
    print(book("customer-0051", "b-1010", "a-1", "2026-01-12", "1000_bay-1", "battery"))
print(book("customer-0051", "b-1011", "a-2", "2026-01-12", "0900_bay-1", "clutch"))

def seen(table, partition, name):
    print(partition, "sees", [each[name] for each in table.query_entities(f"PartitionKey eq '{partition}'")])

seen(bookings, "customer-0051", "RowKey")
seen(by_date, "2026-01-12", "Booking")

# Output:
# True
# True
# False
# customer-0051 sees ['b-1010']
# 2026-01-12 sees ['b-1001', 'b-1002', 'b-1010', 'b-1003', 'b-1004']
