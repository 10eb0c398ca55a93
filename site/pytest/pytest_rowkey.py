"""A storage account of its own for each test: tables, queues and blobs on this machine, with what a seed has.

    def test_newest(rowkey):
        orders = TableClient.from_connection_string(rowkey.connection_string, "Orders")
        assert newest(orders) == "0042"
        rowkey.reads_at_most(40)  # and scans nothing

The seed is in pyproject.toml:

    [tool.pytest.ini_options]
    rowkey_seed = ["testdata"]

The command rowkey is started once, and for each worker of pytest-xdist; it's looked for in PATH, or at
ROWKEY_PROGRAM. Where one runs already, ROWKEY_CONTROL is the URL of its control interface. Without pytest, start()
gives an endpoint.
"""

import json
import os
import re
import secrets
import shutil
import subprocess
import threading
import urllib.error
import urllib.request

import pytest

__all__ = ["Account", "Endpoint", "start"]


class Endpoint:
    """An endpoint, by its control interface.

    With -cert auto -oauth basic -identity 127.0.0.1:0, environment has the variables with which a process trusts it
    and gets tokens as DefaultAzureCredential does.
    """

    def __init__(self, url, process=None, environment=None):
        self.url = url
        self.environment = environment or {}
        self._process = process
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def control(self, method, path, body=None):
        """Asks the control interface: faults, pages, the clock. Raises ValueError for what it refuses."""
        data = None if body is None else json.dumps(body).encode()
        try:
            with self._opener.open(urllib.request.Request(self.url + path, data, method=method)) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refused:
            with refused:
                text = refused.read().decode()
            try:
                text = json.loads(text)["error"]
            except ValueError:
                pass
            raise ValueError(text) from None

    def account(self, name=None):
        """An account of its own for a test. A name has 3 to 24 lower-case letters, digits and hyphens."""
        name = name or "t" + secrets.token_hex(8)
        if not re.fullmatch(r"(?!-)(?!.*-secondary$)[a-z0-9-]{3,24}", name):
            raise ValueError(f"account {name!r}: a name has 3 to 24 lower-case letters, digits and hyphens")
        return Account(self, name)

    def stop(self):
        if self._process:
            self._process.stdin.close()
            self._process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


class Account:
    """A storage account that has what the seed has, and nothing of other tests."""

    def __init__(self, endpoint, name):
        self.endpoint = endpoint
        self.name = name
        self._path = f"/accounts/{name}"
        self.connection_string = endpoint.control("GET", self._path)["connectionString"]

    def cost(self):
        """What all requests took since the account began, or since reset: a dictionary with requests,
        entitiesRead, entitiesReturned, entitiesWritten, and a list of scans."""
        return self.endpoint.control("GET", self._path + "/cost")

    def reads_at_most(self, entities):
        """Fails if the requests read more than so many entities together, or if one of them scanned a table or a
        range of partitions. It says which, and what would be cheaper."""
        __tracebackhide__ = True
        problem = self.endpoint.control("GET", f"{self._path}/cost?most={entities}").get("problem")
        if problem:
            raise AssertionError(problem)

    def reset(self):
        """Begins to count again, as after what prepares a test."""
        self.endpoint.control("DELETE", self._path + "/cost")

    def fault(self, rule):
        """Breaks its requests, in the words of rowkey serve -fault: lose-answer operation=InsertEntity nth=1."""
        self.endpoint.control("POST", "/faults", f"{rule} account={self.name}")

    def mark(self):
        """Remembers what the account has."""
        self.endpoint.control("POST", self._path + "/mark")

    def back(self):
        """Gives the account what it had at the mark, or what it began with."""
        self.endpoint.control("POST", self._path + "/back")

    def remove(self):
        """Forgets the account, with its faults."""
        self.endpoint.control("DELETE", self._path)


def start(seed=(), forks=200, args=()):
    """Starts an endpoint on free ports. It ends with stop, as a context, or with this process."""
    program = os.environ.get("ROWKEY_PROGRAM") or shutil.which("rowkey")
    if not program:
        raise FileNotFoundError(
            "the command rowkey isn't in PATH: install it (npm i -g rowkey), or set ROWKEY_PROGRAM to its file"
        )
    command = [program, "serve", "-addr", "", "-until-input-ends", "-accounts", "devstoreaccount1"]
    for flag in "tables", "queues", "blobs", "control":
        command += ["-" + flag, "127.0.0.1:0"]
    for each in [seed] if isinstance(seed, (str, os.PathLike)) else seed:
        command += ["-seed", os.fspath(each)]
    command += ["-forks", str(forks), *args]
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, encoding="utf-8")
    complaints, environment = [], {}
    listening = threading.Thread(target=lambda: complaints.extend(process.stderr), daemon=True)
    listening.start()
    for line in process.stdout:
        name, given, value = line.strip().partition("=")
        if given and name.isidentifier():
            environment[name] = value
        if line.startswith("control interface at "):
            return Endpoint(line.split()[-1], process, environment)
    code = process.wait()
    listening.join()
    raise RuntimeError("".join(complaints).strip() or f"rowkey serve ended with {code}")


def pytest_addoption(parser):
    parser.addini("rowkey_seed", "Files or folders with which the accounts of tests begin.", "paths", [])
    parser.addini("rowkey_args", "More flags of rowkey serve.", "args", [])


@pytest.fixture(scope="session")
def rowkey_endpoint(pytestconfig):
    """The endpoint of all tests."""
    running = os.environ.get("ROWKEY_CONTROL")
    if running:
        yield Endpoint(running.rstrip("/"))
        return
    with start(pytestconfig.getini("rowkey_seed"), args=pytestconfig.getini("rowkey_args")) as endpoint:
        yield endpoint


@pytest.fixture
def rowkey(rowkey_endpoint):
    """A storage account for this test, which is gone when the test is."""
    account = rowkey_endpoint.account()
    yield account
    account.remove()
