package markup_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/site/render/markup"
)

var update = flag.Bool("update", false, "write the expected files anew")

// The fixtures are what the build and the editor must both make of the texts in them.
const (
	httpFixture       = "../../ui/testdata/highlight.json"
	javaScriptFixture = "../../ui/testdata/javascript.json"
)

type highlightCase struct {
	Name   string      `json:"name"`
	Text   string      `json:"text"`
	Tokens [][2]string `json:"tokens"`
}

var highlightTexts = [][2]string{
	{"empty", ""},
	{"title", "### Orders of one customer\n"},
	{"directives", "# @name openOrders\n# @expect status == 200\n# @expect body $.value[0].Name == \"Ann\"\n"},
	{"comments", "# plain words\n// slashes\n//@hidden\n  # indented\n# mail a@b.c\n"},
	{"variables", "@customer = customer-0042\n@both={{a}}/{{b}}\n"},
	{"point query", "GET {{host}}/Orders(PartitionKey='customer-0042',RowKey='0001')\n"},
	{"filter", "GET {{host}}/Orders()?$filter=PartitionKey eq 'it''s' and not (Total ge 10.5 or Open eq " +
		"true)&$top=10 HTTP/1.1\n"},
	{"typed literals", "GET /T()?$filter=At lt datetime'2026-01-01T00:00:00Z' and Big eq 5000000000L and X " +
		"eq X'ff'"},
	{"escapes", "GET /T()?$filter=PartitionKey%20eq%20'a%20b'&$select=A,B"},
	{"continued target",
		"GET {{host}}/Orders()\n    ?$filter=RowKey ge '{{from}}'\n    &$top=5\nAccept: " +
			"application/json;odata=nometadata\n"},
	{"continued target without blanks",
		"GET {{host}}/Orders()\n?$filter=PartitionKey eq 'a'\n&$select=RowKey\n  Accept: x\n"},
	{"headers", "DELETE {{host}}/T(PartitionKey='a',RowKey='b')\nIf-Match: " +
		"{{read.response.headers.ETag}}\nno colon\n"},
	{
		"body",
		"POST {{host}}/Orders\nContent-Type: application/json\n\n{\n  \"PartitionKey\": \"p\",\n" +
			"  \"RowKey\" : \"{{$pad {{$index}} 4}}\",\n  \"Total\": -12.5e+3, \"Open\": true, \"None\": null,\n" +
			"  \"Quote\": \"a \\\" b\"\n}\n\n### Next\nGET /",
	},
	{"comments in a body", "POST /T\n\n{\n# a comment\n  // another\n}\n"},
	{"unclosed", "GET /T()?$filter=A eq 'open\n\n\"open {{x"},
	{"no request line method", "/path only\n"},
	{"other scripts", "# Ключ 日本語 😀\nGET /T(PartitionKey='日本語',RowKey='😀')\n\n{\"é\": \"ü\", \"n\": 1}"},
	{"carriage returns", "GET /T\r\nAccept: a\r\n\r\n{}\r\n"},
	{"blank lines before the request", "\n  \n# @name a\n\nGET /T\n"},
	{"loop", "# @loop for 1000\n# @seed 7\nPUT {{host}}/T(PartitionKey='p',RowKey='{{$pad $index 6}}')\n"},
}

var javaScriptTexts = [][2]string{
	{"empty", ""},
	{"title and directives",
		"// The latest ten\n// @name latest\n// @ref events\n//@ref more\nconst a = 1; // why\n"},
	{"imports", "import { odata, TableClient as T } from \"@azure/data-tables\";\nimport { table } from " +
		"'rowkey';\n"},
	{"call", "const orders = table(\"Orders\");\nawait orders.createEntity({ partitionKey: \"p\", rowKey: " +
		"'0001', total: 7n, open: true });\n"},
	{"template", "const filter = odata`PartitionKey eq ${key} and ${{ a: `b` }.a} \\` \\${x}`;\n"},
	{"template, unclosed", "`a ${b"},
	{"template within one, cut off", "`a ${{b}"},
	{"numbers", "const a = [0x1f, 1_000, 12.5e3, 3155378975999999999n, .5];\n"},
	{"regular expressions",
		"if (/a\\/[/'\"]b/gi.test(text) && total / 2 > 1 / x) { return /x/; }\nf()\n/ 2; a[0] / 3 / 4; this / 2\n"},
	{"comment of several lines", "/* one\n * two */ let x = null;\n/* open"},
	{"short comment", "/*/ still */ 1"},
	{"unclosed", "const a = 'open\nconst b = \"it's\\\n/[open\n'\\"},
	{"members", "a.delete(b); a.default; [...of]; x?.new; a.true\n"},
	{"class", "class Retry extends Error { #n = 1; static async *all() { yield* this.#n; } }\n"},
	{"other scripts", "const größe = '日本語 😀'; // 😀\nключ(größe);\n"},
	{"carriage returns", "// a\r\nlet b = \"c\";\r\n"},
}

