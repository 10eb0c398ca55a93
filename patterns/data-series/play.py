report("door-3", "2026-01-05", "H09", 25)
report("door-3", "2026-01-05", "H09", 25)
for id in ("message-1", "message-2", "message-1"):
    count("door-3", "2026-01-05", "H10", id)
day = days.get_entity("door-3", "2026-01-05")
print(day["H08"], day["H09"], day["H10"])
count("door-3", "2026-01-06", "H00", "message-3")
print("a new day:", days.get_entity("door-3", "2026-01-06")["H00"])

# Output:
# 10 25 12
# a new day: 1
