package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/suites/azurite"
)

// folder writes files into a folder and returns its name.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "shop")
	if err := os.Mkdir(name, 0o755); err != nil {
		t.Fatal(err)
	}
	for file, text := range files {
		if err := os.WriteFile(filepath.Join(name, file), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return name
}

// shop is a folder with data of two tables and two scripts, of which the second finds what the first has
// done.
func shop() map[string]string {
	return map[string]string{
		"Orders.csv": "PartitionKey,RowKey,Total:Double\na,1,9.5\na,2,\n" +
			"# 150 times\nb,{{$pad $index 3}},{{$index}}\n",
		"Customers.csv": "PartitionKey,RowKey,Name\na,,Ann\n\"\",,\n",
		"1 write.http": "# @name more\n# @ref Orders\n# @expect status == 201\nPOST {{host}}/Orders\n\n" +
			"{\"PartitionKey\":\"a\",\"RowKey\":\"3\",\"At\":\"{{$datetime iso8601}}\"}\n",
		"2 read.http": "# @expect rows == 3\nGET {{host}}/Orders()?$filter=PartitionKey eq 'a'\n" +
			"###\n# @expect rows == 2\nGET {{host}}/Customers\n###\n# @expect rows == 150\n" +
			"GET {{host}}/Orders()?$filter=PartitionKey eq 'b'\n",
		"notes.txt": "not a script",
	}
}

// TestRunUntyped: data whose header names no types have those that an import would give them.
func TestRunUntyped(t *testing.T) {
	name := folder(t, map[string]string{
		"Orders.csv": "PartitionKey,RowKey,Total\na,1,9.5\na,2,200\n",
		"a.http":     "# @expect rows == 1\nGET {{host}}/Orders()?$filter=Total gt 10\n",
	})
	if code, stdout, stderr := rowkey("run", name); code != exitOK {
		t.Errorf("exit code %d\n%s%s", code, stdout, stderr)
	}
}

func TestRunFolder(t *testing.T) {
	files := shop()
	files["Customers.csv"] = "PartitionKey,RowKey,Name\na,\"\",Ann\n\"\",\"\",\n"
	name := folder(t, files)
	code, stdout, stderr := rowkey("run", name)
	if code != exitOK || !strings.Contains(stdout, "4 steps, 4 passed, 0 failed") {
		t.Errorf("exit code %d\n%s%s", code, stdout, stderr)
	}
	if strings.Index(stdout, "1 write.http") > strings.Index(stdout, "2 read.http") ||
		strings.Contains(stdout, "csv") {
		t.Errorf("printed\n%s", stdout)
	}
	var names []string
	for file := range files {
		names = append(names, filepath.Join(name, file))
	}
	if code, stdout, _ := rowkey(append([]string{"run"}, without(names, ".txt")...)...); code != exitOK {
		t.Errorf("one by one: exit code %d\n%s", code, stdout)
	}
	code, stdout, stderr = rowkey("run", name, "--target", service(t, auth.DevelopmentAccount))
	if code != exitOK || !strings.Contains(stdout, "4 steps, 4 passed, 0 failed") {
		t.Errorf("against a service: exit code %d\n%s%s", code, stdout, stderr)
	}
}

func without(names []string, extension string) (kept []string) {
	for _, name := range names {
		if filepath.Ext(name) != extension {
			kept = append(kept, name)
		}
	}
	return kept
}

// TestRunWrongFolder: what is wrong with data is told with its place, and no script runs.
func TestRunWrongFolder(t *testing.T) {
	name := folder(t, shop())
	for _, args := range [][]string{
		{"run", name}, {"run", name, "--target", service(t, auth.DevelopmentAccount)},
	} {
		code, stdout, stderr := rowkey(args...)
		want := filepath.Join(name, "Customers.csv") + ":2:3: The RowKey is missing."
		if code != exitUsage || !strings.Contains(stderr, want) || !strings.Contains(stdout, "0 steps") {
			t.Errorf("exit code %d\n%s%s", code, stdout, stderr)
		}
	}
	two := folder(t, map[string]string{
		"Orders.csv": "PartitionKey,RowKey\n", "orders.csv": "PartitionKey,RowKey\n",
		"a.http": "GET {{host}}/Orders\n",
	})
	if code, _, stderr := rowkey("run", two); code != exitUsage ||
		!strings.Contains(stderr, "The table orders has data already, in "+filepath.Join(two, "Orders.csv")) {
		t.Errorf("exit code %d\n%s", code, stderr)
	}
}

// TestCompare: against our own endpoint nothing differs, whatever a script does.
func TestCompare(t *testing.T) {
	t.Setenv("ROWKEY_ACCOUNT", "contoso")
	t.Setenv("ROWKEY_KEY", auth.DevelopmentKey)
	files := shop()
	delete(files, "Customers.csv")
	delete(files, "2 read.http")
	files["2 more.http"] = strings.ReplaceAll(everywhere, "Orders", "Others")
	files["3 requests.http"] = requests
	at := serveSigned(t, "contoso")
	code, stdout, stderr := rowkey("run", folder(t, files), "--compare", "--target", at(engine.Tables),
		"--queue", at(engine.Queues), "--blob", at(engine.Blobs))
	if code != exitOK || !strings.Contains(stdout, ", 0 different") {
		t.Errorf("exit code %d\n%s%s", code, stdout, stderr)
	}
}

// requests are requests to the table Orders, of which some are refused.
const requests = `# @name one
GET {{host}}/Orders(PartitionKey='a',RowKey='1')
Accept: application/json;odata=fullmetadata

###
# @name changed
MERGE {{host}}/Orders(PartitionKey='a',RowKey='1')
If-Match: {{one.response.headers.ETag}}

{"Total": 10.5}

###
# @expect status == 412
MERGE {{host}}/Orders(PartitionKey='a',RowKey='1')
If-Match: {{one.response.headers.ETag}}

{"Total": 11.5}

###
# @expect error == EntityAlreadyExists
POST {{host}}/Orders

{"PartitionKey": "a", "RowKey": "2", "At": "{{$invertedTicks}}"}

###
POST {{host}}/Orders
Prefer: return-no-content

{"PartitionKey": "a", "RowKey": "{{$invertedTicks}}", "Id@odata.type": "Edm.Guid", "Id": "{{$guid}}"}

###
GET {{host}}/Orders()?$top=2&$select=RowKey,Total

###
# @transaction both
DELETE {{host}}/Orders(PartitionKey='a',RowKey='1')
If-Match: *

###
# @transaction both
PUT {{host}}/Orders(PartitionKey='a',RowKey='9')

{"Big@odata.type": "Edm.Int64", "Big": "9007199254740993"}

###
# @expect error == TableNotFound
GET {{host}}/Nowhere()
`

// TestCompareDifferent: what differs is told for the request, in words and as JSON, and is a failure.
func TestCompareDifferent(t *testing.T) {
	t.Setenv("ROWKEY_ACCOUNT", "")
	t.Setenv("ROWKEY_KEY", "")
	at := service(t, auth.DevelopmentAccount)
	script := writeFile(t, "orders.http", strings.Replace(orders, "# @expect status == 201\n", "", 1))
	if code, stdout, _ := rowkey("run", script, "--compare", "--target", at); code != exitOK {
		t.Errorf("the first time: exit code %d\n%s", code, stdout)
	}
	code, stdout, _ := rowkey("run", script, "--compare", "--target", at)
	const want = "    differs: status\n        engine  201\n        target  409\n" +
		"    differs: error\n        engine  nothing\n        target  TableAlreadyExists\n"
	if code != exitFailed || !strings.Contains(stdout, want) ||
		!strings.Contains(stdout, "2 steps, 2 passed, 0 failed, 1 different") {
		t.Errorf("exit code %d, want\n%s\ngot\n%s", code, want, stdout)
	}
	code, stdout, _ = rowkey("run", script, "--compare", "--json", "--target", at)
	var report struct {
		OK    bool
		Files []struct {
			Steps []struct {
				Differences []struct{ Part, Here, There string }
			}
		}
	}
	if err := json.Unmarshal([]byte(stdout), &report); err != nil || code != exitFailed || report.OK {
		t.Fatalf("exit code %d, %v\n%s", code, err, stdout)
	}
	steps := report.Files[0].Steps
	if len(steps[0].Differences) != 2 || steps[0].Differences[0].There != "409" ||
		steps[1].Differences == nil || len(steps[1].Differences) > 0 {
		t.Errorf("%+v", report)
	}
}

// TestCompareAzurite: Azurite does what the engine does with usual requests, and differs where it's known to.
func TestCompareAzurite(t *testing.T) {
	const modules = "../../engine/suites/node_modules"
	if missing := azurite.Missing(modules); missing != "" {
		t.Skip("Azurite needs " + missing)
	}
	server, err := azurite.Start(modules)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	t.Setenv("ROWKEY_ACCOUNT", "")
	t.Setenv("ROWKEY_KEY", "")
	files := shop()
	delete(files, "Customers.csv")
	delete(files, "2 read.http")
	files["3 requests.http"] = requests
	code, stdout, stderr := rowkey("run", folder(t, files), "--compare", "--target", server.URL)
	for _, want := range []string{
		"10 steps, 10 passed, 0 failed, 3 different", "✔ changed  204\n✔ MERGE",
		"header Location\n        engine  Orders(PartitionKey='a',RowKey='3')\n        target  nothing",
		"body $.value[1].Total\n        engine  null\n        target  nothing",
	} {
		if code != exitFailed || !strings.Contains(stdout, want) {
			t.Errorf("exit code %d, want %q in\n%s%s", code, want, stdout, stderr)
		}
	}
}

// TestForeignFiles: of a folder only regular files within it are read, and of any file only so much.
func TestForeignFiles(t *testing.T) {
	secret := writeFile(t, "secret", "PartitionKey,RowKey,Told\na,b,the secret\n")
	for _, c := range []struct{ link, to string }{
		{"Secret.csv", secret}, {"Zero.http", "/dev/zero"}, {"Up.csv", "../../" + filepath.Base(secret)},
	} {
		for _, command := range []string{"run", "design", "lint"} {
			name := folder(t, shop())
			if err := os.Symlink(c.to, filepath.Join(name, c.link)); err != nil {
				t.Skip(err)
			}
			code, stdout, stderr := rowkey(command, name)
			if code != exitUsage || !strings.Contains(stderr, "it isn't a regular file within the folder") ||
				strings.Contains(stdout+stderr, "the secret") {
				t.Errorf("%s with %s: exit code %d\n%s%s", command, c.link, code, stdout, stderr)
			}
		}
	}
	for _, command := range []string{"run", "design", "lint"} {
		name := folder(t, shop())
		if err := os.WriteFile(filepath.Join(name, "a\n::error::b.csv"), nil, 0o644); err != nil {
			t.Skip(err)
		}
		code, stdout, stderr := rowkey(command, name)
		if code != exitUsage || strings.Contains("\n"+stdout+stderr, "\n::") {
			t.Errorf("%s of a name that a build obeys: exit code %d\n%s%s", command, code, stdout, stderr)
		}
	}
	long := filepath.Join(t.TempDir(), "long.http")
	if err := os.WriteFile(long, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(long, maxFile+1); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"run", "design", "lint"} {
		if code, _, stderr := rowkey(command, long); code != exitUsage || !strings.Contains(stderr, "64 MiB") {
			t.Errorf("%s: exit code %d\n%s", command, code, stderr)
		}
	}
	inside := folder(t, shop())
	if err := os.Symlink("1 write.http", filepath.Join(inside, "1 again.http")); err != nil {
		t.Fatal(err)
	}
	if code, stdout, stderr := rowkey("lint", inside); code != exitOK {
		t.Errorf("a link within the folder: exit code %d\n%s%s", code, stdout, stderr)
	}
}
