# @ref halves
for half in table.query_entities(year):
    print(half["RowKey"], [half.get(name) for name in ("D182", "D183")])

# Output:
# 2013-1 [187, None]
# 2013-2 [None, 178]
