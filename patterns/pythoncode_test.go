package patterns_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/table"
)

// played is the Python of a guide with what follows it in tests: its play.py, which ends with what has been
// printed by then.
type played struct {
	slug    string
	code    string
	refs    []string // the requests and data that it begins with
	printed string
}

// TestPython: the Python of each guide and of docs/local-endpoint.md runs against the endpoint, with signed
// requests. It prints what its play.py says, or what the JavaScript beside it prints.
func TestPython(t *testing.T) {
	t.Parallel()
	guides := append(pythonGuides(t), connecting(t))
	if len(guides) < 30 {
		t.Fatalf("only %d guides have Python", len(guides))
	}
	b, folder := openBank(t), t.TempDir()
	b.signed = true
	var programs []inPython
	for i, g := range guides {
		name := fmt.Sprintf("python%02d", i)
		own, key := b.addresses(name), auth.Credential{Account: name, Key: owner().Key}
		prepare(t, g.slug, g.refs, today{&target{bank: b, name: name, asked: map[string]bool{}}}, runner.Options{
			Host: own["tables"], Queue: own["queues"], Blob: own["blobs"], Key: full.Key{Credential: key},
		})
		file := filepath.Join(folder, name+".py")
		if err := os.WriteFile(file, []byte(g.code), 0o600); err != nil {
			t.Fatal(err)
		}
		programs = append(programs, inPython{Name: g.slug, File: file, Environment: b.connection(name)})
	}
	for i, o := range runPython(t, programs) {
		if diff := cmp.Diff(guides[i].printed, o.Printed+o.Failure); diff != "" {
			t.Errorf("%s (-play.py +printed):\n%s", guides[i].slug, diff)
		}
	}
}

// connection is the connection string of an account with all its services.
func (b *bank) connection(name string) map[string]string {
	own := b.addresses(name)
	return map[string]string{"AZURE_STORAGE_CONNECTION_STRING": fmt.Sprintf(
		"DefaultEndpointsProtocol=http;AccountName=%s;AccountKey=%s;TableEndpoint=%s;QueueEndpoint=%s;"+
			"BlobEndpoint=%s;", name, auth.DevelopmentKey, own["tables"], own["queues"], own["blobs"])}
}

// prepare runs what an example of a guide begins with.
func prepare(t *testing.T, slug string, refs []string, to runner.Target, o runner.Options) {
	t.Helper()
	if len(refs) == 0 {
		return
	}
	s := needed(t, slug, refs)
	o.Seed, o.XML = 1, full.XML
	last := len(s.Examples) - 1
	for _, table := range s.Tables {
		if script.Needs(s.Examples[last].Order(), table) {
			for _, err := range runner.Fill(table, to, o) {
				t.Errorf("%s: %v", slug, err)
			}
		}
	}
	for _, step := range runner.Run(s, last, to, o) {
		if !step.OK() {
			t.Errorf("%s:%d: the request fails", slug, step.Line)
		}
	}
}

// needed returns a guide as a script whose last example needs what an example refers to, and changes nothing.
func needed(t *testing.T, slug string, refs []string) *script.Script {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(slug, "guide.md"))
	if err != nil {
		t.Fatal(err)
	}
	all := string(text) + "\nNow:\n\n```http\n"
	for _, ref := range refs {
		all += "# @ref " + ref + "\n"
	}
	s := script.ParseFences(slug, script.Fences(all+"GET {{host}}/Tables?$top=1\n```\n"))
	if len(s.Errors) > 0 {
		t.Fatal(slug, s.Errors)
	}
	return s
}

// today is an account at the time of day, by which signatures are checked.
type today struct{ *target }

func (today) Now() table.Ticks { return table.TicksOf(time.Now()) }

var (
	codeFence  = regexp.MustCompile("(?ms)^```(js|python)\n(.*?)^```\n")
	reference  = regexp.MustCompile(`(?m)^(?://|#) @ref (\w+)$`)
	output     = regexp.MustCompile(`(?ms)^# Output:\n(.*)\z`)
	sameOutput = regexp.MustCompile(`(?m)^# Output: as the JavaScript(?:, lines (\d+) to (\d+))?\n\z`)
)

// pythonGuides reads the Python of the guides. The example in JavaScript is the last one before it. A
// second block of a guide has no play if jobs.md has a job for it.
func pythonGuides(t *testing.T) (guides []played) {
	t.Helper()
	files, err := filepath.Glob("*/guide.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		slug, scripts, last, plays := filepath.Dir(file), 0, "", []string{"play.py", "play2.py"}
		for _, fence := range codeFence.FindAllStringSubmatch(string(text), -1) {
			if fence[1] == "js" {
				scripts, last = scripts+1, fence[2]
				continue
			}
			name := plays[0]
			plays = plays[1:]
			play, err := os.ReadFile(filepath.Join(slug, name))
			_, missing := os.Stat(filepath.Join(slug, "jobs.md"))
			if err != nil && name != "play.py" && missing == nil {
				continue
			}
			if err != nil {
				t.Errorf("%s has Python, and tests don't know what it should print: %v", slug, err)
				continue
			}
			g := played{slug: slug, code: fence[2] + "\n" + string(play)}
			g.printed = printed(t, slug, string(play), scripts-1)
			if g.refs = refsOf(string(play)); len(g.refs) == 0 {
				g.refs = refsOf(last)
			}
			guides = append(guides, g)
		}
	}
	return guides
}

// connecting is the sample of docs/local-endpoint.md, with its connection string and with what it has done.
func connecting(t *testing.T) played {
	t.Helper()
	text, err := os.ReadFile("../docs/local-endpoint.md")
	if err != nil {
		t.Fatal(err)
	}
	sample := codeFence.FindAllStringSubmatch(string(text), -1)
	at := slices.IndexFunc(sample, func(fence []string) bool { return fence[1] == "python" })
	const before = "import os\nconnection = os.environ[\"AZURE_STORAGE_CONNECTION_STRING\"]\n"
	const after = "print([table.name for table in service.list_tables()])\n"
	return played{slug: "local-endpoint", code: before + sample[at][2] + after, printed: "['Orders']\n"}
}

func refsOf(code string) (refs []string) {
	for _, found := range reference.FindAllStringSubmatch(code, -1) {
		refs = append(refs, found[1])
	}
	return refs
}

// printed returns what a play.py says is printed. That of JavaScript is in output.json.
func printed(t *testing.T, slug, play string, example int) string {
	t.Helper()
	if found := output.FindStringSubmatch(play); found != nil {
		return strings.ReplaceAll("\n"+found[1], "\n# ", "\n")[1:]
	}
	found := sameOutput.FindStringSubmatch(play)
	if found == nil {
		t.Fatalf("%s/play.py doesn't say what is printed", slug)
	}
	lines := baked(t, slug)[example]
	if found[1] != "" {
		from, _ := strconv.Atoi(found[1])
		to, _ := strconv.Atoi(found[2])
		lines = lines[from-1 : to]
	}
	return strings.Join(lines, "\n") + "\n"
}

// baked is what the JavaScript of a guide prints in a page, by examples.
func baked(t *testing.T, slug string) (printed [][]string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(slug, "output.json"))
	if err != nil {
		t.Fatal(err)
	}
	var examples []struct{ Output []string }
	if err := json.Unmarshal(text, &examples); err != nil {
		t.Fatal(err)
	}
	for _, e := range examples {
		printed = append(printed, e.Output)
	}
	return printed
}
