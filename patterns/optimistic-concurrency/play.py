print(workshops.get_entity("2026-03", "07-pottery")["SeatsLeft"], "seats left")

# Output:
# 2 seats left
