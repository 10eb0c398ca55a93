export AZCOPY_LOG_LOCATION=$WORK/log AZCOPY_JOB_PLAN_LOCATION=$WORK/plan AZCOPY_DISABLE_SYSLOG=true
mkdir -p "$WORK/log" "$WORK/plan" "$WORK/source/sub"
container one
container two
for i in 1 2 3 4 5; do head -c "${i}000000" /dev/urandom >"$WORK/source/sub/$i"; done
echo ä >"$WORK/source/a b%.txt"
run() { azcopy "$@" --output-level essential; }
run copy "$WORK/source" "$BLOBS/one?$TOKEN" --recursive --from-to LocalBlob --put-md5
rm "$WORK/source/sub/1" && echo new >"$WORK/source/new"
run sync "$WORK/source" "$BLOBS/one/source?$TOKEN" --from-to LocalBlob --delete-destination true --compare-hash MD5
run copy "$BLOBS/one/source?$TOKEN" "$WORK/back" --recursive --from-to BlobLocal --check-md5 FailIfDifferent
diff -r "$WORK/source" "$WORK/back/source"
run copy "$BLOBS/one/source?$TOKEN" "$BLOBS/two?$TOKEN" --recursive --from-to BlobBlob
run remove "$BLOBS/one/source?$TOKEN" --recursive --from-to BlobTrash
[ "$(curl -s "$BLOBS/one?restype=container&comp=list&$TOKEN" | grep -c "<Name>")" = 0 ]
[ "$(curl -s "$BLOBS/two?restype=container&comp=list&$TOKEN" | grep -o "<Name>" | wc -l)" = 6 ]
