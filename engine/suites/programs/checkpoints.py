"""The checkpoint store of Event Hubs, for Python."""

import os
import sys

try:
    from azure.eventhub.extensions.checkpointstoreblob import BlobCheckpointStore
    from azure.storage.blob import ContainerClient
except ImportError:
    sys.exit(77)

connection, name = os.environ["ROWKEY_CONNECTION"], "pychecks"
ContainerClient.from_connection_string(connection, name).create_container()
store = BlobCheckpointStore.from_connection_string(connection, name)
at = {"fully_qualified_namespace": "ns.servicebus.windows.net", "eventhub_name": "hub", "consumer_group": "all"}


def claim(partition, owner, **etag):
    return store.claim_ownership([dict(at, partition_id=partition, owner_id=owner, **etag)])


first = claim("0", "ann")[0]
claim("1", "ann")
assert claim("0", "bob") == []
assert len(claim("0", "bob", etag=first["etag"])) == 1
assert claim("0", "ann", etag=first["etag"]) == []
owned = sorted(o["partition_id"] + o["owner_id"] for o in store.list_ownership(*at.values()))
assert owned == ["0bob", "1ann"], owned
for number in (5, 9):
    store.update_checkpoint(dict(at, partition_id="0", sequence_number=number, offset=str(number * 100)))
assert list(store.list_checkpoints(*at.values()))[0]["sequence_number"] == 9
