package infer

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/language/view"
)

// Scripts runs .http files in an account of their own, in the order of their names and with the
// data of the .csv files beside them, and describes the tables and what was asked of them. The
// error is a *Refusal or sandbox.ErrTablesOnly.
func Scripts(b sandbox.Sandbox, files []sandbox.File) (*Described, error) {
	data, scripts := sandbox.Divide("", files)
	a := b.Open()
	defer a.Close()
	var from []string
	for _, t := range data {
		a.Fill(t, sandbox.Keep)
		from = append(from, t.File())
	}
	if len(scripts) > 0 {
		from = nil
	}
	var sent []Request
	for _, f := range scripts {
		from = append(from, f.Name)
		more, err := run(b, a, f)
		if err != nil {
			return nil, err
		}
		sent = append(sent, more...)
	}
	return Tables(strings.Join(from, ", "), tablesOf(a), sent)
}

// run runs a file and returns the requests that were answered: one that was refused asks for
// nothing.
func run(b sandbox.Sandbox, a *sandbox.Account, f sandbox.File) (sent []Request, err error) {
	var names []string
	eachTable(a, func(_ *store.Tx, name string) { names = append(names, name) })
	s := script.Parse(f.Name, f.Text, names...)
	ran, err := b.Play(a, s, s.Requests(), &runner.Memory{}, view.Experiment)
	if err != nil {
		return nil, err
	}
	if len(ran.Steps) == 0 && len(ran.Errors) > 0 {
		e := ran.Errors[0]
		return nil, &Refusal{f.Name + ", line " + strconv.Itoa(e.Line) + ": " + e.Message, e.Hint}
	}
	first := 0 // of a transaction, whose last step has all of it
	for i := range ran.Steps {
		s := &ran.Steps[i]
		if i == 0 || s.Transaction == "" || s.Transaction != ran.Steps[i-1].Transaction {
			first = i
		}
		target, ok := strings.CutPrefix(s.Request.URL, sandbox.Host+"/")
		if ok = ok && (s.Transaction == "" || target == "$batch"); !ok {
			continue
		}
		if status := s.Response.Status; status >= 200 && status < 300 {
			sent = append(sent, Request{
				Name: ran.Steps[first].Name, Title: ran.Steps[first].Title, Method: s.Method, Target: target,
				Body: s.Request.Body, Type: s.Request.Headers.Get("Content-Type")})
		}
	}
	return sent, nil
}

// tablesOf returns what an account holds.
func tablesOf(a *sandbox.Account) (all []Table) {
	eachTable(a, func(tx *store.Tx, name string) {
		t := Table{Name: name}
		for row := range tx.Scan(keys.Entities(name)) {
			t.Entities = append(t.Entities, row.Entity(nil, nil))
		}
		all = append(all, t)
	})
	return all
}

func eachTable(a *sandbox.Account, visit func(tx *store.Tx, name string)) {
	_ = a.View(func(tx *store.Tx) error { // the account is open
		for t := range tx.Tables(keys.Tables()) {
			if t.Deleted == 0 {
				visit(tx, t.Name)
			}
		}
		return nil
	})
}
