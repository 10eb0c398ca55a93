
# Output: as the JavaScript
