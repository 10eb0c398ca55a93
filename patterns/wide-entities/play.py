# @ref halves
change_year("roof-3", 2013, lambda days: {"D182": 187, "D183": 178})
change_year("roof-3", 2014, lambda days: {"D300": 305})  # of which there's no half yet
for half in table.list_entities():
    print(half["RowKey"], [half.get(name) for name in ("D182", "D183", "D300")])

# Output:
# 2013-1 [187, None, None]
# 2013-2 [None, 178, 300]
# 2014-1 [None, None, None]
# 2014-2 [None, None, 305]
