package main

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestServeSeeded: what's served has the seed, and rowkey health says when it is.
func TestServeSeeded(t *testing.T) {
	folder := t.TempDir()
	const orders = "PartitionKey,RowKey\na,1\n"
	if err := os.WriteFile(filepath.Join(folder, "Orders.csv"), []byte(orders), 0o600); err != nil {
		t.Fatal(err)
	}
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

// TestSeedWatched: accounts begin again with a seed that has changed, and keep what they have if it's wrong.
func TestSeedWatched(t *testing.T) {
	folder := t.TempDir()
	write := func(rows string) {
		t.Helper()
		text := []byte("PartitionKey,RowKey\n" + rows)
		if err := os.WriteFile(filepath.Join(folder, "Orders.csv"), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("a,1\n")
	said, stop := serveHere(t, "-tables", "127.0.0.1:0", "-queues", "", "-blobs", "", "-unsigned",
		"-seed", folder, "-clock", "2020-01-05 frozen")
	said("account devstoreaccount1, in memory, with 1 table with 1 entity")
	url := said("  tables at ") + "/Orders"
	said("requests without a signature are accepted")
	said("on request, clock: 2020-01-05 frozen")
	const then = "?$filter=Timestamp%20lt%20datetime'2020-01-06T00:00:00Z'"
	keys := func() (found string) {
		t.Helper()
		var rows struct {
			Value []struct{ PartitionKey, RowKey string }
		}
		if err := json.Unmarshal(ask(t, "GET", url+then, ""), &rows); err != nil {
			t.Fatal(err)
		}
		for _, r := range rows.Value {
			found += r.PartitionKey + r.RowKey + " "
		}
		return found
	}
	ask(t, "POST", url, `{"PartitionKey":"b","RowKey":"1"}`)
	write("a,1\na,1\n")
	said("")
	said("changed: " + filepath.ToSlash(folder) + "/Orders.csv")
	said("rowkey: -seed Orders.csv:3: The table has an entity with these keys already")
	said("rowkey: the accounts keep what they have")
	if got := keys(); got != "a1 b1 " {
		t.Errorf("after a seed that's wrong there are %s", got)
	}
	write("a,1\na,2\nc,3\n")
	said("")
	said("changed: ")
	said("account devstoreaccount1 begins again, with 1 table with 3 entities; what was written to it is gone")
	if got := keys(); got != "a1 a2 c3 " {
		t.Errorf("after a change there are %s", got)
	}
	stop()
}

// ask sends a request to tables, and returns its answer if it's a good one.
func ask(t *testing.T, method, url, body string) []byte {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept", "application/json;odata=nometadata")
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode >= 400 {
		t.Fatalf("%s %s: %d %s %v", method, url, response.StatusCode, text, err)
	}
	return text
}

// TestSeedFlag: a seed that can't be read is said, and nothing is served.
func TestSeedFlag(t *testing.T) {
	folder := t.TempDir()
	broken := writeFile(t, "broken.http", "GTE {{host}}/Tables\n")
	if code, _, stderr := rowkey("health", "-wait", "-1s"); code != exitUsage ||
		!strings.Contains(stderr, "-wait needs a time that isn't negative") {
		t.Errorf("health: exit code %d, %s", code, stderr)
	}
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"-data", folder, "-seed", broken}, "-seed and -data exclude each other"},
		{[]string{"-seed", folder}, "the folder has none of .http, "},
		{[]string{"-seed", "absent"}, "-seed absent: no such file or directory"},
		{[]string{"-seed", broken}, "-seed broken.http:1: "},
		{[]string{"-forks", "-1"}, "-forks needs a number"},
		{[]string{"-types", "N:Int32"}, "no .csv file without types has a column N"},
	} {
		code, stdout, stderr := rowkey(append([]string{"serve"}, test.args...)...)
		if code != exitUsage || stdout != "" || !strings.Contains(stderr, test.want) {
			t.Errorf("%q: exit code %d, %s%s", test.args, code, stdout, stderr)
		}
	}
}
