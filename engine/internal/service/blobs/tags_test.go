package blobs_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
	"github.com/rowkey/rowkey/engine/wire"
)

// setTags replaces the tags of a blob with those in the form of a query.
func (w *world) setTags(path, query string, status int, code string, headers ...string) {
	w.T.Helper()
	params, _ := wire.Params(query)
	body := []byte("<Tags><TagSet>")
	for _, p := range params {
		body = xmlbody.Append(xmlbody.Append(append(body, "<Tag>"...), "Key", p.Name), "Value", p.Value)
		body = append(body, "</Tag>"...)
	}
	w.expect("PUT", path+"?comp=tags", string(body)+"</TagSet></Tags>", status, code, headers...)
}

// tagsOf returns the tags of a blob, as text.
func (w *world) tagsOf(path string) string {
	w.T.Helper()
	return tagsIn(string(w.expect("GET", path+"?comp=tags", "", 200, "").Body))
}

func tagsIn(document string) string {
	root, err := xmlbody.Parse([]byte(document))
	if err != nil {
		return err.Error()
	}
	set, _ := root.Child("TagSet")
	var pairs []string
	for _, e := range set.Children {
		key, _ := e.Child("Key")
		value, _ := e.Child("Value")
		pairs = append(pairs, key.Text+"="+value.Text)
	}
	return strings.Join(pairs, "&")
}

// TestTags: tags come with a blob, with a copy, or by themselves, and go when it's written without them.
func TestTags(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/docs"+container, "", 201, "")
	is := func(path, want string) {
		t.Helper()
		if got := w.tagsOf(path); got != want {
			t.Errorf("%s has the tags %q, want %q", path, got, want)
		}
		count := w.expect("HEAD", path, "", 200, "").Headers.Get("x-ms-tag-count")
		if n := strings.Count(want, "="); count != map[bool]string{false: fmt.Sprint(n)}[n == 0] {
			t.Errorf("%s has the count %q", path, count)
		}
	}
	tag := w.put("/docs/a", "1", "x-ms-tags", "b=2%2F+3&a=&A=x").Headers.Get("ETag")
	is("/docs/a", "A=x&a=&b=2/ 3")
	w.setTags("/docs/a", "x=1", 204, "")
	is("/docs/a", "x=1")
	h := w.expect("GET", "/docs/a", "", 200, "").Headers
	if h.Get("ETag") != tag || h.Get("x-ms-tag-count") != "1" {
		t.Errorf("got %v", h)
	}
	w.expect("PUT", "/docs/a?comp=metadata", "", 200, "")
	is("/docs/a", "x=1")
	w.setTags("/docs/none", "x=1", 404, "BlobNotFound")

	w.expect("PUT", "/docs/copy", "", 202, "", sourceAt("/docs/a")...)
	is("/docs/copy", "")
	w.expect("PUT", "/docs/copy", "", 202, "", append(sourceAt("/docs/a"), "x-ms-tags", "y=2")...)
	is("/docs/copy", "y=2")
	took := append(sourceAt("/docs/a"), "x-ms-copy-source-tag-option", "COPY")
	w.expect("PUT", "/docs/copy", "", 202, "", took...)
	is("/docs/copy", "x=1")
	w.expect("PUT", "/docs/put", "", 201, "", append(took, "x-ms-blob-type", "BlockBlob")...)
	is("/docs/put", "x=1")
	w.expect("PUT", "/docs/copy", "", 400, "InvalidHeaderValue", append(took, "x-ms-tags", "y=2")...)
	w.expect("PUT", "/docs/listed?comp=blocklist", "<BlockList></BlockList>", 201, "", "x-ms-tags", "z=3")
	is("/docs/listed", "z=3")
	w.put("/docs/a", "1")
	is("/docs/a", "")

	ten, eleven := "0=0", "0=0"
	for i := 1; i <= 10; i++ {
		ten, eleven = eleven, eleven+fmt.Sprintf("&%c=%d", 'a'+i, i)
	}
	w.setTags("/docs/a", ten, 204, "")
	long := strings.Repeat("k", 128) + "=" + strings.Repeat("v", 256)
	w.setTags("/docs/a", long, 204, "")
	is("/docs/a", long)
	for query, code := range map[string]string{
		eleven: "TagsTooLarge", "k" + long: "TagsTooLarge", long + "v": "TagsTooLarge", "=1": "InvalidTag",
		"a=%C3%BC": "InvalidTag", "a%26=1": "InvalidTag", "a=1&a=2": "DuplicateTagNames",
	} {
		w.setTags("/docs/a", query, 400, code)
		w.expect("PUT", "/docs/a", "", 400, code, "x-ms-blob-type", "BlockBlob", "x-ms-tags", query)
	}
	for _, body := range []string{"", "<Tags/>", "<TagSet></TagSet>"} {
		w.expect("PUT", "/docs/a?comp=tags", body, 400, "InvalidXmlDocument")
	}
	w.setTags("/docs/a", "", 204, "")
	is("/docs/a", "")
	w.lease("/docs/a", "acquire for:-1 as:A", 201, "")
	w.setTags("/docs/a", "a=1", 412, "LeaseIdMissing")
	w.setTags("/docs/a", "a=1", 204, "", "x-ms-lease-id", leaseA)
	is("/docs/a", "a=1")
}

