package control_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/rowkey/rowkey/engine"
)

// list is a list or query that has pages.
type list struct {
	name       string
	make, body string // creates an entry; %s is its name
	read       string // asks for the first page
	page       func(engine.Response) (names []string, next string)
}

var lists = []list{
	{"entities", "POST /Orders", `{"PartitionKey":"p","RowKey":"%s"}`, "GET /Orders()?$select=RowKey", entities},
	{"filtered", "POST /Orders", `{"PartitionKey":"p","RowKey":"%s"}`,
		"GET /Orders()?$filter=PartitionKey%20eq%20'p'&$top=6", entities},
	{"tables", "POST /Tables", `{"TableName":"%s"}`, "GET /Tables?$top=9",
		func(r engine.Response) ([]string, string) {
			return namesIn(r.Body, "value.#.TableName"), parameter(r, "NextTableName")
		}},
	{"queues", "PUT q:/%s", "", "GET q:/?comp=list", xmlList("Queue")},
	{"containers", "PUT b:/%s?restype=container", "", "GET b:/?comp=list&maxresults=8", xmlList("Container")},
	{"blobs", "PUT b:/docs/%s", "", "GET b:/docs?restype=container&comp=list", xmlList("Blob")},
	{"folders", "PUT b:/docs/%s/x", "", "GET b:/docs?restype=container&comp=list&delimiter=/",
		xmlList("BlobPrefix")},
}

func entities(r engine.Response) (names []string, next string) {
	return namesIn(r.Body, "value.#.RowKey"), parameter(r, "NextPartitionKey") + parameter(r, "NextRowKey")
}

func namesIn(body []byte, path string) (names []string) {
	for _, name := range gjson.GetBytes(body, path).Array() {
		names = append(names, name.String())
	}
	return names
}

// parameter returns the parameter that a continuation header becomes, or "".
func parameter(r engine.Response, name string) string {
	value, ok := r.Headers.Lookup("x-ms-continuation-" + name)
	if !ok {
		return ""
	}
	return "&" + name + "=" + value
}

func xmlList(element string) func(engine.Response) ([]string, string) {
	entry := regexp.MustCompile("<" + element + "><Name>([^<]*)</Name>")
	marker := regexp.MustCompile("<NextMarker>([^<]*)</NextMarker>")
	return func(r engine.Response) (names []string, next string) {
		for _, m := range entry.FindAllStringSubmatch(string(r.Body), -1) {
			names = append(names, strings.TrimSuffix(m[1], "/"))
		}
		if m := marker.FindStringSubmatch(string(r.Body)); m != nil && m[1] != "" {
			next = "&marker=" + m[1]
		}
		return names, next
	}
}

// fill creates the entries of a list, and returns their names.
func (w *world) fill(l list) (names []string) {
	w.Helper()
	if l.name == "entities" || l.name == "filtered" {
		w.do("POST /Tables", `{"TableName":"Orders"}`)
	} else if l.name == "blobs" || l.name == "folders" {
		w.do("PUT b:/docs?restype=container", "")
	}
	for i := range 25 {
		name := fmt.Sprintf("item%03d", i)
		request, body := strings.ReplaceAll(l.make, "%s", name), strings.ReplaceAll(l.body, "%s", name)
		if got := w.do(request, body); got.Status != 201 {
			w.Fatalf("%s: %s: %d %s", l.name, request, got.Status, got.Body)
		}
		names = append(names, name)
	}
	return names
}

// pagesOf reads a list to its end.
func (w *world) pagesOf(l list) (pages [][]string) {
	w.Helper()
	for next := ""; len(pages) == 0 || next != ""; {
		var names []string
		names, next = l.page(w.do(l.read+next, ""))
		if pages = append(pages, names); len(pages) > 500 {
			w.Fatalf("%s doesn't end", l.name)
		}
	}
	return pages
}

// TestPages: in all lists and queries pages are shorter than asked for, some are empty, and together they are
// the whole, in its order.
func TestPages(t *testing.T) {
	for _, l := range lists {
		w := newWorld(t)
		want := strings.Join(w.fill(l), " ")
		empty := 0
		for seed := range 20 {
			w.asked(200, "PUT", "/pages", fmt.Sprintf(`{"mode":"short","seed":%d}`, seed))
			var all []string
			pages := w.pagesOf(l)
			for _, page := range pages {
				if all = append(all, page...); len(page) == 0 {
					empty++
				}
			}
			if len(pages[0]) > 3 {
				t.Errorf("%s: seed %d: the first page has %d entries", l.name, seed, len(pages[0]))
			}
			if got := strings.Join(all, " "); got != want {
				t.Errorf("%s: seed %d: %s", l.name, seed, got)
			}
		}
		if empty == 0 {
			t.Errorf("%s: no page was empty", l.name)
		}
		w.asked(200, "DELETE", "/pages", "")
		if pages := w.pagesOf(l); len(pages[0]) < 6 {
			t.Errorf("%s: without short pages the first has %d entries", l.name, len(pages[0]))
		}
	}
}

// TestPagesNone: a page for which no entry was asked has none, and no token.
func TestPagesNone(t *testing.T) {
	w := newWorld(t)
	w.do("POST /Tables", `{"TableName":"Orders"}`)
	w.insert("1")
	w.asked(200, "PUT", "/pages", `"short"`)
	for range 20 {
		for _, path := range []string{"/Orders()?$top=0", "/Tables?$top=0"} {
			r := w.do("GET "+path, "")
			if token := parameter(r, "NextPartitionKey") + parameter(r, "NextTableName"); token != "" ||
				string(r.Body) != `{"value":[]}` {
				t.Fatalf("%s: %s %s", path, token, r.Body)
			}
		}
	}
}
