export AZURE_CONFIG_DIR=$WORK/az AZURE_CORE_COLLECT_TELEMETRY=false AZURE_STORAGE_CONNECTION_STRING=$ROWKEY_CONNECTION
run() { az storage "$@" --only-show-errors -o tsv; }
run table create -n Orders
run entity insert -t Orders -e PartitionKey=p RowKey=1 Count=3 Count@odata.type=Edm.Int64
! run entity insert -t Orders -e PartitionKey=p RowKey=1
run entity merge -t Orders -e PartitionKey=p RowKey=1 Name=x
[ "$(run entity query -t Orders --filter "PartitionKey eq 'p'" --query "items[0].Name")" = x ]
run entity delete -t Orders --partition-key p --row-key 1
run table policy create -n readers -t Orders --permissions r
run queue create -n jobs
run message put -q jobs --content hello
[ "$(run message get -q jobs --query "[0].content")" = hello ]
run container create -n docs
head -c 9000000 /dev/urandom >"$WORK/file"
run blob upload -c docs -n a/b -f "$WORK/file"
run blob download -c docs -n a/b -f "$WORK/back" && cmp "$WORK/file" "$WORK/back"
run blob snapshot -c docs -n a/b
run blob set-tier -c docs -n a/b --tier Cool
run blob copy start --source-uri "$BLOBS/docs/a/b?$TOKEN" -c docs -b copy
run blob lease acquire -c docs -b copy --lease-duration 15
run container policy create -c docs -n readers --permissions rl
run blob delete-batch -s docs --pattern "a/*" --delete-snapshots include
[ "$(run blob list -c docs --query "[].name")" = copy ]
