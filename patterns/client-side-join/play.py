print(names["EX"])

class time:  # in the place of the module
    waits = iter([None, "no network", None])

    def sleep(seconds):
        assert seconds == 600
        outage = next(time.waits)
        globals()["read_names"] = fail if outage else read

read = read_names

def fail():
    raise OSError("no network")

logging.disable()
change = {"PartitionKey": "service", "RowKey": "EX", "Name": "Before noon"}
services.update_entity(change)
try:
    keep_reading()
except StopIteration:
    print(names["EX"])

# Output:
# Express, by noon
# Before noon
