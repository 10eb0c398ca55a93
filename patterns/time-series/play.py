found = list(span("freezer-07", datetime(2026, 1, 5, 18, tzinfo=timezone.utc),
                  datetime(2026, 1, 7, 6, tzinfo=timezone.utc)))
times = [f"{found[i]['At']:%Y-%m-%dT%H:%M:%S.000Z}" for i in (-1, 0)]
print(len(found), "readings", *times)

# Output: as the JavaScript, lines 1 to 1
