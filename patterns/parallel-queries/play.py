# Output:
# 24 arrivals
