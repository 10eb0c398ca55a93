"""A catalogue with two indexes: inserts, queries by either, a delete."""

import sys

from az_table_catalog.az_table_catalog import TableCatalogClient

try:
    TableCatalogClient(table_name="people", index_keys=["phone", "email"], row_key="at")
except Exception as error:
    print("with the name that it gives its second table:", type(error).__name__, str(error).split(",")[0])
catalog = TableCatalogClient(table_name="people", wal_name="peoplewal", index_keys=["phone", "email"], row_key="at")
for i in range(20):
    catalog.insert({"phone": f"555-{i}", "email": f"{i % 4}@example.com", "at": f"2026-01-{i + 1:02}"})
print(len(catalog.query({"email": "1@example.com"})), len(catalog.query({"phone": "555-3"})))
print(len(catalog.query({"email": "1@example.com"}, row_from="2026-01-10")))
catalog.delete({"phone": "555-3"})
print(len(catalog.query({"email": "3@example.com"})))
