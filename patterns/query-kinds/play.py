# Output: as the JavaScript
