import threading as threads

now, reads, broken = 0, 0, False

class time:  # in the place of the module
    def monotonic():
        global now
        now += 0.001
        return now

class Counted:
    def query_entities(self, *args, **named):
        global reads
        reads += 1
        if broken:
            raise AzureError("no network")
        return table.query_entities(*args, **named)

table = services.table
a, b = Lookup(Counted()), Lookup(Counted())
minute = 60
print(services.name_of("EX"))

broken = True
for _ in range(3):
    try:
        a.name_of("EX")
    except AzureError as error:
        print("first read:", error)
broken = False

def show(when):
    print(f"{when}  A: {a.name_of('EX')}  B: {b.name_of('EX')}")

a.name_of("EX")
now += 5 * minute
show("09:05")
express = {"PartitionKey": "service", "RowKey": "EX", "Name": "Before noon"}
table.update_entity(express)
now += 2 * minute
show("09:07")
now += 4 * minute
show("09:11")
now += 5 * minute
show("09:16")

table.create_entity({**express, "RowKey": "NI", "Name": "By night"})
print("a new code:", b.name_of("NI"), "/", a.name_of("NI"))

reads = 0
now += 11 * minute
callers = [threads.Thread(target=a.name_of, args=("EX",)) for _ in range(50)]
for caller in callers:
    caller.start()
for caller in callers:
    caller.join()
print("50 at once, too old:", reads, "read")

reads = 0
now += 2 * minute
for _ in range(100):
    a.name_of("XX")
print("100 times a code that's wrong:", reads, "read")

broken, reads = True, 0
now += 11 * minute
for _ in range(100):
    a.name_of("EX")
print("no network:", a.name_of("EX"), "after", reads, "attempt")

# Output: as the JavaScript
