def seen(table, partition, name):
    print(partition, "sees", [each[name] for each in table.query_entities(f"PartitionKey eq '{partition}'")])

seen(bookings, "customer-0051", "RowKey")
seen(by_date, "2026-01-12", "Booking")

# Output:
# customer-0051 sees []
# 2026-01-12 sees ['b-1001', 'b-1002', 'b-1003', 'b-1004']
