package code

import (
	"slices"
	"strconv"
	"strings"
)

// writer writes a program.
type writer struct {
	in     syntax
	used   map[string]bool // texts of the syntax
	jobs   []job
	counts counts
	tables []string          // that the program uses, in order
	names  map[string]string // of variables: see nameAll
	column int               // where code begins that is being written
}

// program returns the requests of a run as a program.
func program(ran *Ran, file string) string {
	r := newReader(ran)
	w := &writer{in: syntaxOf(file), used: map[string]bool{}, jobs: r.jobs()}
	w.counts = r.counts
	for i := range w.jobs {
		if name := w.jobs[i].call.table; name != "" && !slices.Contains(w.tables, name) {
			w.tables = append(w.tables, name)
		}
	}
	w.nameAll()
	var jobs []string
	for i := range w.jobs {
		j := &w.jobs[i]
		jobs = append(jobs, "")
		for _, remark := range append([]string{j.title}, j.notes...) {
			jobs = append(jobs, remarks(w.in["comment"], w.escaped("comment-escapes", remark))...)
		}
		jobs = append(jobs, w.job(j))
	}
	lists := w.some(func(j *job) bool { return j.call.does == listTables })
	w.used["lists"], w.used["tables"] = lists, len(w.tables) > 0
	w.used["both"], w.used["connects"] = lists && len(w.tables) > 0, lists || len(w.tables) > 0
	of := pairs("jobs", strings.Join(jobs, "\n"), "arriving", w.arriving())
	return w.whole("program", of) + "\n"
}

// put returns a text of the syntax.
func (w *writer) put(name string, of values) string {
	w.used[name] = true
	return fill(w.in[name], of)
}

// escaped returns a text with what the syntax has escapes for replaced.
func (w *writer) escaped(by, text string) string {
	return strings.NewReplacer(strings.Fields(w.in[by])...).Replace(text)
}

// has returns the first of some texts that the syntax has.
func (w *writer) has(names ...string) string {
	for _, name := range names {
		if _, ok := w.in[name]; ok {
			return name
		}
	}
	return ""
}

// inside returns what make returns where a text of the syntax has a name.
func (w *writer) inside(text, name string, make func() string) string {
	before, _, _ := strings.Cut(w.in[text], "$"+name)
	indent := before[strings.LastIndexByte(before, '\n')+1:]
	indent = indent[:len(indent)-len(strings.TrimLeft(indent, " "))]
	w.column += len(indent)
	defer func() { w.column -= len(indent) }()
	return make()
}

// some reports whether a job is like that.
func (w *writer) some(like func(*job) bool) bool {
	return slices.ContainsFunc(w.jobs, func(j job) bool { return like(&j) })
}

// arriving says how tables that the program uses and doesn't create come to where it goes.
func (w *writer) arriving() string {
	for _, name := range w.tables {
		if !w.some(func(j *job) bool { return j.call.does == createTable && j.call.table == name }) {
			comment := w.in["comment"]
			return comment + " Save the workspace as a folder to have its tables there:\n" +
				comment + " rowkey run FOLDER --target http://127.0.0.1:10002/devstoreaccount1"
		}
	}
	return ""
}

// connection is the connection string of the emulators' well-known account, whose key everybody
// knows.
var connection = []string{
	"DefaultEndpointsProtocol=http;", "AccountName=devstoreaccount1;",
	"AccountKey=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==;",
	"TableEndpoint=http://127.0.0.1:10002/devstoreaccount1;",
}

// whole returns a text with the lines whose conditions are met.
func (w *writer) whole(text string, of values) string {
	var lines []string
	for line := range strings.SplitSeq(w.in[text], "\n") {
		if rest, ok := strings.CutPrefix(line, "?"); ok {
			when, rest, _ := strings.Cut(rest, " ")
			if line = rest; !w.anyUsed(when) {
				continue
			}
		}
		if name, ok := strings.CutPrefix(line, "@"); ok {
			lines = append(lines, w.whole(name, of))
			continue
		}
		if rest, ok := strings.CutPrefix(line, "*"); ok {
			name, rest, _ := strings.Cut(rest, " ")
			for _, of := range w.all(name) {
				lines = append(lines, fill(rest, of))
			}
			continue
		}
		for {
			before, rest, found := strings.Cut(line, "«")
			when, rest, _ := strings.Cut(rest, ":")
			inside, after, _ := strings.Cut(rest, "»")
			if !found {
				break
			}
			if line = before + after; w.anyUsed(when) {
				line = before + inside + after
			}
		}
		if filled := fill(line, of); filled != "" || line == "" {
			lines = append(lines, filled)
		}
	}
	return strings.Join(lines, "\n")
}

// anyUsed reports whether one of some texts, with | between them, has been used.
func (w *writer) anyUsed(names string) bool {
	return slices.ContainsFunc(strings.Split(names, "|"), func(name string) bool {
		return w.used[name]
	})
}

// all returns the values of each line of a kind.
func (w *writer) all(kind string) (all []values) {
	switch kind {
	case "tables":
		for _, name := range w.tables {
			all = append(all, pairs("name", w.names["table "+name], "quoted", quoted(name)))
		}
	case "connection":
		for _, part := range connection {
			all = append(all, pairs("quoted", quoted(part)))
		}
	case "services":
		var known []string
		for i := range w.jobs {
			s := &w.jobs[i].call.service
			if s.name != "" && !slices.Contains(known, s.name) {
				known = append(known, s.name)
				all = append(all, pairs("name", s.name, "variable", s.url(), "emulator", quoted(s.emulator)))
			}
		}
	}
	return all
}

// nameAll finds a name for each table and each answer that a later job needs, which nothing else
// has.
func (w *writer) nameAll() {
	used := map[string]bool{}
	for word := range strings.FieldsSeq(w.in["taken"]) {
		used[word] = true
	}
	w.names = map[string]string{}
	give := func(kind, word, more string) {
		lower := lowerFirst(word)
		name := lower + strconv.Itoa(len(used))
		for _, candidate := range [...]string{lower + "Of", lower + more, lower} {
			if !used[candidate] {
				name = candidate
			}
		}
		if used[name] = true; w.has("snake") != "" {
			name = snake(name)
		}
		w.names[kind+word] = name
	}
	for _, name := range w.tables {
		give("table ", name, "Table")
	}
	for i := range w.jobs {
		if name := w.jobs[i].name; name != "" {
			give("answer ", name, "Answer")
		}
	}
}

// lowerFirst makes the first word of a name lower case, of which HTTPServer has two.
func lowerFirst(name string) string {
	upper := len(name) - len(strings.TrimLeft(name, letters[26:]))
	switch {
	case upper < 2 || upper == len(name):
	case name[upper] >= 'a' && name[upper] <= 'z':
		upper--
	default:
		upper = 1
	}
	return strings.ToLower(name[:upper]) + name[upper:]
}

// snake returns the name byUser as by_user.
func snake(name string) string {
	var b strings.Builder
	for i := range len(name) {
		upper := func(c byte) bool { return c >= 'A' && c <= 'Z' }
		if upper(name[i]) && i > 0 && name[i-1] != '_' && !upper(name[i-1]) {
			b.WriteString("_" + strings.ToLower(name[i:i+1]))
		} else {
			b.WriteByte(name[i])
		}
	}
	return b.String()
}
