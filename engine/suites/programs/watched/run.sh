#!/usr/bin/env bash
# run.sh [PROGRAM…]: runs these programs, or all, under rowkey watch, and writes what they print and the report into
# reports/. It installs them from npm, PyPI and the Go proxy, below the folder of temporary files, once.
set -euo pipefail
cd "$(dirname "$0")"
here=$PWD
work=${TMPDIR:-/tmp}/rowkey-watched
mkdir -p "$work" && cd "$work"

if [ ! -d node_modules ]; then
  npm install --no-save --no-audit --no-fund --ignore-scripts @auth/azure-tables-adapter@0.6.0 @azure/data-tables@13.3.2 \
    @azure/event-hubs@6.0.4 @azure/eventhubs-checkpointstore-table@1.0.0-alpha.20250804.1 @azure/identity@4.14.1 \
    @nestjs/azure-database@3.0.0 @nestjs/common@10 @nestjs/core@10 reflect-metadata@0.2.2 rxjs@7.8.2 \
    connect-azuretables@1.0.20 express-session@1.19.0 unstorage@1.17.6
fi
if [ ! -d python ]; then
  python3 -m venv python
  python/bin/pip install -q az-table-catalog==1.0.1 flask-session-azure-c==0.4.6 mz-logging-azure-tablestorage==1.0.0
fi
if [ ! -x dapr ]; then
  mkdir -p go && cp "$here/dapr.go.txt" go/main.go
  (cd go && { [ -f go.mod ] || go mod init try; } && go get github.com/dapr/components-contrib@v1.18.0 && go mod tidy &&
    go build -o ../dapr .)
fi

# watched NAME COMMAND…: keeps a report.
watched() {
  local name=$1
  shift
  rowkey watch --https -- "$@" >"$here/reports/$name.txt" 2>"$name.err" || cat "$name.err"
  echo "$name"
}

[ $# -gt 0 ] || set -- auth catalog checkpoints dapr flask logs nest session unstorage
for name in "$@"; do
  if [ "$name" = dapr ]; then
    watched dapr ./dapr
  elif [ -f "$here/$name.py" ]; then
    cp "$here/$name.py" "try_$name.py" && watched "$name" python/bin/python "try_$name.py"
  else
    cp "$here/$name.mjs.txt" "$name.mjs" && watched "$name" node "$name.mjs"
  fi
done
