package matrix_test

import (
	"math"
	"os"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/compile"
	"github.com/rowkey/rowkey/engine/design/generate"
	"github.com/rowkey/rowkey/engine/design/matrix"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/account"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// TestByHand stores the data of whole applications with the inserts of the plans, sends the requests of the
// questions one after the other, and counts. The matrix has the same figures.
func TestByHand(t *testing.T) {
	for _, name := range []string{"../../../patterns/designs/scores", "../../../patterns/designs/stock",
		"../command/testdata/tags", "../command/testdata/streams"} {
		text, err := os.ReadFile(name + ".rowkey.yaml")
		if err != nil {
			t.Fatal(err)
		}
		f := parse(t, string(text))
		for _, e := range f.Entities {
			e.Count = min(e.Count, 1200)
		}
		m, err := matrix.Run(f, matrix.Options{Choices: 1})
		if err != nil {
			t.Fatal(err)
		}
		for k, d := range f.Designs {
			h := stored(t, f, d)
			for i, p := range f.Patterns {
				if plan := &m.Cells[i][k].Plan; p.Verb != design.Read || plan.Follow.Place != nil {
					continue
				}
				got, want := h.ask(&m.Cells[i][k].Plan), m.Cells[i][k].Figures
				if math.Abs(got.Bytes-want.Bytes) > want.Bytes/100+2 {
					t.Errorf("%s, %s under %s: %v bytes, not %v", name, p.Name, d.Name, got.Bytes, want.Bytes)
				}
				got.Bytes, got.Scale, got.Wanted = want.Bytes, want.Scale, want.Wanted
				got.Most, got.MostPages = want.Most, want.MostPages
				if got != want {
					t.Errorf("%s, %s under %s: %+v, not %+v", name, p.Name, d.Name, got, want)
				}
			}
		}
	}
}

// hand is an account, and what sends requests to it.
type hand struct {
	t       *testing.T
	account *account.Account
}

// stored fills an account with the data of a file.
func stored(t *testing.T, f *design.File, d *design.Design) *hand {
	t.Helper()
	s, err := store.Open(store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	h := &hand{t, account.Open(s, enginetest.Options())}
	for _, p := range d.Places {
		h.send(design.Request{Method: "POST", Body: `{"TableName":"` + p.Table + `"}`,
			Headers: []string{"Content-Type: application/json", "Accept: application/json"}}, "Tables")
	}
	for _, e := range f.Entities {
		insert := &design.Pattern{Verb: design.Insert, Entity: e}
		for _, properties := range generate.Entities(e, e.Count, f.Seed) {
			for _, r := range compile.Compile(insert, d, compile.Input{Entity: properties}).Requests {
				response, _ := h.send(r, r.Path)
				if response.Status >= 300 || strings.Contains(string(response.Body), "HTTP/1.1 4") {
					t.Fatalf("%s: %d %s", r.Path, response.Status, response.Body)
				}
			}
		}
	}
	return h
}

func (h *hand) send(r design.Request, path string) (wire.Response, trace.Trace) {
	req := wire.Request{Method: r.Method, URL: enginetest.Base + "/" + path,
		Body: []byte(strings.ReplaceAll(r.Body, compile.Host, enginetest.Base))}
	for _, header := range r.Headers {
		name, value, _ := strings.Cut(header, ": ")
		req.Headers.Add(name, value)
	}
	return h.account.Do(grant.Table, req)
}

// ask sends the requests of a plan, and for the next page until there's none or enough came.
func (h *hand) ask(plan *design.Plan) (sum design.Figures) {
	const next = "x-ms-continuation-"
	for _, r := range plan.Requests {
		path, returned := r.Path, 0
		for path != "" {
			response, did := h.send(r, path)
			sum.Requests++
			sum.Read += float64(did.Cost.EntitiesRead)
			sum.Returned += float64(did.Cost.EntitiesReturned)
			sum.Transactions += float64(did.Cost.Transactions)
			sum.Bytes += float64(len(response.Body))
			returned += did.Cost.EntitiesReturned
			token := ""
			for _, header := range response.Headers {
				if name, ok := strings.CutPrefix(strings.ToLower(header.Name), next); ok {
					token += "&" + name + "=" + header.Value
				}
			}
			if path = ""; token != "" && (r.Top == 0 || returned < r.Top) {
				path = strings.Replace(r.Path+token, "()&", "()?", 1)
			}
		}
	}
	return sum
}

// TestTransactionByHand: the answer to a transaction is about as long as it's said to be.
func TestTransactionByHand(t *testing.T) {
	for _, batch := range []string{"2", "20", "100"} {
		together := "insert: Reading, same: [Device], batch: " + batch
		f := parse(t, strings.Replace(file, "insert: Reading", together, 1))
		f.Entities[0].Count = 300
		m, err := matrix.Run(f, matrix.Options{Choices: 1})
		if err != nil {
			t.Fatal(err)
		}
		h := stored(t, f, f.Designs[0])
		c := &m.Cells[3][0]
		if got := h.ask(&c.Plan); math.Abs(got.Bytes-c.Figures.Bytes) > got.Bytes/20 || got.Requests != 1 {
			t.Errorf("a transaction of %s has %v bytes, not %v", batch, got.Bytes, c.Figures.Bytes)
		}
	}
}
