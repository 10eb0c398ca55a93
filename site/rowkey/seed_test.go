package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine"
)

// seeds writes files into a folder.
func seeds(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func TestSeed(t *testing.T) {
	const message = "<QueueMessage><MessageText>aGk=</MessageText></QueueMessage>"
	folder := seeds(t, map[string]string{
		"Orders.csv":      "PartitionKey,RowKey,Quantity\na,1,5\na,2,7\n",
		"people.json":     `[{"PartitionKey":"p","RowKey":"1","Age":30},{"PartitionKey":"p","RowKey":"2"}]`,
		"Events.jsonl":    "{\"PartitionKey\":\"e\",\"RowKey\":\"1\"}\n{\"PartitionKey\":\"e\",\"RowKey\":\"2\"}\n",
		"Parts.typed.csv": "PartitionKey,RowKey,Size,Size@type\nq,1,9,Edm.Int64\n",
		".hidden.csv":     "nothing",
		"notes.txt":       "nothing",
		"z.http": "PUT {{queue}}/work\n\n###\nPOST {{queue}}/work/messages\n\n" + message +
			"\n\n###\nPUT {{blob}}/docs?restype=container\n",
		"again.http": "# @expect status == 409\nPOST {{host}}/Tables\nContent-Type: application/json\n\n" +
			"{\"TableName\":\"Orders\"}\n",
		"orders-query.http": "# @expect rows == 1\nGET {{host}}/Orders()?$filter=Quantity gt 6\n",
	})
	a, err := openSeed([]string{folder})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := a.Contents(), (engine.Contents{Tables: 4, Entities: 7, Messages: 1}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
}

// TestSeedRefused: whatever is wrong with a seed, there's no account, and the error says where.
func TestSeedRefused(t *testing.T) {
	folder := seeds(t, map[string]string{
		"refused.http": "POST {{host}}/Orders\nContent-Type: application/json\n\n" +
			"{\"PartitionKey\":\"a\",\"RowKey\":\"\"}\n",
		"missed.http": "# @expect rows == 1\nGET {{host}}/Tables\n",
		"broken.http": "GTE {{host}}/Tables\n",
		"Rows.json":   `[{"Name":"Jo"}]`,
		"Bad.csv":     "PartitionKey,RowKey\na\tb,1\n",
	})
	for name, want := range map[string]string{
		"refused.http": "-seed refused.http:1: POST /Orders got 404",
		"missed.http":  "-seed missed.http:2: rows == 1  missed.http:1",
		"broken.http":  "-seed broken.http:1: ",
		"Rows.json":    "Rows.json: its rows have no PartitionKey and RowKey",
		"Bad.csv":      "-seed Bad.csv:2: ",
		"absent":       "absent: no such file or directory",
		".":            "-seed broken.http:1: ",
	} {
		a, err := openSeed([]string{filepath.Join(folder, name)})
		if a != nil || err == nil || name != "." && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
	code, _, stderr := rowkey("serve", "-data", folder, "-seed", folder)
	if code != exitUsage || !strings.Contains(stderr, "-seed and -data exclude each other") {
		t.Errorf("exit code %d, %s", code, stderr)
	}
}

// TestServeSeeded: what's served has the seed, and rowkey health says when it is.
func TestServeSeeded(t *testing.T) {
	folder := seeds(t, map[string]string{"Orders.csv": "PartitionKey,RowKey\na,1\n"})
	said, stop := serveHere(t, "-tables", "127.0.0.1:0", "-queues", "", "-blobs", "", "-seed", folder)
	said("account devstoreaccount1, in memory, with 1 table with 1 entity")
	address := strings.TrimSuffix(strings.TrimPrefix(said("  tables at "), "http://"), "/devstoreaccount1")
	said("requests without a signature are refused")
	health := []string{"health", "-tables", address, "-queues", "", "-blobs", ""}
	if code, stdout, stderr := rowkey(health...); code != exitOK || stdout+stderr != "" {
		t.Errorf("exit code %d, %s%s", code, stdout, stderr)
	}
	stop()
	code, _, stderr := rowkey(health...)
	if code != exitFailed || stderr != "rowkey: nobody answers at "+address+"\n" {
		t.Errorf("exit code %d, %s", code, stderr)
	}
	if code, _, _ := rowkey(append(health, "-wait", "50ms")...); code != exitFailed {
		t.Errorf("exit code %d", code)
	}
}
