for review in titles("astoria"):
    print(review["RowKey"], review["Stars"], review.get("Title"))
rate("astoria", "0001", 4)
review = reviews.get_entity("astoria", "0001")
print(review["Stars"], review["Text"])

# Output:
# 0001 5 Quiet rooms
# 0002 2 Too loud
# 0003 4 Good breakfast
# 0004 3 None
# 4 The room faced the yard, and we slept well every night.
