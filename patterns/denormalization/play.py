class Meanwhile:
    """Lets something happen before an order is written."""
    def __init__(self, table):
        self.write, self.happens = table.update_entity, None
        table.update_entity = self

    def __call__(self, *entity, **conditions):
        happens, self.happens = self.happens, None
        if happens:
            happens()
        self.write(*entity, **conditions)

before_write = Meanwhile(orders)
ann = {"PartitionKey": "customer-0042", "RowKey": "customer"}

def show():
    for order in orders.query_entities("CustomerId eq 'customer-0042'"):
        state = "shipped" if order["Shipped"] else "open"
        print(" ", order["PartitionKey"], order["RowKey"], order["CustomerEmail"], state)

def crash():
    raise OSError("crash")

before_write.happens = crash
try:
    refresh("customer-0042")
except OSError as error:
    print(error)

print("The order of Monday is shipped just before it's written")
before_write.happens = lambda: orders.update_entity(
    {"PartitionKey": "2026-01-05", "RowKey": "0003", "Shipped": True})
print("look again at:", refresh("customer-0042"))
print("look again at:", refresh("customer-0042"))
show()

print("A slow refresh, overtaken by a newer address and its refresh")
customers.update_entity({**ann, "Email": "ann@work.example.com"})

def overtake():
    customers.update_entity({**ann, "Email": "ann@home.example.com"})
    refresh("customer-0042")

before_write.happens = overtake
print("look again at:", refresh("customer-0042"))
print("look again at:", refresh("customer-0042"))
show()

# Output: as the JavaScript
