"""A log: entries of two loggers, the newest page, the errors, one entry."""

import asyncio
import os

from mz_logging_azure_tablestorage import AzureLogger, AzureTableStorage


async def main():
    storage = AzureTableStorage(os.environ["AZURE_STORAGE_CONNECTION_STRING"], "logs")
    for name in "web", "jobs":
        logger = AzureLogger(storage, name)
        for i in range(60):
            await (logger.error if i % 20 == 0 else logger.info)(f"entry {i}", metadata={"i": i})
    page, token = await storage.get_logs(page_size=10)
    print("a page of 10:", len(page), token)
    errors, _ = await storage.get_logs(filters={"LogLevel": "ERROR"})
    print("errors:", len(errors))
    web, _ = await storage.get_logs(filters={"PartitionKey": "web", "LogLevel": "ERROR"})
    print("of one logger:", len(web))
    try:
        print(await storage.get_log_entry(page[0]["PartitionKey"], page[0]["RowKey"]))
    except TypeError as error:
        print("one entry:", error)


asyncio.run(main())
