"""What the fixture gives to tests, with the program that ROWKEY_PROGRAM names."""

import json
import re
import ssl
import urllib.error
import urllib.parse
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import pytest

import pytest_rowkey

SEEDED = 1000


@pytest.fixture(scope="session")
def rowkey_endpoint(tmp_path_factory, pytestconfig):
    folder = tmp_path_factory.mktemp("seed")
    keys = "".join(f"p,{n:04},open\n" for n in range(SEEDED))
    (folder / "Orders.csv").write_text("PartitionKey,RowKey,Status\n" + keys)
    with pytest_rowkey.start(folder, args=pytestconfig.getini("rowkey_args")) as endpoint:
        yield endpoint


def send(account, path, body=None):
    url = re.search("TableEndpoint=([^;]+)", account.connection_string)[1] + path
    headers = {"Accept": "application/json;odata=nometadata", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, data, headers)) as answer:
        return json.load(answer)["value"] if body is None else None


def orders(account, condition="PartitionKey ge ''"):
    return len(send(account, "/Orders()?$filter=" + urllib.parse.quote(condition)))


def insert(account, key):
    send(account, "/Orders", {"PartitionKey": "q", "RowKey": key})


def test_accounts(rowkey_endpoint):
    """Fifty tests beside each other have the seed, and nothing of one another."""

    def one(n):
        account = rowkey_endpoint.account(f"test{n}")
        assert orders(account) == SEEDED
        insert(account, f"own{n}")
        assert orders(account, "PartitionKey eq 'q'") == 1
        account.reset()
        account.remove()

    with ThreadPoolExecutor(10) as beside:
        list(beside.map(one, range(50)))
    assert rowkey_endpoint.control("GET", "/accounts") == {"accounts": ["devstoreaccount1"]}
    for name in ["t1", "Test1", "-ab", "a" * 25, "my test", "abc-secondary"]:
        with pytest.raises(ValueError, match="a name has 3 to 24"):
            rowkey_endpoint.account(name)


def test_account_of_a_test(rowkey):
    rowkey.mark()
    insert(rowkey, "a")
    assert orders(rowkey, "PartitionKey eq 'q'") == 1
    rowkey.back()
    assert orders(rowkey, "PartitionKey eq 'q'") == 0


def test_cost(rowkey):
    with pytest.raises(AssertionError, match="no request came"):
        rowkey.reads_at_most(12)
    orders(rowkey, "PartitionKey eq 'p' and RowKey lt '0012'")
    rowkey.reads_at_most(12)
    cost = rowkey.cost()
    assert (cost["requests"], cost["entitiesRead"], cost["scans"]) == (1, 12, [])
    with pytest.raises(AssertionError, match=r"read 12 entities, and may read 11\n  GET /Orders\(\)\?\$filter=Part"):
        rowkey.reads_at_most(11)
    rowkey.reset()
    orders(rowkey, "Status eq 'shut'")
    with pytest.raises(AssertionError, match=r"scan, and may not\n.*Status eq 'shut'\n.*\n    cheaper: .*add Part"):
        rowkey.reads_at_most(SEEDED)


def test_fault(rowkey):
    rowkey.fault("error nth=1")
    with pytest.raises(urllib.error.HTTPError):
        insert(rowkey, "a")
    insert(rowkey, "a")
    with pytest.raises(ValueError, match='there is no "none"'):
        rowkey.fault("none")


def test_running(rowkey_endpoint):
    """What ROWKEY_CONTROL leads to has the same accounts."""
    account = pytest_rowkey.Endpoint(rowkey_endpoint.url).account()
    assert orders(account) == SEEDED
    account.remove()


def test_identity(tmp_path):
    """The variables lead to a token, and trust leads to the tables."""
    args = "-cert", "auto", "-oauth", "basic", "-identity", "127.0.0.1:0", "-data", str(tmp_path)
    with pytest_rowkey.start(args=args) as endpoint:
        given = endpoint.environment
        resource = "?resource=https://storage.azure.com&api-version=2019-08-01"
        asked = urllib.request.Request(
            given["IDENTITY_ENDPOINT"] + resource, headers={"X-IDENTITY-HEADER": given["IDENTITY_HEADER"]}
        )
        with urllib.request.urlopen(asked) as answer:
            token = json.load(answer)["access_token"]
        url = re.search("TableEndpoint=([^;]+)", endpoint.account().connection_string)[1] + "/Tables"
        headers = {"Authorization": "Bearer " + token, "x-ms-version": "2020-12-06", "Accept": "application/json"}
        trust = ssl.create_default_context(cafile=given["SSL_CERT_FILE"])
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), context=trust) as answer:
            assert json.load(answer)["value"] == []


def test_start(monkeypatch, tmp_path):
    (tmp_path / "wrong.http").write_text("GTE {{host}}/Tables\n")
    with pytest.raises(RuntimeError, match=r"-seed wrong\.http:1: "):
        pytest_rowkey.start(tmp_path / "wrong.http")
    monkeypatch.delenv("ROWKEY_PROGRAM")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(FileNotFoundError, match="rowkey isn't in PATH"):
        pytest_rowkey.start()
