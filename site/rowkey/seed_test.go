package main

import (
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

// TestSeedFlag: a seed that can't be read is said, and nothing is served.
func TestSeedFlag(t *testing.T) {
	folder := t.TempDir()
	broken := writeFile(t, "broken.http", "GTE {{host}}/Tables\n")
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"-data", folder, "-seed", broken}, "-seed and -data exclude each other"},
		{[]string{"-seed", folder}, "the folder has none of .http, "},
		{[]string{"-seed", "absent"}, "-seed absent: no such file or directory"},
		{[]string{"-seed", broken}, "-seed broken.http:1: "},
		{[]string{"-forks", "-1"}, "-forks needs a number"},
	} {
		code, stdout, stderr := rowkey(append([]string{"serve"}, test.args...)...)
		if code != exitUsage || stdout != "" || !strings.Contains(stderr, test.want) {
			t.Errorf("%q: exit code %d, %s%s", test.args, code, stdout, stderr)
		}
	}
}
