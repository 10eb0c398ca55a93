container pgrepo
bin=$(ls -d /usr/lib/postgresql/*/bin)
at=$WORK/pg
mkdir -p "$at/log" "$at/lock" && cat >"$at/pgbackrest.conf" <<C
[global]
repo1-type=azure
repo1-azure-account=devstoreaccount1
repo1-azure-key=$KEY
repo1-azure-container=pgrepo
repo1-azure-uri-style=path
repo1-storage-host=127.0.0.1
repo1-storage-port=20000
repo1-storage-verify-tls=n
repo1-path=/repo
repo1-retention-full=1
log-path=$at/log
lock-path=$at/lock
start-fast=y
[demo]
pg1-path=$at/data
pg1-socket-path=$at
pg1-port=25432
C
chown -R postgres "$at"
as() { (cd / && runuser -u postgres -- "$@"); }
backrest=(pgbackrest --config="$at/pgbackrest.conf" --stanza=demo)
query() { as psql -h "$at" -p 25432 -qAt -c "$1"; }
as "$bin/initdb" -D "$at/data" >"$at/init.log" 2>&1
cat >>"$at/data/postgresql.conf" <<C
port=25432
unix_socket_directories='$at'
listen_addresses=''
archive_mode=on
archive_command='${backrest[*]} archive-push %p'
C
as "$bin/pg_ctl" -w -D "$at/data" -l "$at/log/pg.log" start >"$at/start.log"
as "${backrest[@]}" stanza-create
query "create table t as select generate_series(1, 100000) x"
as "${backrest[@]}" backup --type=full
query "insert into t select generate_series(1, 1000)"
as "${backrest[@]}" backup --type=incr
query "insert into t select generate_series(1, 10)"
as "${backrest[@]}" check
as "$bin/pg_ctl" -w -D "$at/data" stop >"$at/stop.log"
rm -rf "$at/data" && as mkdir -m 700 "$at/data"
as "${backrest[@]}" restore
as "$bin/pg_ctl" -w -D "$at/data" -l "$at/log/pg.log" start >"$at/start.log"
[ "$(query "select count(*) from t")" = 101010 ]
as "${backrest[@]}" expire
as "$bin/pg_ctl" -w -D "$at/data" stop >"$at/stop.log"
