container litestream
rows() { python3 -c "
import sqlite3
c = sqlite3.connect('$WORK/$1.db')
c.execute('pragma journal_mode=wal')
c.execute('create table if not exists t(x)')
c.executemany('insert into t values(?)', [(i,) for i in range($2)])
c.commit()
print(c.execute('select count(*) from t').fetchone()[0])"; }
cat >"$WORK/config.yml" <<Y
dbs:
  - path: $WORK/a.db
    replica:
      type: abs
      endpoint: $BLOBS
      account-name: devstoreaccount1
      account-key: $KEY
      bucket: litestream
      path: db
Y
rows a 1000
litestream replicate -config "$WORK/config.yml" &
sleep 3
rows a 500
sleep 4
kill -TERM %1 && wait %1 || true
litestream restore -config "$WORK/config.yml" -o "$WORK/back.db" "$WORK/a.db"
[ "$(rows back 0)" = 1500 ]
