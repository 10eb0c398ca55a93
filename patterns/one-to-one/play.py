# Output:
# Rue Pasteur Alba
