"""duplicity backs a folder up, in full and what has changed since, and restores it."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

if not shutil.which("duplicity"):
    sys.exit(77)
try:
    from azure.storage.blob import BlobServiceClient  # which duplicity needs, too
except ImportError:
    sys.exit(77)

connection = os.environ["ROWKEY_CONNECTION"]
BlobServiceClient.from_connection_string(connection).create_container("duplicity")


def duplicity(*arguments):
    command = ["duplicity", *arguments, "--no-encryption", "--archive-dir", str(folder / "archive")]
    environment = os.environ | {"AZURE_CONNECTION_STRING": connection}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    source, restored = folder / "source", folder / "restored"
    source.mkdir()
    (source / "a").write_bytes(os.urandom(3_000_000))
    duplicity("full", str(source), "azure://duplicity")
    (source / "b").write_text("two")
    duplicity("incremental", str(source), "azure://duplicity")
    duplicity("verify", "azure://duplicity", str(source))
    shutil.rmtree(folder / "archive")
    duplicity("restore", "azure://duplicity", str(restored))
    for file in ("a", "b"):
        assert (restored / file).read_bytes() == (source / file).read_bytes()
