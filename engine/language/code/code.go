package code

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/wire"
)

// Ran is a script and what came of running it.
type Ran struct {
	Text  string
	Steps []Step // in the order in which they ran

	// Where the services of the account were; "" for where emulators have them.
	Tables, Queues, Blobs string
}

// Step is one request that ran. Of a transaction, the last step has the request that was sent.
type Step struct {
	Line    int // of its request line, from 1
	Name    string
	Request wire.Request
	Status  int // of the answer; 0 without one
	Body    string
}

// Forms has the names of what code can be written as.
var Forms = [...]string{
	"javascript", "go", "csharp", "python", "java", "curl", "powershell", "rest-client", "jetbrains", "httpyac",
}

// Between returns the run with only the requests that have a line between two, and those of their
// transactions.
func (r *Ran) Between(from, to int) *Ran {
	lines, transactions := map[int]bool{}, map[string]bool{"": false}
	s := script.Parse("copied.http", r.Text)
	for _, q := range s.Between(from, to) {
		lines[q.Line], transactions[q.Transaction] = true, q.Transaction != ""
	}
	for _, q := range s.Requests() {
		lines[q.Line] = lines[q.Line] || transactions[q.Transaction]
	}
	chosen := *r
	chosen.Steps = slices.DeleteFunc(slices.Clone(r.Steps), func(s Step) bool {
		return !lines[s.Line]
	})
	return &chosen
}

// Write writes a run in one of the forms. ok is false if there is no such form.
func Write(form string, of *Ran) (text string, ok bool) {
	own := *of
	ran := &own
	for i, address := range []*string{&ran.Tables, &ran.Queues, &ran.Blobs} {
		*address = cmp.Or(*address, ran.services()[i].emulator)
	}
	switch form {
	case "javascript":
		return program(ran, javaScript), true
	case "go":
		return program(ran, golang), true
	case "csharp":
		return program(ran, cSharp), true
	case "python":
		return program(ran, python), true
	case "java":
		return program(ran, java), true
	case "curl":
		return curl(ran), true
	case "powershell":
		return powerShell(ran), true
	case "rest-client", "jetbrains", "httpyac":
		return httpFile(form, ran), true
	}
	return "", false
}

// service is one service of an account.
type service struct {
	name     string // as variables of programs have it
	variable string // of scripts
	address  string // where it was
	emulator string // where the emulators' well-known account has it
}

// url is the variable that programs read its address from.
func (s *service) url() string { return strings.ToUpper(s.name) + "_URL" }

func (r *Ran) services() []service {
	const local, account = "http://127.0.0.1:", "/devstoreaccount1"
	return []service{
		{"tables", "host", r.Tables, local + "10002" + account},
		{"queues", "queue", r.Queues, local + "10001" + account},
		{"blobs", "blob", r.Blobs, local + "10000" + account},
	}
}

// unsent are headers that a request gets anew each time.
var unsent = []string{"x-ms-date", "authorization", "content-length"}

// kept returns the headers that code needs to send.
func kept(headers wire.Headers) (all wire.Headers) {
	for _, h := range headers {
		if _, ours := wire.CutPrefixFold(h.Name, "x-rowkey-"); !ours && !oneOf(h.Name, unsent) {
			all = append(all, h)
		}
	}
	return all
}

func oneOf(name string, names []string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return wire.EqualFold(n, name) })
}
