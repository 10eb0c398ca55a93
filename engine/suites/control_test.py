"""What the official Python clients do when an endpoint is broken on request. site/endpoint runs it.

ROWKEY_ENDPOINT, ROWKEY_QUEUE and ROWKEY_BLOB are the URLs of the services, ROWKEY_CONTROL that of the control
interface, ROWKEY_KEY the key.
"""

import json
import os
import time
import unittest
import urllib.request
from datetime import datetime, timezone

from azure.core.credentials import AzureNamedKeyCredential, AzureSasCredential
from azure.core.exceptions import AzureError, HttpResponseError, ResourceExistsError
from azure.data.tables import TableClient, TableServiceClient, UpdateMode, generate_table_sas
from azure.storage.blob import BlobServiceClient, LinearRetry
from azure.storage.queue import QueueServiceClient

ENDPOINT = os.environ["ROWKEY_ENDPOINT"]
KEY = AzureNamedKeyCredential("devstoreaccount1", os.environ["ROWKEY_KEY"])


def ask(method, path, body=None):
    """Sends a request to the control interface, which has to succeed."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(os.environ["ROWKEY_CONTROL"] + path, data, method=method)
    with urllib.request.urlopen(request) as response:
        return json.load(response)


def statuses():
    return [seen["status"] for seen in ask("GET", "/requests")["requests"]]


def faults():
    """What the endpoint can do to a request: the status that it has then, and the rule."""
    for line in open("faults.txt"):
        status, rule = line.strip().split(" ", 1)
        yield int(status), rule


class Control(unittest.TestCase):
    def setUp(self):
        for path in "/faults", "/pages", "/clock", "/throttle":
            ask("DELETE", path)
        service = TableServiceClient(ENDPOINT, credential=KEY, retry_backoff_factor=0.01)
        self.name = "py" + self._testMethodName.replace("_", "")
        self.table = service.create_table(self.name)
        ask("DELETE", "/requests")

    def test_lost_answer(self):
        ask("POST", "/faults", "lose-answer each=once")
        self.table.upsert_entity({"PartitionKey": "p", "RowKey": "0"}, mode=UpdateMode.REPLACE)
        self.assertEqual(statuses(), [0, 204])
        with self.assertRaises(Exception) as failed:
            self.table.create_entity({"PartitionKey": "p", "RowKey": "1"})
        # Some versions of the client repeat a POST without an answer, and some don't.
        self.assertIn(statuses()[2:], ([0], [0, 409]))
        if statuses()[-1] == 409:
            self.assertIsInstance(failed.exception, ResourceExistsError)
        self.assertEqual(self.table.get_entity("p", "1")["RowKey"], "1")

    def test_busy(self):
        ask("POST", "/faults", {"fault": "busy", "nth": 1, "retryAfter": 1})
        begun = time.monotonic()
        self.table.create_entity({"PartitionKey": "p", "RowKey": "1"})
        self.assertGreaterEqual(time.monotonic() - begun, 0.99)
        self.assertEqual(statuses(), [503, 201])

    def test_each_fault(self):
        """What was acknowledged is there. A transaction and an insert are POST, which not all versions repeat."""
        n = 0

        def broken(operation):
            nonlocal n
            n += 1
            ask("DELETE", "/faults")
            ask("DELETE", "/requests")
            ask("POST", "/faults", f"{rule} nth=1 operation={operation}")
            return {"PartitionKey": "p", "N": n}

        def read(key):
            return self.table.get_entity("p", key)["N"]

        for status, rule in faults():
            if rule == "busy" or rule.startswith("hang"):
                continue  # it has a test of its own
            self.table.upsert_entity({**broken("InsertOrReplaceEntity"), "RowKey": "one"}, mode=UpdateMode.REPLACE)
            self.assertEqual(statuses(), [204] if status == 204 else [status, 204], rule)
            self.assertEqual(read("one"), n, rule)
            entity = broken("EntityGroupTransaction")
            both = [("upsert", {**entity, "RowKey": "a"}), ("upsert", {**entity, "RowKey": "b"})]
            try:
                self.table.submit_transaction(both)
            except AzureError:
                self.table.submit_transaction(both)
            self.assertEqual([read("a"), read("b")], [n, n], rule)
            entity = {**broken("InsertEntity"), "RowKey": f"new{n}"}
            try:
                self.table.create_entity(entity)
            except ResourceExistsError:
                pass
            except AzureError:
                self.table.upsert_entity(entity)
            self.assertEqual(read(f"new{n}"), n, rule)
        self.assertEqual(len(list(self.table.list_entities())), 3 + n // 3)

    def test_each_fault_elsewhere(self):
        """A blob is whole, and a message comes at least once."""
        options = {"credential": os.environ["ROWKEY_KEY"], "retry_policy": LinearRetry(0, 3, random_jitter_range=0)}
        queue = QueueServiceClient(os.environ["ROWKEY_QUEUE"], **options).create_queue(self.name)
        blob = BlobServiceClient(os.environ["ROWKEY_BLOB"], **options).create_container(self.name).get_blob_client("a")
        calls = {
            "PutMessage": queue.send_message,
            "PutBlob": lambda content, **options: blob.upload_blob(content, overwrite=True, **options),
        }
        for status, rule in faults():
            for operation, call in calls.items():
                ask("DELETE", "/requests")
                ask("POST", "/faults", f"{rule} nth=1 operation={operation}")
                if rule.startswith("hang"):
                    with self.assertRaises(AzureError):
                        call(rule, read_timeout=0.05, retry_total=0)
                    while not statuses():
                        pass
                call(rule)
                self.assertEqual(statuses(), [201] if status == 204 else [status, 201], rule)
                ask("DELETE", "/faults")
            twice = "after-write" in rule or rule == "lose-answer"  # it was put again
            got = [message.content for message in queue.receive_messages(max_messages=5)]
            self.assertEqual(got, [rule, rule] if twice else [rule])
            self.assertEqual(blob.download_blob().readall(), rule.encode(), rule)

    def test_hang(self):
        """A client that gives up can ask again."""
        for fault in "hang", "hang-after-write":
            entity = {"PartitionKey": "p", "RowKey": fault}
            ask("POST", "/faults", fault + " operation=InsertEntity")
            with self.assertRaises(AzureError):
                self.table.create_entity(entity, read_timeout=0.05, retry_total=0)
            ask("DELETE", "/faults")
            self.table.upsert_entity(entity)
        self.assertEqual(len(list(self.table.list_entities())), 2)

    def test_throttling(self):
        ask("PUT", "/throttle", "partition=1 burst=1")
        for n in range(4):
            self.table.create_entity({"PartitionKey": "p", "RowKey": str(n)})
        ask("DELETE", "/throttle")
        self.assertIn(503, statuses())
        self.assertEqual(len(list(self.table.list_entities())), 4)

    def test_short_pages(self):
        names = [f"{i:02}" for i in range(30)]
        self.table.submit_transaction(
            [("create", {"PartitionKey": "p", "RowKey": name}) for name in names]
        )
        for seed in range(5):
            ask("PUT", "/pages", {"mode": "short", "seed": seed})
            for options in {}, {"results_per_page": 7}:
                found = [e["RowKey"] for e in self.table.query_entities("PartitionKey eq 'p'", **options)]
                self.assertEqual(found, names)

    def test_clock(self):
        ask("PUT", "/clock", "2031-03-01T12:00:00Z frozen")
        expiry = datetime(2031, 3, 1, 13, tzinfo=timezone.utc)
        token = generate_table_sas(KEY, self.name, permission="r", expiry=expiry)
        by_token = TableClient(ENDPOINT, self.name, credential=AzureSasCredential(token))
        self.assertEqual(list(by_token.list_entities()), [])
        ask("PUT", "/clock", {"advance": "1h"})
        with self.assertRaises(HttpResponseError) as refused:
            list(by_token.list_entities())
        self.assertEqual(refused.exception.status_code, 403)
        self.table.create_entity({"PartitionKey": "p", "RowKey": "1"})


unittest.main()
