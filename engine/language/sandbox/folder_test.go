package sandbox_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/language/report"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
)

// workspace is a folder in which each script finds what the one before has done.
func workspace(folder string) []sandbox.File {
	return []sandbox.File{
		{Name: "shop/2.http", Text: "# @expect rows == 3\n# @ref Orders\nGET {{host}}/Orders\n", Folder: folder},
		{Name: "shop/Orders.csv", Text: "PartitionKey,RowKey\na,1\na,2\n", Folder: folder},
		{Name: "shop/1.http", Text: "# @authorize\n# @expect status == 201\nPOST {{host}}/Orders\n\n" +
			"{\"PartitionKey\":\"{{$guid}}\",\"RowKey\":\"\"}\n###\n# @anonymous\n# @expect status == 403\n" +
			"GET {{host}}/Orders\n", Folder: folder},
	}
}

// TestFolder: the scripts of a folder share an account, which checks signatures only for those that ask for
// it. Data makes a folder of files that are in none.
func TestFolder(t *testing.T) {
	run := func(files []sandbox.File) report.Report {
		r := full.Run(files)
		if !r.OK() {
			t.Errorf("%s%s", r.AppendText(nil), r.AppendErrors(nil))
		}
		return r
	}
	var names []string
	r := run(workspace("shop"))
	for _, f := range r.Files {
		names = append(names, f.Name)
	}
	if got := strings.Join(names, " "); got != "shop/1.http shop/2.http" {
		t.Errorf("reported %s", got)
	}
	if alone := run(workspace("")); !bytes.Equal(alone.AppendJSON(nil), r.AppendJSON(nil)) {
		t.Error("files in no folder give other bytes")
	}
	page := sandbox.File{Name: "shop/a.md", Text: fence("# @expect rows == 0\nGET {{host}}/Tables\n")}
	run(append(workspace(""), page))
	others := workspace("other")
	run(append(workspace("shop"), others...))
	run([]sandbox.File{{Name: "a.http", Text: create}, {Name: "b.http", Text: create}})
}

// TestWrongFolder: if something is wrong with data, no script of the folder runs. If something is wrong with
// a script, the others run.
func TestWrongFolder(t *testing.T) {
	files := append(workspace("shop"),
		sandbox.File{Name: "shop/orders.csv", Text: "PartitionKey,RowKey\n", Folder: "shop"},
		sandbox.File{Name: "shop/Lines.csv", Text: "PartitionKey,RowKey\na,1\na,1\n", Folder: "shop"},
		sandbox.File{Name: "shop/x.csv", Text: "PartitionKey,RowKey\n", Folder: "shop"})
	r := full.Run(files)
	const want = "shop/Lines.csv:3:1: The table has an entity with these keys already: \"a\" and \"1\".\n" +
		"shop/orders.csv:1:1: The table orders has data already, in shop/Orders.csv.\n" +
		"shop/x.csv:1:1: A table can't be called \"x\".\n"
	got := ""
	for _, f := range r.Files {
		for _, e := range f.Errors {
			got += e.Error() + "\n"
		}
		if len(f.Steps) > 0 {
			t.Errorf("%s ran", f.Name)
		}
	}
	if got != want || r.ExitCode() != report.ExitBroken {
		t.Errorf("exit code %d\n%s", r.ExitCode(), got)
	}
	files = append(workspace("shop"),
		sandbox.File{Name: "shop/3.http", Text: "# @ref nothing\nGET {{host}}/Orders", Folder: "shop"})
	if r := full.Run(files); len(r.Files[0].Steps) != 2 || len(r.Files[2].Errors) != 1 {
		t.Errorf("%s%s", r.AppendText(nil), r.AppendErrors(nil))
	}
}
