"""adlfs, through which pandas, Dask and others read and write blobs as files."""

import os
import sys

try:
    import adlfs
except ImportError:
    sys.exit(77)

files = adlfs.AzureBlobFileSystem(connection_string=os.environ["ROWKEY_CONNECTION"])
files.mkdir("adlfs")
with files.open("adlfs/dir/large", "wb") as f:
    f.write(b"x" * 9_000_000)
with files.open("adlfs/dir/large", "rb") as f:
    f.seek(8_999_990)
    assert f.read() == b"x" * 10
with files.open("adlfs/dir/log", "ab") as f:
    f.write(b"one")
files.cp("adlfs/dir/large", "adlfs/dir/copy")
assert sorted(files.ls("adlfs/dir")) == ["adlfs/dir/copy", "adlfs/dir/large", "adlfs/dir/log"]
assert files.info("adlfs/dir/copy")["size"] == 9_000_000
files.rm("adlfs/dir", recursive=True)
assert not files.exists("adlfs/dir/large")
