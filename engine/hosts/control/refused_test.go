package control_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestRefused: what the interface can't do it refuses with a reason, and nothing changes.
func TestRefused(t *testing.T) {
	for _, test := range []struct {
		status             int
		request, body, why string
	}{
		{404, "GET /", ``, "there is no /: there are /clock, /faults, /health, /pages, /requests, /throttle"},
		{404, "GET /clock/now", ``, "there is no /clock/now: there are "},
		{405, "PUT /faults", `"busy"`, "/faults has no PUT, but DELETE, GET, POST"},
		{405, "POST /health", ``, "/health has no POST, but GET"},
		{404, "DELETE /faults/7", ``, `there is no rule "7"`},
		{400, "POST /faults", ``, "the body isn't JSON"},
		{400, "POST /faults", `{"fault":"busy"`, "the body isn't JSON"},
		{400, "POST /faults", `7`, "write an object, or a string with the same in one line"},
		{400, "POST /faults", `{}`, "the rule needs a fault: there are busy, error, timeout, "},
		{400, "POST /faults", `{"fault":"bussy"}`, `fault: there is no "bussy"; did you mean busy?`},
		{400, "POST /faults", `{"fault":"busy","tabel":"Orders"}`, `there is no "tabel" here; did you mean table?`},
		{400, "POST /faults", `{"fault":"busy","nth":"1"}`, "nth needs to be a number"},
		{400, "POST /faults", `{"fault":"busy","table":null}`, "table needs to be a string"},
		{400, "POST /faults", `{"fault":"busy","table":""}`, "table: it's empty; leave it out for any"},
		{400, "POST /faults", `{"fault":"busy","nth":1,"nth":2}`, "nth is there twice"},
		{400, "POST /faults", `{"fault":"busy","nth":0}`, `nth: "0" isn't a whole number from 1 to `},
		{400, "POST /faults", `{"fault":"busy","nth":1.5}`, `nth: "1.5" isn't a whole number from 1 to `},
		{400, "POST /faults", `{"fault":"busy","rate":0}`, `rate: "0" isn't a part of all requests`},
		{400, "POST /faults", `{"fault":"busy","rate":1.1}`, `rate: "1.1" isn't a part of all requests`},
		{400, "POST /faults", `"busy rate=NaN"`, `rate: "NaN" isn't a part of all requests`},
		{400, "POST /faults", `"busy operation=InsertEntities"`,
			`operation: there is no "InsertEntities"; did you mean InsertEntity?`},
		{400, "POST /faults", `"busy operation=Nonsense"`, `operation: there is no "Nonsense": there are ` +
			`QueryTables, QueryTable, CreateTable, DeleteTable, QueryEntities, QueryEntity, …`},
		{400, "POST /faults", `"busy table=Orders queue=jobs"`,
			"no request fulfills both: table is about tables, queue about queues"},
		{400, "POST /faults", `"busy service=blobs operation=PutMessage"`,
			"no request fulfills both: service is about blobs, operation about queues"},
		{400, "POST /faults", `"busy nth=1 rate=0.5"`, "nth chooses one request: leave out rate"},
		{400, "POST /faults", `"busy seed=5"`, "seed needs a rate"},
		{400, "POST /faults", `"busy each=twice"`, `each: there is no "twice": there is once`},
		{400, "POST /faults", `"slow wait=5"`, `wait: "5" isn't a span of time: write 500ms`},
		{400, "POST /faults", `"slow wait=11m"`, `wait: "11m" isn't a wait`},
		{400, "POST /faults", `"slow wait=0s"`, `wait: "0s" isn't a wait`},
		{400, "POST /faults", `"hang wait=5s"`, "there is no answer that could wait with hang"},
		{400, "POST /faults", `"error retryAfter=5"`, "retryAfter is for busy: leave it out"},
		{400, "POST /faults", `"busy slow"`, `"slow" has no name, as in NAME=VALUE: there are fault, account, `},
		{400, "POST /faults", `"busy fault=slow"`, "fault is there twice"},
		{400, "PUT /clock", `"2026-01-05 frosen"`, `"frosen" has no name, as in NAME=VALUE; did you mean frozen?`},
		{400, "POST /faults", `["busy", "buzy"]`, `rule 2: fault: there is no "buzy"; did you mean busy?`},
		{400, "PUT /clock", `{"now":"yesterday"}`, `now: "yesterday" isn't a time: write 2026-01-05T09:00:00Z`},
		{400, "PUT /clock", `{"now":"2026-02-30T00:00:00Z"}`, `now: "2026-02-30T00:00:00Z" isn't a time`},
		{400, "PUT /clock", `{"now":"0001-01-01"}`, "the clock can't be set to 0001-01-01T00:00:00Z: "},
		{400, "PUT /clock", `{"advance":"2999999d"}`, "the clock can't be set to "},
		{400, "PUT /clock", `{"advance":"3000000d"}`, `advance: "3000000d" isn't a span of time`},
		{400, "PUT /clock", `{"advance":"soon"}`, `advance: "soon" isn't a span of time`},
		{400, "PUT /clock", `{"frozen":"yes"}`, "frozen needs to be true or false"},
		{400, "PUT /clock", `"frozen=yes"`, "frozen needs to be true or false"},
		{400, "PUT /pages", `"tiny"`, `mode: there is no "tiny": there are short, full`},
		{400, "PUT /pages", `{"seed":3}`, "seed is for the mode short"},
		{400, "PUT /throttle", `"100"`, `"100" has no name, as in NAME=VALUE: there are on, partition, `},
		{400, "PUT /throttle", `{"partition":0}`, `partition: "0" isn't a whole number from 1 to 1000000`},
		{400, "PUT /throttle", `{"on":false}`, "throttling is off without on: true; to end it, DELETE it"},
	} {
		w := newWorld(t)
		before := w.state()
		method, path, _ := strings.Cut(test.request, " ")
		got := w.asked(test.status, method, path, test.body).Get("error").String()
		if !strings.HasPrefix(got, test.why) {
			t.Errorf("%s %s\n got %s\nwant %s…", test.request, test.body, got, test.why)
		}
		if after := w.state(); after != before {
			t.Errorf("%s %s changed %s to %s", test.request, test.body, before, after)
		}
	}
}

