for person in everybody("lyon"):
    print(person)

# Output:
# Ada Moreau, 120 points
# Ben Castel, 30 points
# Judy Jones, Manager
# Karl Weiss, Mechanic
# Nina Roth, Mechanic at Lyon 3
