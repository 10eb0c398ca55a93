package main

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/hosts/remote"
	"github.com/rowkey/rowkey/engine/language/compare"
	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/language/report"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/table"
)

// target is an account of another service, against which scripts run.
type target struct {
	options   runner.Options
	service   runner.Target
	comparing bool // each file runs in the engine, too
}

// place is what the flags say about a target.
type place struct{ host, queue, blob, name, key string }

// newTarget makes a target of the flags. Without a name or key it uses the environment's, and for an
// emulator on this machine the development account.
func newTarget(a place) (*target, error) {
	base, err := parseAddress("target", a.host)
	if err != nil {
		return nil, err
	}
	if isLoopback(base.Hostname()) && strings.Trim(base.Path, "/") == "" {
		return nil, fmt.Errorf("--target %q doesn't name the account, as http://%s/%s does", a.host, base.Host,
			cmp.Or(a.name, engine.DevelopmentName))
	}
	queue, blob := runner.Beside(a.host)
	a.queue, a.blob = cmp.Or(a.queue, queue), cmp.Or(a.blob, blob)
	for _, other := range [...]struct{ flag, address string }{{"queue", a.queue}, {"blob", a.blob}} {
		if _, err := parseAddress(other.flag, other.address); other.address != "" && err != nil {
			return nil, err
		}
	}
	account, key := fromEnvironment(a.name, a.key)
	if account == "" && key == "" && isLoopback(base.Hostname()) {
		account, key = engine.DevelopmentName, engine.DevelopmentKey
	}
	if account == "" || key == "" {
		return nil, fmt.Errorf("%s needs an account: give --account and --key, "+
			"or set ROWKEY_ACCOUNT and ROWKEY_KEY", base.Host)
	}
	signer, err := credential(account, key)
	if err != nil {
		return nil, err
	}
	o := runner.Options{
		Host:   strings.TrimSuffix(a.host, "/"),
		Queue:  strings.TrimSuffix(a.queue, "/"),
		Blob:   strings.TrimSuffix(a.blob, "/"),
		Chosen: true,
		Seed:   1,
		XML:    full.XML,
	}
	o.Key = full.Guard(full.Key{Credential: signer}, o)
	return &target{
		options: o,
		service: remote.New(remote.Options{Clock: time.Now, Sleep: time.Sleep}),
	}, nil
}

func parseAddress(flag, address string) (*url.URL, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, fmt.Errorf("--%s %q isn't an address such as http://127.0.0.1:10002/devstoreaccount1",
			flag, address)
	}
	return u, nil
}

// fromEnvironment fills in a missing account name or key from the environment.
func fromEnvironment(account, key string) (string, string) {
	return cmp.Or(account, os.Getenv("ROWKEY_ACCOUNT")), cmp.Or(key, os.Getenv("ROWKEY_KEY"))
}

func credential(account, key string) (auth.Credential, error) {
	secret, err := auth.ParseKey(key)
	if err != nil {
		return auth.Credential{}, errors.New("the account's key isn't base64")
	}
	return auth.Credential{Account: account, Key: secret}, nil
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// run runs files against the target.
func (t *target) run(files []sandbox.File) report.Report {
	r := &targetRun{target: t}
	for _, w := range workspaces(files) {
		r.workspace(w)
	}
	if t.comparing {
		r.report.Compared = r.differences
	}
	return r.report
}

// targetRun is a run of files against a target.
type targetRun struct {
	*target
	report      report.Report
	differences []compare.Steps // from the engine, for each file
}

func (r *targetRun) add(f report.File, differences compare.Steps) {
	r.report.Files = append(r.report.Files, f)
	r.differences = append(r.differences, differences)
}

// workspace is data, and the scripts that need it.
type workspace struct {
	tables  []*data.Table
	scripts []*script.Script
}

// workspaces returns the folders among files, and each other file on its own.
func workspaces(files []sandbox.File) (all []workspace) {
	folders := map[string]bool{}
	for _, f := range sandbox.Together(files) {
		if f.Folder == "" {
			s := parseWhole(f)
			all = append(all, workspace{s.Tables, []*script.Script{s}})
			continue
		}
		if folders[f.Folder] {
			continue
		}
		folders[f.Folder] = true
		w := workspace{}
		tables, scripts := sandbox.Divide(f.Folder, files)
		var names []string
		for _, t := range tables {
			names = append(names, t.Name)
		}
		w.tables = tables
		for _, s := range scripts {
			w.scripts = append(w.scripts, script.Parse(s.Name, s.Text, names...))
		}
		all = append(all, w)
	}
	return all
}

// workspace sends the data of a workspace, and then its scripts. If something is wrong with the data, no
// script runs.
func (r *targetRun) workspace(w workspace) {
	var engine *full.Here
	if r.comparing {
		engine = full.OpenHere(table.TicksOf(time.Now()))
		defer engine.Close()
	}
	broken := false
	for _, table := range w.tables {
		errs := runner.Fill(table, r.service, r.options)
		if len(errs) == 0 && engine != nil {
			errs = engine.Fill(table)
		}
		if len(errs) > 0 {
			broken = true
			r.add(report.File{Name: table.File(), Errors: errs}, nil)
		}
	}
	for _, s := range w.scripts {
		f := report.File{Name: s.File, Errors: s.Errors}
		var differences compare.Steps
		if len(s.Errors) == 0 && !broken {
			f.Steps, differences = r.script(s, engine)
		}
		r.add(f, differences)
	}
}

// script runs a script, and compares that with a run in the engine unless this is nil.
func (r *targetRun) script(s *script.Script, engine *full.Here) (there []runner.Step, _ compare.Steps) {
	var here []runner.Step
	var to runner.Target = r.service
	if engine != nil {
		to = &runner.Standing{Target: to, Time: engine.Begin(table.TicksOf(time.Now()))}
	}
	for i, example := range s.Examples {
		if !example.Runs() {
			continue
		}
		there = append(there, runner.Run(s, i, to, r.options)...)
		if engine != nil {
			here = append(here, engine.Run(s, i)...)
		}
	}
	if engine == nil {
		return there, nil
	}
	return there, compare.Runs(here, there, full.XML)
}

// parseWhole reads a file as one example. A remote service has only one account for all examples of a
// Markdown file, so its fences run from top to bottom like the requests of an .http file, after its data was
// sent. All other lines become empty, which keeps the line numbers.
func parseWhole(f sandbox.File) *script.Script {
	if !strings.HasSuffix(strings.ToLower(f.Name), ".md") {
		return script.Parse(f.Name, f.Text)
	}
	lines := make([]string, 1+strings.Count(f.Text, "\n"))
	var fences []script.Fence
	for _, fence := range script.Fences(f.Text) {
		if fence.Table != "" {
			fences = append(fences, fence)
			continue
		}
		lines[fence.Line-2] = "###"
		copy(lines[fence.Line-1:], strings.Split(fence.Text, "\n"))
	}
	return script.ParseFences(f.Name, append(fences, script.Fence{Line: 1, Text: strings.Join(lines, "\n")}))
}
