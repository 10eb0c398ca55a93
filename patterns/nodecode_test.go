package patterns_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// driveNode runs the JavaScript of guides in Node, as readers run what they paste, and tells what is printed.
// To the clients, the account is an emulator at its usual ports.
const driveNode = `
import { readFileSync } from "node:fs";
import http from "node:http";
import { syncBuiltinESMExports } from "node:module";
import { format } from "node:util";

const { Test, Ports, Programs } = JSON.parse(readFileSync(0, "utf8"));
const { request } = http;
http.request = (options, ...more) => request({ ...options, port: Ports[options.port] }, ...more);
syncBuiltinESMExports();
process.env.AZURE_STORAGE_CONNECTION_STRING = "UseDevelopmentStorage=true";

const { log } = console;
const results = [];
for (const [i, file] of Programs.entries()) {
	await fetch(Test + i);
	const printed = [];
	console.log = (...values) => printed.push(format(...values));
	await import(file).catch((error) => printed.push("Error: " + error.stack));
	results.push(printed.join("\n"));
}
log(JSON.stringify(results));
process.exit();
`

// pageOnly are examples that need the page's clock or random numbers, by their guide and position.
var pageOnly = map[string]string{
	"access-control 0": "waits for an hour", "client-side-join 0": "waits for half an hour",
	"eventually-consistent-transactions 0": "waits for five minutes", "hash-sharding 2": "draws a seed",
	"high-volume-delete 0": "waits for a month", "index-table 1": "waits for ten minutes",
	"inter-partition-secondary-index 0": "waits for ten minutes", "large-entities 1": "waits for a day",
	"log-data 0": "waits for eight seconds", "one-to-one 1": "waits for an hour",
	"parallel-queries 0": "waits for 46 seconds", "parallel-queries 2": "waits between retries",
	"partitions-and-scale 2": "prints when it did what",
	"partitions-and-scale 3": "prints how long it took", "time-bucketing 1": "deletes what's old by the clock",
}

// racing are examples whose clients race for real in Node, so what they print can be in another order.
var racing = map[string]bool{
	"index-entities": true, "intra-partition-secondary-index": true, "materialized-view": true,
	"optimistic-concurrency": true, "wide-entities": true,
}

// inNode is the JavaScript of a guide, and what it prints in a page.
type inNode struct {
	slug, code, printed string
}

// TestNode: programs of guides print in Node, with the official clients, what they print in a page. There the
// clients are others: bundles for browsers, and small ones of ours for queues and blobs.
func TestNode(t *testing.T) {
	t.Parallel()
	s, folder := serve(t), t.TempDir()
	linked(t, folder)
	recipes, err := os.ReadFile("recipes/recipes.js")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{
		"recipes.js": string(recipes), "package.json": `{"type": "module"}`, "drive.mjs": driveNode,
	}
	examples, programs := nodeExamples(t), []string{}
	for i, e := range examples {
		name := e.slug + strconv.Itoa(i) + ".js"
		files[name], programs = e.code, append(programs, filepath.Join(folder, name))
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := node(t, filepath.Join(folder, "drive.mjs"))
	own := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		i, _ := strconv.Atoi(r.URL.Path[1:])
		if err := s.open(nil); err != nil {
			t.Error(err)
		}
		prepare(t, examples[i].slug, refsOf(examples[i].code), seat{s}, s.options())
	}))
	defer own.Close()
	run.Stdin = s.given(t, own.URL+"/", programs)
	var complaints bytes.Buffer
	run.Stderr = &complaints
	out, err := run.Output()
	var printed []string
	if err == nil {
		err = json.Unmarshal(out, &printed)
	}
	if err != nil || len(printed) < 40 {
		t.Fatalf("%d examples, %v\n%.2000s", len(printed), err, complaints.String())
	}
	for i, e := range examples {
		right := plain(printed[i]) == plain(e.printed)
		if racing[e.slug] {
			right = !strings.Contains(printed[i], "Error:")
		}
		if !right {
			t.Errorf("%s prints\n%s\nand in a page\n%s", e.slug, printed[i], e.printed)
		}
	}
}

// given is what the driver reads: where the usual ports of an emulator are here.
func (s *served) given(t *testing.T, test string, programs []string) *bytes.Reader {
	t.Helper()
	ports := map[string]string{}
	for usual, of := range map[string]engine.Service{
		"10000": engine.Blobs, "10001": engine.Queues, "10002": engine.Tables,
	} {
		address, _, _ := strings.Cut(strings.TrimPrefix(s.bases[of], "http://127.0.0.1:"), "/")
		ports[usual] = address
	}
	given, err := json.Marshal(map[string]any{"Test": test, "Ports": ports, "Programs": programs})
	if err != nil {
		t.Fatal(err)
	}
	return bytes.NewReader(given)
}

// plain is what is printed without the blanks and commas by which pages and Node differ.
func plain(printed string) string {
	blank := regexp.MustCompile(`\s+|,\s*([\]}])`)
	return blank.ReplaceAllString(printed, "$1")
}

// seat is an account as the target of a script.
type seat struct{ *served }

func (s seat) Do(r wire.Request) (wire.Response, *trace.Trace, error) { return s.carry(r), nil, nil }
func (s seat) Now() table.Ticks                                       { return table.TicksOf(s.served.Now()) }
func (s seat) Sleep(d table.Ticks)                                    { s.ahead.Add(int64(d.Duration())) }

func nodeExamples(t *testing.T) (examples []inNode) {
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
		slug, n := filepath.Dir(file), 0
		for _, fence := range codeFence.FindAllStringSubmatch(string(text), -1) {
			if fence[1] != "js" {
				continue
			}
			own := strings.Contains(fence[2], `from "rowkey`) // a module that only pages have
			if pageOnly[slug+" "+strconv.Itoa(n)] == "" && !own {
				examples = append(examples, inNode{slug, fence[2], strings.Join(baked(t, slug)[n], "\n")})
			}
			n++
		}
	}
	return examples
}
