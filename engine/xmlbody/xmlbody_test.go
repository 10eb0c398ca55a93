package xmlbody_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/xmlbody"
)

func TestParse(t *testing.T) {
	const text = "\uFEFF" + xmlbody.Head + "\n<A xmlns:x='y'><B>1 &lt; 2</B><x:C/><!-- no --><B><![CDATA[<>]]></B></A>\n"
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
