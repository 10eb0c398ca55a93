package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
	"github.com/google/go-cmp/cmp"
	"github.com/tidwall/gjson"

	"github.com/rowkey/rowkey/site/endpoint"
)

// asProgram is a variable of the environment with which this test is a program that queries tables. Its value
// has the filters, and how it ends.
const asProgram = "ROWKEY_TEST_PROGRAM"

// runAsProgram queries the table Orders, and ends the process.
func runAsProgram(filters string) {
	service, err := aztables.NewServiceClientFromConnectionString(os.Getenv("AzureWebJobsStorage"), nil)
	for filter := range strings.SplitSeq(filters, ";") {
		switch filter {
		case "fail":
			os.Exit(7)
		case "write":
			err = errors.Join(err, writeAndDelete(service))
			continue
		case "stay":
			signal.Ignore(syscall.SIGTERM)
			fallthrough
		case "wait":
			fmt.Println("waiting")
			time.Sleep(time.Hour)
		}
		for pages := service.NewClient("Orders").NewListEntitiesPager(
			&aztables.ListEntitiesOptions{Filter: &filter}); err == nil && pages.More(); {
			_, err = pages.NextPage(context.Background())
		}
	}
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	os.Exit(0)
}

// writeAndDelete makes a table, and leaves nothing of it.
func writeAndDelete(service *aztables.ServiceClient) error {
	days, ctx := service.NewClient("Days2026"), context.Background()
	_, err := days.CreateTable(ctx, nil)
	if err == nil {
		filter := "Note eq 'a day'"
		_, err = days.NewListEntitiesPager(&aztables.ListEntitiesOptions{Filter: &filter}).NextPage(ctx)
	}
	if err == nil {
		_, err = days.AddEntity(ctx, []byte(`{"PartitionKey":"2026","RowKey":"01-05","Note":"a day"}`), nil)
	}
	if err == nil {
		_, err = days.DeleteEntity(ctx, "2026", "01-05", nil)
	}
	if err == nil {
		_, err = days.Delete(ctx, nil)
	}
	return err
}

