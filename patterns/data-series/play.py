report("door-3", "2026-01-05", 9, 25)
report("door-3", "2026-01-05", 9, 25)
day = days.get_entity("door-3", "2026-01-05")
print(day["H08"], day["H09"], day["H10"])
report("door-3", "2026-01-06", 0, 2)
print("a new day:", days.get_entity("door-3", "2026-01-06")["H00"])

# Output:
# 10 25 10
# a new day: 2
