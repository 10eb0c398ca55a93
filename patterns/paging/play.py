written = []
export_from(None, written.extend, lambda token: token == "done" and print(len(written), "reviews"))
token = None
while True:
    keys, token = next_page(token)
    print(keys, "and more" if token else "the end")
    if not token:
        break

# Output: as the JavaScript