// state is what all resources say.
func (w *world) state() (all string) {
	w.Helper()
	for _, path := range []string{"/faults", "/requests", "/clock", "/pages", "/throttle"} {
		all += w.asked(200, "GET", path, "").Raw
	}
	return all
}

// TestQuoted: a value with spaces has quotes in the one-line form.
func TestQuoted(t *testing.T) {
	w := newWorld(t)
	w.asked(200, "POST", "/faults", `"busy  partitionKey=\"a b=\\\"c\\\"\" nth=1 "`)
	if got := w.asked(200, "GET", "/faults", "").Get("faults.0.partitionKey").String(); got != `a b="c"` {
		t.Errorf("got %s", got)
	}
}

// TestOperations: rules know the names of all operations that services have.
func TestOperations(t *testing.T) {
	found := 0
	for _, folder := range []string{"tables", "queues", "blobs", "settings"} {
		root := "../../internal/service/" + folder
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				return err
			}
			for _, text := range operationsIn(file) {
				found++
				w := newWorld(t)
				if status, _ := w.control.Handle("POST", "/faults", `"busy operation=`+text+`"`); status != 200 {
					t.Errorf("add %s to operations in subject.go", text)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if found < 50 {
		t.Errorf("only %d operations were found", found)
	}
}

// operationsIn returns the first strings in calls of Reads and Writes, and in literals of operations.
func operationsIn(file *ast.File) (names []string) {
	first := func(args []ast.Expr) {
		if len(args) == 0 {
			return
		}
		arg := args[0]
		if pair, ok := arg.(*ast.KeyValueExpr); ok {
			arg = pair.Value
		}
		if text, ok := arg.(*ast.BasicLit); ok && text.Kind == token.STRING {
			name, _ := strconv.Unquote(text.Value)
			names = append(names, name)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			f, ok := n.Fun.(*ast.SelectorExpr)
			if ok && (strings.EqualFold(f.Sel.Name, "Reads") || strings.EqualFold(f.Sel.Name, "Writes")) {
				first(n.Args)
			}
		case *ast.CompositeLit:
			if of, ok := n.Type.(*ast.SelectorExpr); ok && of.Sel.Name == "Operation" {
				first(n.Elts)
			}
		}
		return true
	})
	return names
}