// TestTagConditions: conditions on tags are those of every operation, and join with the others.
func TestTagConditions(t *testing.T) {
	w := newWorld(t)
	w.expect("PUT", "/docs"+container, "", 201, "")
	w.put("/docs/a", "1", "x-ms-tags", "rank=5&Status=Done")
	for where, met := range map[string]bool{
		`"rank" = '5'`: true, `"rank"='4'`: false, `"rank" <> '4'`: true, `"rank" <> '5'`: false,
		`"rank">'10'`: true, `"rank" <= '5'`: true, `"rank" < '5'`: false, `"rank" >= '6'`: false,
		`"Rank" = '5'`: false, `"none" <> '5'`: false, `rank = '5'`: true,
		`"rank" = '5' AND "Status" = 'Done'`: true, `"rank" = '5' and "Status" = 'done'`: false,
		`"rank" = '4' OR "Status" = 'Done'`:                    true,
		`"rank" = '5' OR "rank" = '4' AND "Status" = 'Wrong'`:  true,
		`"rank" = '4' AND "rank" = '5' OR "Status" = 'Wrong'`:  false,
		`"rank" > '1' AND "rank" < '9' AND "Status" <> 'Open'`: true,
	} {
		status, code := 200, ""
		if !met {
			status, code = 412, "ConditionNotMet"
		}
		for _, method := range []string{"GET", "HEAD"} {
			r := w.send(method, "/docs/a", "", "x-ms-if-tags", where)
			if r.Status != status || r.Headers.Get("x-ms-error-code") != code {
				t.Errorf("%s with %s: %d", method, where, r.Status)
			}
		}
	}
	for _, where := range []string{
		`"rank"`, `"rank" =`, `"rank" = 5`, `"rank" = "5"`, `'rank' = '5'`, `"rank" == '5'`, `"rank" = '5`,
		`"rank" = '5' AND`, `"rank" = '5' XOR "a" = '1'`, `@container = 'docs'`, `"rank" > '1' AND "rank" >= '2'`,
		`("rank" = '5')`,
	} {
		w.expect("GET", "/docs/a", "", 400, "InvalidHeaderValue", "x-ms-if-tags", where)
	}
	no, yes := []string{"x-ms-if-tags", `"rank" = '4'`}, []string{"x-ms-if-tags", `"rank" = '5'`}
	w.expect("DELETE", "/docs/a", "", 412, "ConditionNotMet", no...)
	w.expect("PUT", "/docs/a?comp=metadata", "", 412, "ConditionNotMet", no...)
	w.expect("PUT", "/docs/a?comp=tier", "", 412, "ConditionNotMet", append(no, "x-ms-access-tier", "Hot")...)
	w.expect("PUT", "/docs/a", "", 412, "ConditionNotMet", append(no, "x-ms-blob-type", "BlockBlob")...)
	w.expect("PUT", "/docs/new", "", 412, "ConditionNotMet", append(yes, "x-ms-blob-type", "BlockBlob")...)
	w.expect("PUT", "/docs/a?comp=lease", "", 412, "ConditionNotMet", append(no, "x-ms-lease-action", "acquire",
		"x-ms-lease-duration", "-1")...)
	w.expect("PUT", "/docs/b", "", 412, "SourceConditionNotMet", append(sourceAt("/docs/a"),
		"x-ms-source-if-tags", no[1])...)
	w.expect("DELETE", "/docs/a", "", 412, "ConditionNotMet", append(yes, "If-Match", `"0x1"`)...)
	w.expect("DELETE", "/docs/a", "", 202, "", yes...)
}

