from concurrent.futures import ThreadPoolExecutor

new = [("Sales", "000401", "Ana Silva"), ("Sales", "000402", "Tom Berg")]
with ThreadPoolExecutor() as pool:
    list(pool.map(lambda employee: hire(*employee), new))
hire(*new[0])
count = company.get_entity("Sales", "department")["Employees"]
print("Hired two, one of them twice:", count)

# Output: as the JavaScript
