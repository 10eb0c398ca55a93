package render_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/site/render"
	"github.com/rowkey/rowkey/site/render/fence"
	"github.com/rowkey/rowkey/site/render/rendertest"
)

func TestFolds(t *testing.T) {
	tests := map[string]struct{ body, want string }{
		"up to the next heading of its level": {
			"## A {.fold}\n\na\n\n### B\n\nb\n\n## C\n\nc\n",
			`<details class="fold"><summary><h2 id="a">A</h2></summary>` + "\n<p>a</p>\n" +
				`<h3 id="b"><a href="#b">B</a></h3>` + "\n<p>b</p>\n</details>\n" +
				`<h2 id="c"><a href="#c">C</a></h2>` + "\n<p>c</p>\n",
		},
		"one within another, with an id": {
			"## A {#x .fold}\n\n### B {.fold}\n\nb\n\n### C\n\nc\n",
			`<details class="fold"><summary><h2 id="x">A</h2></summary>` + "\n" +
				`<details class="fold"><summary><h3 id="b">B</h3></summary>` + "\n<p>b</p>\n</details>\n" +
				`<h3 id="c"><a href="#c">C</a></h3>` + "\n<p>c</p>\n</details>\n",
		},
		"to the end": {
			"a\n\n## B {.fold}\n\nb\n",
			"<p>a</p>\n" + `<details class="fold"><summary><h2 id="b">B</h2></summary>` + "\n<p>b</p>\n</details>\n",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			d, err := rendertest.Body(t, test.body)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, string(d.HTML)); diff != "" {
				t.Errorf("HTML (-want +got):\n%s", diff)
			}
		})
	}
}

// TestForm: what is folded, and what isn't prose, isn't counted.
func TestForm(t *testing.T) {
	const body = "One two.\n\n- three\n- `four`\n\n> five\n\n| a |\n|---|\n| b |\n\n```text\nno\n```\n\n" +
		"```http\nGET /\n```\n\n## More {.fold}\n\nsix\n\n```http\nGET /\n```\n"
	fences := script.Fences(strings.Repeat("\n", 7) + body)
	d, err := rendertest.Body(t, body,
		fence.Example{Status: "Done", Fences: fences[:1]}, fence.Example{Status: "Done", Fences: fences[1:]})
	if err != nil {
		t.Fatal(err)
	}
	if want := (render.Form{Words: 5, Open: 1}); d.Form != want {
		t.Errorf("got %+v, want %+v", d.Form, want)
	}
	const summary = `<summary><h2 id="more">More</h2> <span class="fold-note">1 example</span></summary>`
	if !strings.Contains(string(d.HTML), summary) {
		t.Errorf("no %s in\n%s", summary, d.HTML)
	}
	for _, test := range []struct {
		form render.Form
		want int
	}{{render.Form{}, 1}, {render.Form{Words: 800, Open: 7}, 6}, {render.Form{Words: 1000, Open: 10}, 8}} {
		if got := test.form.Minutes(); got != test.want {
			t.Errorf("%+v: %d minutes, want %d", test.form, got, test.want)
		}
	}
}

// TestRows: hidden examples with nothing between them are one line.
func TestRows(t *testing.T) {
	const body = "```http\nGET /a\n```\n\n```http\nGET /b\n```\n\n```http\nGET /c\n```\n\nText\n\n" +
		"```http\nGET /d\n```\n"
	fences := script.Fences(strings.Repeat("\n", 7) + body)
	var examples []fence.Example
	for i := range fences {
		examples = append(examples, fence.Example{
			Index: i, Title: "T" + string(rune('a'+i)), Fences: fences[i : i+1], Status: "Done", Hidden: true,
			Aside: i == 2,
		})
	}
	d, err := rendertest.Body(t, body, examples...)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for line := range strings.Lines(string(d.HTML)) {
		if strings.Contains(line, "<summary>Set-up") || strings.Contains(line, "ex-title") ||
			strings.HasPrefix(line, `<details class="ex-setup">`) {
			got = append(got, strings.TrimSpace(line))
		}
	}
	want := []string{
		`<details class="ex-setup"><summary>2 set-up requests, 1 more request</summary>`,
		`<div class="ex-ask"><p class="ex-title">Ta</p>`,
		`<div class="ex-ask"><p class="ex-title">Tb</p>`,
		`<div class="ex-ask"><p class="ex-title">Tc</p>`,
		`<details class="ex-setup"><summary>Set-up: Td</summary>`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

// TestLanguages: programs with nothing between them are tabs, up to the second in the same language.
func TestLanguages(t *testing.T) {
	const body = "```javascript\na\n```\n\n```go aztables\nb\n```\n\n```csharp\nc\n```\n\n```go\nd\n```\n\n" +
		"```json\n1\n```\n"
	d, err := rendertest.Body(t, body)
	if err != nil {
		t.Fatal(err)
	}
	code := func(language, text string) string {
		return `<pre class="code" tabindex="0" role="group" aria-label="Code: ` + language + `"><code>` + text +
			"\n</code></pre>\n"
	}
	tab := func(name, open string) string {
		return `<details class="rs-tab" name="langs-1" data-language="` + name + `"` + open + "><summary>" + name +
			"</summary>\n"
	}
	want := `<div class="langs rs-tabs">` + "\n" + tab("JavaScript", " open") + code("javascript", "a") +
		"</details>\n" + tab("Go", "") + code("go", "b") + "</details>\n" + tab("C#", "") + code("csharp", "c") +
		"</details>\n</div>\n" + code("go", "d") + code("json", `<span class="tk-l">1</span>`)
	if diff := cmp.Diff(want, string(d.HTML)); diff != "" {
		t.Errorf("HTML (-want +got):\n%s", diff)
	}
}
