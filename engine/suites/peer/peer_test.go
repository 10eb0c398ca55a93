package peer_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/hosts/remote"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/suites/azurite"
	"github.com/rowkey/rowkey/engine/suites/peer"
	"github.com/rowkey/rowkey/engine/wire"
)

const modules = "../node_modules"

// corpus reads the scripts.
func corpus(t *testing.T) (files []sandbox.File) {
	t.Helper()
	names, err := filepath.Glob("../corpus/*.http")
	if err != nil || len(names) == 0 {
		t.Fatalf("no corpus: %v", err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, sandbox.File{Name: filepath.Base(name), Text: string(text)})
	}
	return files
}

// TestCorpus: the engine answers the corpus as the service does. Every request has expectations, and a
// unique title, by which the list of differences refers to it.
func TestCorpus(t *testing.T) {
	requests := 0
	for _, f := range corpus(t) {
		t.Run(f.Name, func(t *testing.T) {
			report := full.Run([]sandbox.File{f})
			if !report.OK() {
				t.Errorf("%s%s", report.AppendText(nil), report.AppendErrors(nil))
			}
			seen := map[string]bool{}
			for _, s := range report.Files[0].Steps {
				requests++
				if s.Title == "" || seen[s.Title] {
					t.Errorf("line %d: the title %q is missing or there twice", s.Line, s.Title)
				}
				seen[s.Title] = true
				if len(s.Expectations) == 0 {
					t.Errorf("line %d: %s expects nothing", s.Line, s.Title)
				}
			}
		})
	}
	if requests < 400 {
		t.Errorf("the corpus has %d requests", requests)
	}
}

// deviations reads the list of known differences.
func deviations(t *testing.T) []peer.Deviation {
	t.Helper()
	text, err := os.ReadFile("../deviations.txt")
	if err != nil {
		t.Fatal(err)
	}
	list, err := peer.ParseDeviations(string(text))
	if err != nil {
		t.Fatalf("deviations.txt: %v", err)
	}
	return list
}

// TestPage: the numbers on the page on fidelity are right.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../../docs/fidelity.md")
	if err != nil {
		t.Fatal(err)
	}
	requests, right := 0, map[string]int{}
	for _, f := range corpus(t) {
		requests += len(script.Parse(f.Name, f.Text).Examples[0].Requests)
	}
	list := deviations(t)
	for _, d := range list {
		right[d.Right]++
	}
	for _, want := range []string{
		fmt.Sprintf("%d requests", requests),
		fmt.Sprintf("| all entries | %d |", len(list)),
		fmt.Sprintf("| ours is right | %d |", right["ours"]),
		fmt.Sprintf("| Azurite is right | %d |", right["azurite"]),
		fmt.Sprintf("| no evidence | %d |", right["unknown"]),
	} {
		if !strings.Contains(string(page), want) {
			t.Errorf("docs/fidelity.md does not say %q", want)
		}
	}
}

// TestAzurite: the answers of the engine and of Azurite differ exactly as the list says.
func TestAzurite(t *testing.T) {
	if missing := azurite.Missing(modules); missing != "" {
		t.Skip("there is no " + missing)
	}
	list := deviations(t)
	server, err := azurite.Start(modules)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	}()
	service := remote.New(remote.Options{
		Credential: credential(t), Clock: time.Now, Sleep: func(time.Duration) {},
	})
	var all []peer.Difference
	var areas []peer.Area
	for _, f := range corpus(t) {
		all = append(all, differences(t, f, service, server.URL)...)
		clear(t, service, server.URL)
		requests := len(script.Parse(f.Name, f.Text).Examples[0].Requests)
		areas = append(areas, peer.Area{File: f.Name, Requests: requests})
	}
	peer.Count(areas, all, list)
	compared(t, areas)
	result := peer.Check(all, list)
	for _, d := range result.Unlisted {
		t.Errorf("not in deviations.txt:\n%s", d)
	}
	for _, line := range result.Unmet {
		t.Errorf("deviations.txt: no longer so: %s", line)
	}
	t.Logf("%d differences in %d entries: %v", len(all), len(list), result.Counts)
}

var update = flag.Bool("update", false, "write what was compared again")

// compared checks that the site shows what was found.
func compared(t *testing.T, areas []peer.Area) {
	t.Helper()
	const file = "../compared.txt"
	text, err := os.ReadFile(file)
	if err != nil && !*update {
		t.Fatal(err)
	}
	about, err := os.ReadFile(modules + "/azurite/package.json")
	if err != nil {
		t.Fatal(err)
	}
	version := gjson.GetBytes(about, "version").Str
	if *update {
		found := peer.Comparison{Azurite: version, Date: time.Now().UTC().Format(time.DateOnly), Areas: areas}
		if err := os.WriteFile(file, []byte(found.Text()), 0o666); err != nil {
			t.Error(err)
		}
		return
	}
	before, err := peer.ParseComparison(string(text))
	if err != nil || before.Azurite != version || !slices.Equal(before.Areas, areas) {
		t.Errorf("compared.txt is out of date: run this test with -update: %v\n%v", err, areas)
	}
}

// differences runs a script here and on a service, and returns in what their answers differ.
func differences(t *testing.T, f sandbox.File, service *remote.Service, base string) []peer.Difference {
	t.Helper()
	ours := full.Run([]sandbox.File{f}).Files[0].Steps
	theirs := runner.Run(script.Parse(f.Name, f.Text), 0, service, runner.Options{Host: base, Seed: 1})
	found, err := peer.Compare(f.Name, peer.Run{Base: sandbox.Host, Steps: ours},
		peer.Run{Base: base, Steps: theirs})
	if err != nil {
		t.Errorf("%s: %v", f.Name, err)
	}
	return found
}

func credential(t *testing.T) auth.Credential {
	t.Helper()
	key, err := auth.ParseKey(auth.DevelopmentKey)
	if err != nil {
		t.Fatal(err)
	}
	return auth.Credential{Account: auth.DevelopmentAccount, Key: key}
}

// clear deletes all tables, so that each file starts with an empty account.
func clear(t *testing.T, service *remote.Service, base string) {
	t.Helper()
	for _, name := range tables(t, service, base) {
		send(t, service, "DELETE", base+"/Tables('"+name+"')")
	}
	if left := tables(t, service, base); len(left) > 0 {
		t.Fatalf("Azurite keeps the tables %v", left)
	}
}

func tables(t *testing.T, service *remote.Service, base string) (names []string) {
	t.Helper()
	for _, name := range gjson.GetBytes(send(t, service, "GET", base+"/Tables"), "value.#.TableName").Array() {
		names = append(names, name.Str)
	}
	return names
}

// send sends a request without a body and returns the body of the answer.
func send(t *testing.T, service *remote.Service, method, url string) []byte {
	t.Helper()
	r := wire.Request{Method: method, URL: url}
	r.Headers.Add("Accept", "application/json;odata=nometadata")
	response, _, err := service.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	return response.Body
}
