print(book("2026-03", "07-pottery"))
print(workshops.get_entity("2026-03", "07-pottery")["SeatsLeft"], "seats left")

# Output:
# True
# 2 seats left
