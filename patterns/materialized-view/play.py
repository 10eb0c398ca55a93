def show(item):
    apply(item)
    view = stock.get_entity("north", item)
    print(view["Pieces"], "pieces, version", int(view["Version"]))

print(move("4711", "note-1", 30), move("4711", "note-1", 30))
show("4711")
show("4711")
print(move("4715", "note-2", 12))
show("4715")

# Output:
# True False
# 75 pieces, version 4
# 75 pieces, version 4
# True
# 12 pieces, version 1
