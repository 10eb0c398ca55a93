"""What a program with DefaultAzureCredential and the official Python clients does at an endpoint that takes bearer tokens.

`rowkey serve -cert auto -oauth basic` prints the variables that it needs; the test that runs it, in site/rowkey, sets
these and the URLs of the services: ROWKEY_ENDPOINT, ROWKEY_QUEUE, ROWKEY_BLOB.
"""

import os
import unittest

from azure.core.exceptions import ClientAuthenticationError, HttpResponseError
from azure.data.tables import TableServiceClient
from azure.identity import DefaultAzureCredential
from azure.storage.blob import BlobServiceClient
from azure.storage.queue import QueueServiceClient

CREDENTIAL = DefaultAzureCredential()


class ForSomethingElse:
    """A credential whose tokens are for another service."""

    def get_token(self, *_, **__):
        return CREDENTIAL.get_token("https://management.azure.com/.default")


class Identity(unittest.TestCase):
    def test_tables(self):
        table = TableServiceClient(os.environ["ROWKEY_ENDPOINT"], credential=CREDENTIAL).create_table("python")
        table.create_entity({"PartitionKey": "p", "RowKey": "1"})
        table.submit_transaction([("upsert", {"PartitionKey": "p", "RowKey": "2"})])
        self.assertEqual([e["RowKey"] for e in table.query_entities("PartitionKey eq 'p'")], ["1", "2"])
        with self.assertRaises(HttpResponseError) as refused:
            table.get_table_access_policy()
        self.assertEqual(refused.exception.error_code, "AuthorizationFailure")
        table.delete_table()

    def test_queues(self):
        queue = QueueServiceClient(os.environ["ROWKEY_QUEUE"], credential=CREDENTIAL).create_queue("python")
        queue.send_message("one")
        self.assertEqual([m.content for m in queue.receive_messages()], ["one"])
        queue.delete_queue()

    def test_blobs(self):
        container = BlobServiceClient(os.environ["ROWKEY_BLOB"], credential=CREDENTIAL).create_container("python")
        container.upload_blob("a b", b"one")
        self.assertEqual(container.download_blob("a b").readall(), b"one")
        container.delete_container()

    def test_token_for_something_else(self):
        for service in QueueServiceClient(os.environ["ROWKEY_QUEUE"], credential=ForSomethingElse()), BlobServiceClient(
            os.environ["ROWKEY_BLOB"], credential=ForSomethingElse()
        ):
            with self.assertRaises(ClientAuthenticationError) as refused:
                service.get_service_properties()
            self.assertEqual(refused.exception.error_code, "InvalidAuthenticationInfo")


unittest.main()
