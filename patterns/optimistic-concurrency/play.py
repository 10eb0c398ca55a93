print(book("2026-03", "07-pottery", "1"), book("2026-03", "07-pottery", "1"))
print(workshops.get_entity("2026-03", "07-pottery")["SeatsLeft"], "seats left")
print([book("2026-03", "07-pottery", number) for number in ("2", "3", "4", "3")])

# Output:
# True True
# 2 seats left
# [True, True, False, True]
