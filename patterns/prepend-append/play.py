employees = [f"dept-{i % 4:02}_emp-{i:02}" for i in range(12)]
found = report(employees, "2026-01-05T09", "2026-01-05T10")
print(len(found), "log-ins of", len(employees), "employees")
for login in found[:3]:
    print(login["RowKey"], login["PartitionKey"])

# Output: as the JavaScript
