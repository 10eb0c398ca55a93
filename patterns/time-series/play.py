found = list(span("freezer-07", datetime(2026, 1, 5, 18, tzinfo=timezone.utc),
                  datetime(2026, 1, 7, 6, tzinfo=timezone.utc)))
times = [f"{found[i]['At']:%Y-%m-%dT%H:%M:%S.000Z}" for i in (-1, 0)]
print(len(found), "readings", *times)

for device in ("freezer-07", "freezer-08", "freezer-09"):
    newest = latest(device, 5, datetime(2026, 1, 8, 2, 30, tzinfo=timezone.utc))
    print(device, *[f"{reading['At']:%m-%dT%H:%M}" for reading in newest] or ["none"])

# Output: as the JavaScript, lines 1 to 4
