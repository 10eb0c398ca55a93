found = list(span(datetime(2026, 1, 5, 5, 30), datetime(2026, 1, 5, 8, 15)))
times = [tap["RowKey"][11:16] for tap in found]
print(f"{len(found)} taps, {times[0]} to {times[-1]}")

# Output: as the JavaScript
