hotels = [f"hotel-{n:02}" for n in range(40)]
print(len(arrivals_at(hotels, "2026-03-15", "2026-03-16")), "arrivals")

# Output:
# 24 arrivals
