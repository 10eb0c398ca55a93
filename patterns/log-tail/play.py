at = datetime(2026, 1, 5, 8, 25, tzinfo=timezone.utc)
write("panel-17", at, "0025", {"Number": 25})
for event in latest("panel-17", 10):
    ticks = 3155378975999999999 - int(event["RowKey"][:19])
    time = datetime(1, 1, 1) + timedelta(microseconds=ticks // 10)
    print(f"{time.isoformat(timespec='milliseconds')}Z", event["Number"])

# Output: as the JavaScript
