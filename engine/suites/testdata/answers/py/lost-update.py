import os

from azure.core import MatchConditions
from azure.core.exceptions import ResourceModifiedError
from azure.data.tables import TableClient, UpdateMode

connection = os.environ["AZURE_STORAGE_CONNECTION_STRING"]
with TableClient.from_connection_string(connection, "Workshops") as workshops:
    while True:
        entity = workshops.get_entity("2026-03", "pottery")
        change = {"PartitionKey": "2026-03", "RowKey": "pottery", "Seats": entity["Seats"] - 1}
        try:
            workshops.update_entity(
                change,
                mode=UpdateMode.MERGE,
                etag=entity.metadata["etag"],
                match_condition=MatchConditions.IfNotModified,
            )
            break
        except ResourceModifiedError:
            pass
