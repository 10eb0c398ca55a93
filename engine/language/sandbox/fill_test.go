package sandbox_test

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/language/report"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/wire"
)

const orders = "```csv Orders\nPartitionKey,RowKey,Total:Double\na,1,9.5\n# 3 times\nb,{{$index}},\n```\n\n"

// TestDataOfPages: a request finds the data of the table that it addresses, and of no other. Data is no
// step, and no time passes.
func TestDataOfPages(t *testing.T) {
	text := orders + fence("# @expect rows == 4\nGET {{host}}/Orders\n") +
		fence("# @expect rows == 0\nGET {{host}}/Tables\n") +
		fence("# @expect rows == 1\n# @ref Orders\nGET {{host}}/Tables\n") +
		fence("# @expect body $.Timestamp == 2026-01-05T09:00:00Z\n"+
			"# @expect header ETag == W/\"datetime'2026-01-05T09%3A00%3A00Z'\"\n"+
			"# @expect body $.Total == 9.5\nGET {{host}}/orders(PartitionKey='a',RowKey='1')\n") +
		fence("# @name less\n# @expect status == 204\nDELETE {{host}}/Orders(PartitionKey='a',RowKey='1')\n"+
			"If-Match: *\n") +
		fence("# @ref less\n# @expect rows == 3\n# @expect total.transactions == 2\nGET {{host}}/Orders\n")
	for name, b := range map[string]sandbox.Sandbox{"full": full.Sandbox(), "tables": sandbox.Tables()} {
		r, err := b.Run([]sandbox.File{{Name: "a.md", Text: text}})
		if err != nil || !r.OK() || len(r.Files[0].Steps) != 6 {
			t.Errorf("%s: %v\n%s%s", name, err, r.AppendText(nil), r.AppendErrors(nil))
		}
	}
}

// TestWrongData: data that can't be stored is an error at its place, in a page and in a file.
func TestWrongData(t *testing.T) {
	text := "```csv Orders\nPartitionKey,RowKey\na,1\na,2\na,1\n```\n\n" + fence("GET {{host}}/Orders\n")
	const want = `a.md:5:1: The table has an entity with these keys already: "a" and "1".`
	r := full.Run([]sandbox.File{{Name: "a.md", Text: text}})
	if r.ExitCode() != report.ExitBroken || len(r.Files[0].Errors) != 1 || r.Files[0].Errors[0].Error() != want {
		t.Errorf("exit code %d, errors %v", r.ExitCode(), r.Files[0].Errors)
	}
	x := full.Example(script.Parse("a.md", text), 1)
	if x.OK || len(x.Errors) != 1 || x.Errors[0].Error() != want || x.Status != "Not run" {
		t.Errorf("%+v", x)
	}
}

// TestDataInSession: in an account that stays open, data is stored once.
func TestDataInSession(t *testing.T) {
	b := full.Sandbox()
	a := b.Open()
	defer a.Close()
	s := script.Parse("a.md", orders+fence("# @expect rows == 4\nGET {{host}}/Orders\n")+
		fence("# @authorize\n# @expect status == 200\nGET {{host}}/Orders\n"))
	for _, index := range []int{1, 1, 2} {
		if r, err := b.ExampleIn(a, s, index, view.AsWritten); err != nil || !r.OK {
			t.Errorf("example %d: %v %+v", index, err, r)
		}
	}
}

// fill fills a table of the account, and returns what came of it.
func fill(a *sandbox.Account, text string, m sandbox.Mode) (stored, refused int, errors string) {
	f := a.Fill(data.Parse("Orders", text, data.Whole("Orders.csv")), m)
	for _, e := range f.Errors {
		errors += strings.TrimPrefix(e.Error(), "Orders.csv:") + "\n"
	}
	return f.Stored, f.Refused, errors
}

func count(a *sandbox.Account) int {
	r, _, _ := a.Do(wire.Request{Method: "GET", URL: sandbox.Host + "/Orders",
		Headers: wire.Headers{{Name: "Accept", Value: "application/json;odata=nometadata"}}})
	return strings.Count(string(r.Body), `"RowKey"`)
}

func TestFill(t *testing.T) {
	const good = "PartitionKey,RowKey,N:Int32\na,1,1\na,2,2\n"
	const bad = "PartitionKey,RowKey,N:Int32\na,2,2\na,3,x\na,4,\na,4,\n"
	taken := "2:1: The table has an entity with these keys already: \"a\" and \"2\".\n"
	wrong := "3:5: N: \"x\" isn't an Int32.\n"
	twice := "5:1: The table has an entity with these keys already: \"a\" and \"4\".\n"
	a := full.Sandbox().Open()
	defer a.Close()
	for _, c := range []struct {
		text            string
		mode            sandbox.Mode
		stored, refused int
		errors          string
		inTable         int
	}{
		{good, sandbox.Whole, 2, 0, "", 2},
		{bad, sandbox.Whole, 0, 4, taken + wrong + twice, 2},
		{bad, sandbox.Keep, 1, 3, taken + wrong + twice, 3},
		{"RowKey\n1", sandbox.Keep, 0, 0, "1:1: There is no column PartitionKey.\n", 3},
		{"PartitionKey,RowKey\n1", sandbox.Keep, 0, 1,
			"2:1: Expected 2 cells, one for each column, found 1.\n", 3},
	} {
		stored, refused, errors := fill(a, c.text, c.mode)
		if stored != c.stored || refused != c.refused || errors != c.errors || count(a) != c.inTable {
			t.Errorf("%q: stored %d, refused %d, %d in the table, errors\n%s",
				c.text, stored, refused, count(a), errors)
		}
	}
}

// TestFillFull: data that is too much for an account is an error.
func TestFillFull(t *testing.T) {
	text := "PartitionKey,RowKey,Text\n# 5000 times\na,{{$index}},{{$pad 0 30000}}"
	for mode, want := range map[sandbox.Mode]bool{
		sandbox.Whole: false, sandbox.Keep: true,
	} {
		a := full.Sandbox().Open()
		stored, refused, errors := fill(a, text, mode)
		if stored+refused != 5000 || stored > 2000 == !want ||
			errors != "3:1: The account is full: it can't store more than 64 MiB.\n" {
			t.Errorf("mode %d: stored %d, refused %d, errors\n%s", mode, stored, refused, errors)
		}
		a.Close()
	}
}
