from concurrent.futures import ThreadPoolExecutor

hires = [
    ("000512", "form-1", "Jane", "Jones"),
    ("000513", "form-2", "Jack", "Jones"),
    ("000520", "form-3", "Anna", "Novak"),
    ("000521", "form-4", "Ben", "Novak"),
]
with ThreadPoolExecutor() as pool:
    print("hired:", list(pool.map(lambda each: hire("Sales", *each), hires)))
print("Jane's form again:", hire("Sales", *hires[0]))
for name in ("Jones", "Novak"):
    print(name, sorted(employee["FirstName"] for employee in named("Sales", name)))
try:
    hire("Sales", "000223", "form-5", "Joan", "Weber")
except Exception as error:
    print(type(error).__name__)

# Output:
# hired: [True, True, True, True]
# Jane's form again: False
# Jones ['Jack', 'Jane', 'Jim', 'Judy']
# Novak ['Anna', 'Ben']
# KeyTaken
