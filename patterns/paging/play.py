print(len(list(reviews.query_entities("PartitionKey eq 'tent-40'"))), "reviews")
token = None
while True:
    keys, token = next_page(token)
    print(keys, "and more" if token else "the end")
    if not token:
        break

# Output: as the JavaScript
