from concurrent.futures import ThreadPoolExecutor

new = [("Sales", "000401", "form-1", "Ana Silva"), ("Sales", "000402", "form-2", "Tom Berg")]
with ThreadPoolExecutor() as pool:
    list(pool.map(lambda employee: hire(*employee), new))
hire(*new[0])
count = company.get_entity("Sales", "department")["Employees"]
print("Hired two, one of them twice:", count)
try:
    hire("Sales", "000401", "form-3", "Eva Lund")
except Exception:
    print("Somebody else has the number.")

# Output: as the JavaScript
