#!/usr/bin/env bash
# run.sh PROGRAM: runs a program's script against an endpoint of its own, which it finds in these variables.
set -euo pipefail
cd "$(dirname "$0")"
program=$1
export KEY=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==
export TABLES=http://127.0.0.1:20002/devstoreaccount1 QUEUES=http://127.0.0.1:20001/devstoreaccount1
export BLOBS=http://127.0.0.1:20000/devstoreaccount1 ROOT=http://127.0.0.1:20000
export ROWKEY_CONNECTION="DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey=$KEY;BlobEndpoint=$BLOBS;QueueEndpoint=$QUEUES;TableEndpoint=$TABLES;"
work=$(mktemp -d)
export WORK=$work
chmod 755 "$work"
certificate=()
if [ "$program" = pgbackrest ]; then
  openssl req -x509 -newkey rsa:2048 -nodes -days 30 -keyout "$work/key.pem" -out "$work/cert.pem" \
    -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 2>/dev/null
  certificate=(-cert "$work/cert.pem" -key "$work/key.pem")
  BLOBS=${BLOBS/http/https}
fi
rowkey serve -addr "" -tables 127.0.0.1:20002 -queues 127.0.0.1:20001 -blobs 127.0.0.1:20000 "${certificate[@]}" \
  >"$work/serve.log" &
trap 'kill $!; rm -rf "$work"' EXIT
touch "$work/serve.log"
until grep -q refused "$work/serve.log"; do sleep 0.1; done
TOKEN=$(rowkey sas account --services b --resource-types sco --permissions rwdlacup --for 8h)
export TOKEN
# container NAME makes one.
container() { curl -sfk -X PUT -d "" "$BLOBS/$1?restype=container&$TOKEN"; }
export -f container
if [ -f "$program.go.txt" ]; then
  mkdir "$work/go" && cp "$program.go.txt" "$work/go/main.go"
  (cd "$work/go" && go mod init try && go mod tidy && go build -o try .) >"$work/go.log" 2>&1 || tail "$work/go.log"
  "$work/go/try"
else
  bash -euo pipefail "$program.sh"
fi
echo all of it