// found returns what a search finds, as text.
func (w *world) found(path, where, more string) (lines []string, next string) {
	w.T.Helper()
	r := w.expect("GET", path+"comp=blobs&where="+wire.Escape(where, "")+more, "", 200, "")
	root, err := xmlbody.Parse(r.Body)
	if err != nil {
		w.T.Fatalf("%v", err)
	}
	all, _ := root.Child("Blobs")
	for _, e := range all.Children {
		name, _ := e.Child("Name")
		in, _ := e.Child("ContainerName")
		tags, _ := e.Child("Tags")
		set, _ := tags.Child("TagSet")
		line := in.Text + "/" + name.Text
		for _, tag := range set.Children {
			line += " " + tag.Children[0].Text + "=" + tag.Children[1].Text
		}
		lines = append(lines, line)
	}
	marker, _ := root.Child("NextMarker")
	return lines, marker.Text
}

// TestFindBlobs: a search finds blobs of all containers, or of one, in pages.
func TestFindBlobs(t *testing.T) {
	w := newWorld(t)
	for _, in := range []string{"/docs", "/logs"} {
		w.expect("PUT", in+container, "", 201, "")
		w.put(in+"/a/1", "1", "x-ms-tags", "rank=1&x=1")
		w.put(in+"/b", "1", "x-ms-tags", "rank=2")
		w.put(in+"/c", "1")
	}
	for _, c := range []struct{ path, where, want string }{
		{"/?", `"rank" > '0'`, "docs/a/1 rank=1, docs/b rank=2, logs/a/1 rank=1, logs/b rank=2"},
		{"/?", `"rank" = '1' AND x = '1'`, "docs/a/1 rank=1 x=1, logs/a/1 rank=1 x=1"},
		{"/?", `@container='logs' AND "rank" >= '2'`, "logs/b rank=2"},
		{"/docs?restype=container&", `"rank" < '2'`, "docs/a/1 rank=1"},
		{"/docs?restype=container&", `"rank" < '0'`, ""},
	} {
		if got, next := w.found(c.path, c.where, ""); strings.Join(got, ", ") != c.want || next != "" {
			t.Errorf("%s: got %q and %q, want %q", c.where, got, next, c.want)
		}
		var got []string
		for marker := ""; ; {
			page, next := w.found(c.path, c.where, "&maxresults=1&marker="+wire.Escape(marker, ""))
			got = append(got, page...)
			if marker = next; marker == "" {
				break
			}
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s in pages: got %q, want %q", c.where, got, c.want)
		}
	}
	w.expect("GET", "/?comp=blobs", "", 400, "MissingRequiredQueryParameter")
	w.expect("GET", "/none?restype=container&comp=blobs&where=a%3D%271%27", "", 404, "ContainerNotFound")
	for _, where := range []string{`"a" <> '1'`, `"a" = '1' OR "b" = '2'`, `@container > 'a'`, `x`} {
		w.expect("GET", "/?comp=blobs&where="+wire.Escape(where, ""), "", 400, "InvalidQueryParameterValue")
	}
}
