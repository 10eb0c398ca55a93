package xmlbody_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
)

func TestParse(t *testing.T) {
	const text = "\uFEFF" + xmlbody.Head + "\n" +
		"<A xmlns:x='y'><B>1 &lt; 2</B><x:C/><!-- no --><B><![CDATA[<>]]></B></A>\n"
	got, err := xmlbody.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	want := xmlbody.Element{Name: "A", Children: []xmlbody.Element{
		{Name: "B", Text: "1 < 2"}, {Name: "C"}, {Name: "B", Text: "<>"},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if b, ok := got.Child("B"); !ok || b.Text != "1 < 2" {
		t.Errorf("the first B is %v, %t", b, ok)
	}
	if _, ok := got.Child("D"); ok {
		t.Error("there is no D")
	}
}

func TestParseRefuses(t *testing.T) {
	for _, text := range []string{
		"", "text", "<A>", "<A></B>", "<A/><B/>", "<A/>text", "<A>&nope;</A>", "<!DOCTYPE a><A/>",
		"<?xml version=\"1.0\" encoding=\"latin1\"?><A/>", strings.Repeat("<A>", 50) + strings.Repeat("</A>", 50),
		"<A>" + strings.Repeat(" ", 8<<20) + "</A>",
		"<A>" + strings.Repeat("<B/>", 60_000) + "</A>",
		"<A" + strings.Repeat(` b=""`, 60_000) + "/>", "<!--" + strings.Repeat(" ", 256<<10),
		"\xFF\xFE<\x00A\x00/\x00>\x00", "<A>\x01</A>", "<A>&#0;</A>",
	} {
		if e, err := xmlbody.Parse([]byte(text)); err == nil {
			t.Errorf("%.40q was read as %v", text, e)
		}
	}
}

func TestAppend(t *testing.T) {
	got := string(xmlbody.Append(xmlbody.Append(nil, "A", "\"<&>\r\n"), "B", ""))
	if want := "<A>&quot;&lt;&amp;&gt;&#xD;\n</A><B />"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	back, err := xmlbody.Parse([]byte(got[:len(got)-len("<B />")]))
	if err != nil || back.Text != "\"<&>\r\n" {
		t.Errorf("read back as %q, %v", back.Text, err)
	}
}

func TestValid(t *testing.T) {
	for text, want := range map[string]bool{
		"": true, "a\t\r\n": true, "\u007F\U0001F600": true, "\x00": false, "a\x1F": false, "\uFFFE": false,
		"\xFF": false, "\xED\xA0\x80": false,
	} {
		if got := xmlbody.Valid(text); got != want {
			t.Errorf("%q: %t, want %t", text, got, want)
		}
	}
}

// FuzzParse: a document that can be read survives writing and reading again.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"<A/>", "\uFEFF" + xmlbody.Head + "<A b='c'><B>1 &lt; 2</B><x:C/><!-- no --><B><![CDATA[<>]]></B></A>\n",
		"<A>&#13;&#x1F600;</A>",
		"<A>a<B/>b</A>", "<!DOCTYPE a [<!ENTITY b 'c'>]><A>&b;</A>", "<A></A><B/>", "<A\x00/>",
		"<?xml version='1.1'?><A/>", "<a:b:c/>", "<A>]]></A>",
		"<A>" + strings.Repeat("x<!---->", 1000) + "</A>",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		e, err := xmlbody.Parse(body)
		if err != nil {
			return
		}
		again, err := xmlbody.Parse(write(nil, e))
		if diff := cmp.Diff(e, again); err != nil || diff != "" {
			t.Errorf("%q: %v %s", body, err, diff)
		}
		if !xmlbody.Valid(e.Text) {
			t.Errorf("%q was read as %q", body, e.Text)
		}
	})
}

// write appends an element, its text before its children.
func write(dst []byte, e xmlbody.Element) []byte {
	dst = append(append(append(dst, '<'), e.Name...), '>')
	dst = xmlbody.AppendText(dst, e.Text)
	for _, c := range e.Children {
		dst = write(dst, c)
	}
	return append(append(append(dst, "</"...), e.Name...), '>')
}