func TestHTTP(t *testing.T) { compareFixture(t, httpFixture, highlightTexts, markup.HTTP) }

func TestJavaScript(t *testing.T) {
	compareFixture(t, javaScriptFixture, javaScriptTexts, markup.JavaScript)
}

// highlighted are the fences whose text both highlighters cut.
var highlighted = regexp.MustCompile("(?ms)^```(http|js)[^\\n]*\\n(.*?)^```$")

// TestEditor: the editor cuts every example of the handbook as the build does, and whatever of it is left
// when a reader has typed half of it.
func TestEditor(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("Node.js is not installed")
	}
	var texts, expected [][]string
	for _, pattern := range []string{"../../../patterns/*/guide.md", "../../../docs/*.md"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			page, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, fence := range highlighted.FindAllStringSubmatch(string(page), -1) {
				language, text := fence[1], fence[2]
				for _, part := range []string{text, text[:len(text)/2], text[len(text)/3:]} {
					part = strings.ToValidUTF8(part, "")
					cut := map[string]func(string) []markup.Token{"http": markup.HTTP, "js": markup.JavaScript}[language]
					var tokens []string
					for _, token := range cut(part) {
						tokens = append(tokens, token.Class, token.Text)
					}
					texts, expected = append(texts, []string{language, part}), append(expected, tokens)
				}
			}
		}
	}
	for i, tokens := range inEditor(t, texts) {
		if diff := cmp.Diff(expected[i], tokens); diff != "" {
			t.Fatalf("%s\n(-build +editor):\n%s", texts[i][1], diff)
		}
	}
}

// inEditor cuts texts, each after its language, by the editor's code.
func inEditor(t *testing.T, texts [][]string) (tokens [][]string) {
	t.Helper()
	built := api.Build(api.BuildOptions{
		Stdin: &api.StdinOptions{ResolveDir: "../../ui",
			Contents: `import { highlight, javascript } from "./highlight.ts";
			import fs from "node:fs";
			const cut = ([language, text]) => (language === "js" ? javascript : highlight)(text).flat();
			console.log(JSON.stringify(JSON.parse(fs.readFileSync(0, "utf8")).map(cut)));`},
		Bundle: true, Platform: api.PlatformNode,
	})
	if len(built.Errors) > 0 {
		t.Fatal(built.Errors)
	}
	asked, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	node := exec.Command("node", "-e", string(built.OutputFiles[0].Contents))
	node.Stdin, node.Stderr = bytes.NewReader(asked), os.Stderr
	out, err := node.Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out, &tokens); err != nil || len(tokens) != len(texts) {
		t.Fatalf("%d of %d texts: %v", len(tokens), len(texts), err)
	}
	return tokens
}

func compareFixture(t *testing.T, fixture string, texts [][2]string, cut func(string) []markup.Token) {
	t.Helper()
	var cases []highlightCase
	for _, text := range texts {
		c := highlightCase{Name: text[0], Text: text[1], Tokens: [][2]string{}}
		for _, token := range cut(text[1]) {
			c.Tokens = append(c.Tokens, [2]string{token.Class, token.Text})
		}
		cases = append(cases, c)
	}
	got := encodeFixture(t, cases)
	if *update {
		if err := os.WriteFile(fixture, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(fixture)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("tokens differ from %s (-want +got); run with -update if they should:\n%s", fixture, diff)
	}
}

func encodeFixture(t *testing.T, cases []highlightCase) []byte {
	t.Helper()
	var b bytes.Buffer
	b.WriteString("[\n")
	for i, c := range cases {
		if i > 0 {
			b.WriteString(",\n")
		}
		line := &bytes.Buffer{}
		e := json.NewEncoder(line)
		e.SetEscapeHTML(false)
		if err := e.Encode(c); err != nil {
			t.Fatal(err)
		}
		b.Write(bytes.TrimSpace(line.Bytes()))
	}
	b.WriteString("\n]\n")
	return b.Bytes()
}

// A colouring may be wrong, but it may never change what is run.
func FuzzHTTP(f *testing.F) { fuzzTokens(f, highlightTexts, markup.HTTP) }

func FuzzJavaScript(f *testing.F) { fuzzTokens(f, javaScriptTexts, markup.JavaScript) }

func fuzzTokens(f *testing.F, texts [][2]string, cut func(string) []markup.Token) {
	for _, text := range texts {
		f.Add(text[1])
	}
	f.Fuzz(func(t *testing.T, text string) {
		var joined strings.Builder
		class := "none yet"
		for _, token := range cut(text) {
			if token.Text == "" || token.Class == class {
				t.Errorf("token %q of class %q is empty or could be joined with the one before", token.Text, token.Class)
			}
			class = token.Class
			joined.WriteString(token.Text)
		}
		if joined.String() != text {
			t.Errorf("tokens join to %q, text is %q", joined.String(), text)
		}
	})
}
