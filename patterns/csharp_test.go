package patterns_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// parseCSharp parses programs, as VS Code does before a compiler has read them, and prints what isn't C#.
const parseCSharp = `
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
const { Language, Parser } = createRequire(import.meta.url)("@vscode/tree-sitter-wasm");
const folder = process.argv[2];
await Parser.init();
const parser = new Parser();
parser.setLanguage(await Language.load(folder + "/tree-sitter-c-sharp.wasm"));

const wrongIn = (node) =>
	node.isError || node.isMissing ? [node] : node.hasError ? node.children.flatMap(wrongIn) : [];
const wrong = {};
for (const [name, code] of Object.entries(JSON.parse(readFileSync(0, "utf8")))) {
	wrong[name] = wrongIn(parser.parse(code).rootNode).map(({ startPosition, isMissing, type, text }) =>
		startPosition.row + 1 + ": " + (isMissing ? "no " + type : text.slice(0, 80)));
}
console.log(JSON.stringify(wrong));
`

var cSharpFence = regexp.MustCompile("(?ms)^```csharp\n(.*?)^```\n")

// checkCSharp fails if programs, by their names, aren't C#. No compiler is here to tell more.
func checkCSharp(t *testing.T, folder string, programs map[string]string) {
	t.Helper()
	linked(t, folder)
	grammars, err := filepath.Abs(filepath.Join(peers, "node_modules/@vscode/tree-sitter-wasm/wasm"))
	if err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(folder, "csharp.mjs")
	if err := os.WriteFile(script, []byte(parseCSharp), 0o600); err != nil {
		t.Fatal(err)
	}
	programs["wrong"] = "await table.AddEntityAsync(entity;\n"
	given, err := json.Marshal(programs)
	if err != nil {
		t.Fatal(err)
	}
	run := node(t, script, grammars)
	run.Stdin = bytes.NewReader(given)
	var complaints bytes.Buffer
	run.Stderr = &complaints
	out, err := run.Output()
	if err != nil {
		t.Fatalf("%v\n%.2000s", err, complaints.String())
	}
	var wrong map[string][]string
	if err := json.Unmarshal(out, &wrong); err != nil {
		t.Fatal(err)
	}
	for name, code := range programs {
		if (len(wrong[name]) > 0) != (name == "wrong") {
			t.Errorf("%s: %q\n%s", name, wrong[name], code)
		}
	}
}

// TestCSharp: the C# of the guides and the documentation is C#.
func TestCSharp(t *testing.T) {
	t.Parallel()
	programs := map[string]string{}
	for _, pattern := range []string{"*/guide.md", "../docs/*.md"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, fence := range cSharpFence.FindAllStringSubmatch(string(text), -1) {
				programs[file] += fence[1]
			}
		}
	}
	if len(programs) < 30 {
		t.Fatalf("only %d pages have C#", len(programs))
	}
	checkCSharp(t, t.TempDir(), programs)
}