func TestWatch(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	orders := filepath.Join(folder, "Orders.csv")
	if err := os.WriteFile(orders, []byte("PartitionKey,RowKey,N\na,1,1\na,2,2\nb,1,3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	baseline := filepath.Join(folder, "baseline.txt")
	watch := func(filters string, flags ...string) (code int, stdout, stderr string) {
		t.Setenv(asProgram, filters)
		args := append([]string{"watch", "-seed", orders}, flags...)
		return rowkey(append(args, "--", program)...)
	}
	const point, partition, scan = "PartitionKey eq 'a' and RowKey eq '1'", "PartitionKey eq 'a'", "N gt 2"
	code, stdout, stderr := watch(point + ";" + partition)
	if code != exitOK || !strings.Contains(stdout, "2 requests of 2 shapes, 3 entities read, 2 transactions, ") {
		t.Errorf("exit code %d\n%s%s", code, stdout, stderr)
	}
	if code, _, stderr = watch(point, "--baseline", baseline); code != exitUsage ||
		!strings.Contains(stderr, "--update writes it") {
		t.Errorf("no baseline: exit code %d, %s", code, stderr)
	}
	if code, _, stderr = watch(point, "--baseline", baseline, "--update"); code != exitOK {
		t.Errorf("--update: exit code %d, %s", code, stderr)
	}
	if code, _, stderr = watch(point, "--baseline", baseline); code != exitOK || stderr != "" {
		t.Errorf("the same: exit code %d, %s", code, stderr)
	}
	code, _, stderr = watch(point+";"+scan, "--baseline", baseline, "--json")
	if code != exitFailed || !strings.Contains(stderr, " N gt ?: It's new: a table-scan that reads 3.") {
		t.Errorf("a scan: exit code %d, %s", code, stderr)
	}
	if code, _, stderr = watch(partition, "--baseline", baseline); code != exitFailed ||
		!strings.Contains(stderr, "baseline.txt:3: ") || !strings.Contains(stderr, "Nothing uses it any more") {
		t.Errorf("gone: exit code %d, %s", code, stderr)
	}
	before, err := os.ReadFile(baseline)
	if err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr = watch(scan+";fail", "--baseline", baseline, "--update", "--markdown")
	after, err := os.ReadFile(baseline)
	if code != 7 || err != nil || string(after) != string(before) ||
		!strings.Contains(stderr, "isn't written") || !strings.HasPrefix(stdout, "| requests | plan |") {
		t.Errorf("a program that fails: exit code %d, %s%s", code, stdout, stderr)
	}
	code, _, stderr = rowkey("watch", "--baseline", baseline, "--update", "--", "true")
	if after, err = os.ReadFile(baseline); code != exitFailed || err != nil || string(after) != string(before) ||
		!strings.Contains(stderr, "no request came, so ") {
		t.Errorf("a program without requests: exit code %d, %s", code, stderr)
	}
	code, stdout, stderr = watch(point, "--html", folder)
	if code != exitUsage || !strings.Contains(stdout, "1 request of 1 shape") ||
		!strings.Contains(stderr, "cannot write ") {
		t.Errorf("no place for the page: exit code %d, %s%s", code, stdout, stderr)
	}
}

// TestWatchWrites: what's written of a run is a test that passes, and a design file whose matrix says what
// the run did, though the program inserts after it has asked and leaves nothing of a table that it made.
func TestWatchWrites(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	orders := filepath.Join(folder, "Orders.csv")
	const text = "PartitionKey,RowKey,Status,N:Int32\n# 20 times\n" +
		"customer-{{$index%4}},{{$pad $index 6}},{{$index%2}},{{$index}}\n"
	if err := os.WriteFile(orders, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv(asProgram, "Status eq '1';PartitionKey eq 'customer-1';write;PartitionKey eq 'customer-2';"+
		"PartitionKey eq 'customer-1' and RowKey eq '000001'")
	to := filepath.Join(folder, "out")
	page := filepath.Join(folder, "page.html")
	code, _, stderr := rowkey("watch", "-seed", orders, "--write", to, "--html", page, "--", program)
	if code != exitOK || !strings.Contains(stderr, "watched.rowkey.yaml: What the program asks") {
		t.Fatalf("exit code %d, %s", code, stderr)
	}
	if html, err := os.ReadFile(page); err != nil || strings.Count(string(html), `class="lanes"`) != 4 ||
		strings.Count(string(html), `href="http://127.0.0.1:8080/design/#d1.`) != 1 {
		t.Errorf("%v %s", err, html)
	}
	if code, stdout, stderr := rowkey("run", to); code != exitOK || !strings.Contains(stdout, "8 passed") {
		t.Errorf("the tests: exit code %d\n%s%s", code, stdout, stderr)
	}
	code, stdout, stderr := rowkey("design", "--json", to)
	if finding := gjson.Get(stdout, "findings.0.code").String(); code != exitFailed || finding != "table-scan" {
		t.Errorf("the design: exit code %d\n%s%s", code, stdout, stderr)
	}
	got := map[string]string{}
	gjson.Get(stdout, "patterns").ForEach(func(_, p gjson.Result) bool {
		d := p.Get("designs.0")
		rate := p.Get("asks").String()
		got[p.Get("name").String()] = fmt.Sprintf("%s %.0f%s", d.Get("kind"), d.Get("figures.read").Float(),
			rate[strings.LastIndex(rate, ","):])
		return true
	})
	want := map[string]string{
		"orders by status": "table scan 20, 1/m", "orders by partitionkey": "partition scan 5, 2/m",
		"orders by partitionkey rowkey": "point query 1, 1/m", "insert entity days2026": "write 0, 1/m",
		"delete entity days2026": "write 0, 1/m", "days2026 by note": "table scan 1, 1/m",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestWatchMisused(t *testing.T) {
	for _, test := range []struct {
		args []string
		want string
	}{
		{nil, "write the command after --"},
		{[]string{"npm", "test"}, "write the command after --"},
		{[]string{"--update", "--", "true"}, "--update needs --baseline"},
		{[]string{"--json", "--markdown", "--", "true"}, "exclude each other"},
		{[]string{"-seed", "absent", "--", "true"}, "-seed absent: "},
		{[]string{"--env", "A=B", "--", "true"}, "a variable has a name without =, such as STORAGE"},
		{[]string{"--timeout", "-1s", "--", "true"}, "--timeout needs a time that isn't negative"},
		{[]string{"--", "/no/such/program"}, "cannot start /no/such/program: "},
		{[]string{"--capture", "a.har", "--", "true"}, "there's no command"},
		{[]string{"--capture", "a.har", "--baseline", "b.txt", "--update"}, "--update needs a run"},
		{[]string{"--capture", "a.har", "--at", "http://127.0.0.1:1"}, "exclude each other"},
		{[]string{"--at", "http://127.0.0.1:1"}, "no control interface at http://127.0.0.1:1: start it with"},
		{[]string{"--at", "%"}, "isn't a URL"},
		{[]string{"--at", "http://127.0.0.1:1", "--https", "--", "true"}, "--https and --env are for"},
		{[]string{"--at", "http://127.0.0.1:1", "--write", "out"}, "--write and --html need a run or a capture"},
		{[]string{"--at", "http://127.0.0.1:1", "-seed", "a.csv"}, "-seed is for an account of its own"},
		{[]string{"--at", "http://127.0.0.1:1", "--timeout", "9s"}, "--timeout ends a command"},
		{[]string{"--capture", "a.har", "-seed", "a.csv"}, "-seed is for an account of its own"},
		{[]string{"--capture", "a.har", "--env", "A"}, "and --capture runs none"},
		{[]string{"--html", "/no/such/a.html", "--", "true"}, "cannot write /no/such/a.html: there's no folder"},
		{[]string{"--write", "/dev/null", "--", "true"}, "cannot write to /dev/null: it isn't a folder"},
		{[]string{"--capture", "/no/such.har"}, "cannot read /no/such.har: no such file"},
	} {
		code, _, stderr := rowkey(append([]string{"watch"}, test.args...)...)
		if code != exitUsage || !strings.Contains(stderr, test.want) {
			t.Errorf("%q: exit code %d, %s", test.args, code, stderr)
		}
	}
}

// TestWatchAt: an endpoint that runs already says what came while it's watched.
func TestWatchAt(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	control := endpoint.NewControl()
	interfaceOf := httptest.NewServer(control.Server().Handler)
	defer interfaceOf.Close()
	w := watching{}
	w.options.Control = control
	code, err := w.beside(console{out: io.Discard, err: io.Discard}, func(connection string) (int, error) {
		t.Setenv(asProgram, "N gt 2;fail")
		t.Setenv("AzureWebJobsStorage", connection)
		code, stdout, stderr := rowkey("watch", "--at", interfaceOf.URL+"/", "--", program)
		if code != 7 || !strings.Contains(stdout, "1 request of 1 shape") || !strings.Contains(stdout, "N gt ?") {
			t.Errorf("exit code %d\n%s%s", code, stdout, stderr)
		}
		said, stop := startHere(t, watchCommand, "--at", interfaceOf.URL)
		said("watching what comes to the endpoint of " + interfaceOf.URL)
		stop()
		for status := http.StatusOK; status == http.StatusOK; { // others that nobody ends
			response, err := http.Post(interfaceOf.URL+"/watch", "", nil)
			if err != nil {
				return 0, err
			}
			_ = response.Body.Close()
			status = response.StatusCode
		}
		if code, _, stderr = rowkey("watch", "--at", interfaceOf.URL); code != exitUsage ||
			!strings.Contains(stderr, "there are 16 watches") {
			t.Errorf("too many: exit code %d, %s", code, stderr)
		}
		other := httptest.NewServer(http.NotFoundHandler())
		defer other.Close()
		if code, _, stderr = rowkey("watch", "--at", other.URL); code != exitUsage ||
			!strings.Contains(stderr, "isn't the control interface of an endpoint") {
			t.Errorf("another server: exit code %d, %s", code, stderr)
		}
		return 0, nil
	})
	if code != 0 || err != nil {
		t.Error(code, err)
	}
}

// TestWatchEnds: a command that doesn't end by itself is told to, and then ended by force. What it did is
// reported.
func TestWatchEnds(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ignored := make(chan os.Signal, 1)
	signal.Notify(ignored, syscall.SIGTERM) // the last one may come too late for the command
	defer signal.Stop(ignored)
	for _, test := range []struct {
		filters, want string
		flags         []string
	}{
		{"N gt 2;wait", "was ended by a signal; this is what came until then\n\nrequests", nil},
		{"N gt 2;stay", "1 request of 1 shape", nil},
		{"wait", "was ended by --timeout; this is what came until then", []string{"--timeout", "1ns"}},
	} {
		t.Setenv(asProgram, test.filters)
		in, out := io.Pipe()
		ended, over := make(chan int, 1), make(chan struct{})
		go func() {
			ended <- watchCommand(console{out: out, err: out}, append(test.flags, "--", program))
			close(over)
			_ = out.Close()
		}()
		var said strings.Builder
		for lines := bufio.NewScanner(in); lines.Scan(); {
			said.WriteString(lines.Text() + "\n")
			if lines.Text() == "waiting" {
				go insist(t, over)
			}
		}
		if code := <-ended; code != exitFailed || !strings.Contains(said.String(), test.want) {
			t.Errorf("%s: exit code %d, %s", test.filters, code, said.String())
		}
	}
}

// TestWatchTwice: several at a time have accounts of their own, and what they write together is whole.
func TestWatchTwice(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(asProgram, "PartitionKey eq 'a';PartitionKey eq 'a' and RowKey eq '1'")
	baseline := filepath.Join(t.TempDir(), "baseline.txt")
	orders := writeFile(t, "Orders.csv", "PartitionKey,RowKey\na,1\n")
	var both sync.WaitGroup
	for range 3 {
		both.Go(func() {
			code, stdout, stderr := rowkey("watch", "-seed", orders, "--baseline", baseline, "--update", "--",
				program)
			if code != exitOK || !strings.Contains(stdout, "2 requests of 2 shapes, 2 entities read") {
				t.Errorf("exit code %d\n%s%s", code, stdout, stderr)
			}
		})
	}
	both.Wait()
	entries, err := os.ReadDir(filepath.Dir(baseline))
	code, _, stderr := rowkey("watch", "-seed", orders, "--baseline", baseline, "--", program)
	if code != exitOK || err != nil || len(entries) != 1 {
		t.Errorf("exit code %d, %s, %v %v", code, stderr, entries, err)
	}
}

// insist tells this program to end until something is over.
func insist(t *testing.T, over <-chan struct{}) {
	for again := time.Tick(20 * time.Millisecond); ; {
		select {
		case <-over:
			return
		case <-again:
			terminate(t)
		}
	}
}

func TestWatchCapture(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.log")
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const line = `{"operationName":"QueryEntities","statusCode":200,"uri":"https://contoso.table.core.windows.net/` +
		`Orders()?$filter=Total%20gt%205"}` + "\n"
	write(name, line+line)
	code, stdout, _ := rowkey("watch", "--capture", name, "--capture", name)
	if code != exitOK || !strings.Contains(stdout, "       4  table-scan     ?     ?") {
		t.Errorf("exit code %d\n%s", code, stdout)
	}
	baseline := name + ".txt"
	write(baseline, "point 1 QueryEntity Orders\n")
	code, _, stderr := rowkey("watch", "--capture", name, "--baseline", baseline)
	if code != exitFailed || !strings.Contains(stderr, "a table-scan that reads what the capture doesn't say") {
		t.Errorf("a new scan: exit code %d, %s", code, stderr)
	}
	write(name, line+"oh\n")
	if code, _, stderr = rowkey("watch", "--capture", name); code != exitUsage ||
		!strings.Contains(stderr, "a.log:2: this isn't JSON") {
		t.Errorf("a bad line: exit code %d, %s", code, stderr)
	}
}
