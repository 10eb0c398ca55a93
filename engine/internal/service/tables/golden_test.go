package tables_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/internal/account"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

var update = flag.Bool("update", false, "rewrite the expected answers in testdata")

// TestGoldens sends the requests of each testdata/*.golden to an account of its own and compares
// every byte of the answers, and what the traces say, with the file.
//
// A file is a sequence of exchanges. Lines beginning "> " are sent: method and path, headers, an
// empty line, a body. Lines beginning "< " come back; "= " is the trace. A line "@ 40s" lets time
// pass. Other lines are comments.
func TestGoldens(t *testing.T) {
	files, err := filepath.Glob("testdata/*.golden")
	if err != nil || len(files) == 0 {
		t.Fatalf("no goldens: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".golden"), func(t *testing.T) {
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := replay(t, string(want))
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
				t.Errorf("the answers differ (-want +got):\n%s", diff)
			}
		})
	}
}

// replay runs a golden file's requests and returns the file with the answers it got.
func replay(t *testing.T, golden string) string {
	t.Helper()
	var skipped time.Duration
	e := enginetest.New(t, func(o *account.Options) {
		clock := o.Clock
		o.Clock = func() table.Ticks { return clock() + table.Ticks(skipped/100) }
	})
	var out, sent strings.Builder
	flush := func() {
		if sent.Len() == 0 {
			return
		}
		response, tr := e.Do(parseRequest(sent.String()))
		sent.Reset()
		out.WriteString(printResponse(response))
		out.WriteString(printTrace(tr))
	}
	for line := range strings.Lines(golden) {
		text := strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(text, "> ") || text == ">":
			sent.WriteString(strings.TrimPrefix(strings.TrimPrefix(text, ">"), " ") + "\n")
			out.WriteString(line)
		case strings.HasPrefix(text, "<") || strings.HasPrefix(text, "= "):
		default:
			flush()
			out.WriteString(line)
			if pause, ok := strings.CutPrefix(text, "@ "); ok {
				d, err := time.ParseDuration(pause)
				if err != nil {
					t.Fatal(err)
				}
				skipped += d
			}
		}
	}
	flush()
	return out.String()
}

// parseRequest reads the sent half of an exchange. The body of a transaction is written with LF line
// ends, which the service accepts too.
func parseRequest(text string) wire.Request {
	head, body, _ := strings.Cut(text, "\n\n")
	first, headers, _ := strings.Cut(head, "\n")
	method, path, _ := strings.Cut(strings.TrimSuffix(first, "\n"), " ")
	req := wire.Request{Method: method, URL: enginetest.Base + path, Body: []byte(body)}
	for line := range strings.Lines(headers) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		req.Headers.Add(name, value)
	}
	if !strings.Contains(body, "--") {
		req.Body = []byte(strings.TrimSuffix(body, "\n"))
	}
	return req
}

func printResponse(r wire.Response) string {
	var b strings.Builder
	fmt.Fprintf(&b, "< %d %s\n", r.Status, wire.StatusText(r.Status))
	for _, h := range r.Headers {
		fmt.Fprintf(&b, "< %s: %s\n", h.Name, h.Value)
	}
	if len(r.Body) > 0 {
		b.WriteString("<\n")
		for line := range strings.Lines(string(r.Body)) {
			b.WriteString("< " + strings.TrimRight(line, "\r\n") + "\n")
		}
	}
	return b.String()
}

func printTrace(tr trace.Trace) string {
	c := tr.Cost
	text := fmt.Sprintf("= %s", tr.Operation)
	if tr.Plan.Kind != 0 {
		text += " " + tr.Plan.Kind.String()
	}
	text += fmt.Sprintf(" read %d returned %d written %d pages %d transactions %d",
		c.EntitiesRead, c.EntitiesReturned, c.EntitiesWritten, c.Pages, c.Transactions)
	for _, p := range tr.Partitions {
		text += fmt.Sprintf(" [%s %d/%d/%d]", p.PartitionKey, p.Read, p.Returned, p.Written)
	}
	if tr.Fault != nil && tr.Fault.Hint != "" {
		text += "\n= hint: " + tr.Fault.Hint
	}
	return text + "\n"
}
