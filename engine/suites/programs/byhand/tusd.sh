AZURE_STORAGE_ACCOUNT=devstoreaccount1 AZURE_STORAGE_KEY=$KEY tusd -host 127.0.0.1 -port 20500 -azure-storage tus \
  -azure-endpoint "$BLOBS" >"$WORK/tusd.log" 2>&1 &
sleep 2
head -c 5000000 /dev/urandom >"$WORK/file"
head -c 2000000 "$WORK/file" >"$WORK/1" && tail -c +2000001 "$WORK/file" >"$WORK/2"
tus() { curl -sf -H "Tus-Resumable: 1.0.0" "$@"; }
at=$(tus -D - -X POST -H "Upload-Length: 5000000" http://127.0.0.1:20500/files/ | tr -d '\r' | sed -n 's/^Location: //p')
part() { tus -X PATCH -H "Upload-Offset: $1" -H "Content-Type: application/offset+octet-stream" --data-binary @"$2" "$at"; }
part 0 "$WORK/1"
tus -I "$at" | grep -i "Upload-Offset: 2000000"
part 2000000 "$WORK/2"
curl -sf "$BLOBS/tus/${at##*/}?$TOKEN" | cmp - "$WORK/file"
tus -X DELETE "$at"
kill %1
