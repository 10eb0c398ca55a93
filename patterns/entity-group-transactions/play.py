from concurrent.futures import ThreadPoolExecutor

lines = [{"Item": "umbrella", "Pieces": 2}, {"Item": "boots", "Pieces": 1}]
print("1001 is new:", place_order("customer-0042", "1001", "form-1", lines))
print("1001 again:", place_order("customer-0042", "1001", "form-1", lines))
with ThreadPoolExecutor() as pool:
    placed = list(pool.map(lambda number: place_order("customer-0042", number, number, lines), ("1002", "1003")))
print("1002 and 1003:", *placed)
print("open orders:", orders.get_entity("customer-0042", "account")["OpenOrders"])
try:
    place_order("customer-0042", "1001", "form-9", lines)
except Exception as error:
    print(type(error).__name__)

# Output:
# 1001 is new: True
# 1001 again: False
# 1002 and 1003: True True
# open orders: 3
# KeyTaken
