package evidence

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/seed"
	"github.com/rowkey/rowkey/site/skill"
)

// Task is a question, and what makes an answer right.
type Task struct {
	Name, Title string
	Question    string // in Markdown, with how it's to be answered
	Right       Answer // an answer that is right
	Wrong       Answer // one as it's often given

	data         []seed.File
	tables       []string
	design       string   // a design file without designs; "" for a task about requests
	budgets      string   // what the design has to keep
	prints       string   // the property whose values are asked for, or "count"; "" if nothing is
	wanted       []string // the values
	ordered      bool     // they have to come in this order
	reads        int      // how many entities it may read; 0: any number
	transactions int      // how many transactions it may take; 0: any number
	faults       []string // rules of the control interface
	pages        string   // how long pages are, as the control interface reads it; "" for full ones
	rival        string   // requests that somebody else sends after the first read; "" for none
	check        string   // requests with expectations of what must be there at the end
	open         func() (*engine.Account, error)
}

// Tasks returns the tasks that are published, by their names.
func Tasks() (all []*Task, err error) {
	names, _ := fs.Glob(skill.Tasks, "tasks/*.md") // the pattern is well-formed
	for _, name := range names {
		text, err := fs.ReadFile(skill.Tasks, name)
		if err != nil {
			return nil, err
		}
		t, err := parse(strings.TrimSuffix(path.Base(name), ".md"), string(text))
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, nil
}

const (
	ofRequests = "\n\nThe connection string is in AZURE_STORAGE_CONNECTION_STRING. It's http on this machine, " +
		"so the client for JavaScript needs {allowInsecureConnection: true}. Answer with one block of code: a " +
		"program in JavaScript (@azure/data-tables), Python (azure-data-tables) or Go (aztables), or requests " +
		"of an .http file whose URLs begin with {{host}}. Read as few entities and take as few transactions as " +
		"you can."
	ofValues = " Print what is asked for, a value a line, and nothing else."
	ofDesign = "\n\nAnswer with one block of YAML: `designs:` with one design."
)

// parse reads a task.
func parse(name, text string) (*Task, error) {
	t := &Task{Name: name}
	front, body, ok := strings.Cut(strings.TrimPrefix(text, "---\n"), "\n---\n")
	if !ok {
		return nil, fmt.Errorf("task %s: it doesn't begin with lines between ---", name)
	}
	for line := range strings.Lines(front + "\n") {
		if err := t.set(strings.TrimSpace(line)); err != nil {
			return nil, fmt.Errorf("task %s: %w", name, err)
		}
	}
	parts := strings.Split(body, "\n## ")
	t.Question, _, _ = strings.Cut(parts[0], "\n```")
	for _, f := range fences(parts[0]) {
		switch f.language {
		case "csv":
			t.tables = append(t.tables, f.name)
			t.data = append(t.data, seed.File{Name: f.name + ".csv", Text: f.text})
		case "design":
			t.design = f.text
		}
	}
	for _, part := range parts[1:] {
		heading, _, _ := strings.Cut(part, "\n")
		all := fences(part)
		if len(all) != 1 {
			return nil, fmt.Errorf("task %s: %s has %d blocks, and needs one", name, heading, len(all))
		}
		switch f := all[0]; heading {
		case "Rival":
			t.rival = f.text
		case "Check":
			t.check, t.budgets = f.text, f.text
		case "Right":
			t.Right = Answer{Kind: kindOf(f.language), Text: f.text}
		case "Wrong":
			t.Wrong = Answer{Kind: kindOf(f.language), Text: f.text}
		default:
			return nil, fmt.Errorf("task %s: there's no part %q", name, heading)
		}
	}
	t.Question = strings.TrimSpace(t.Question)
	switch {
	case t.design != "":
		t.Question += "\n\n```yaml\n" + t.design + "```" + ofDesign
	case t.prints != "":
		t.Question += ofRequests + ofValues
	default:
		t.Question += ofRequests
	}
	t.open = sync.OnceValues(func() (*engine.Account, error) { return seed.Open(t.data, nil) })
	return t, nil
}

// set reads a line of what a task begins with.
func (t *Task) set(line string) (err error) {
	name, value, _ := strings.Cut(line, ": ")
	switch name {
	case "title":
		t.Title = value
	case "prints":
		t.prints = value
	case "answer":
		t.wanted = strings.Fields(value)
	case "ordered":
		t.ordered = value == "yes"
	case "reads":
		t.reads, err = strconv.Atoi(value)
	case "transactions":
		t.transactions, err = strconv.Atoi(value)
	case "fault":
		t.faults = append(t.faults, value)
	case "pages":
		t.pages = value
	default:
		err = fmt.Errorf("there's no %q", name)
	}
	return err
}

// fence is a block of code.
type fence struct{ language, name, text string }

// fences returns the blocks of code of a text.
func fences(text string) (all []fence) {
	for i, part := range strings.Split("\n"+text, "\n```") {
		if i%2 == 1 {
			first, code, _ := strings.Cut(part, "\n")
			language, name, _ := strings.Cut(first, " ")
			all = append(all, fence{strings.ToLower(language), strings.TrimSpace(name), code + "\n"})
		}
	}
	return all
}

// same reports whether values are those that are wanted.
func (t *Task) same(values []string) bool {
	wanted, values := slices.Clone(t.wanted), slices.Clone(values)
	if !t.ordered {
		slices.Sort(wanted)
		slices.Sort(values)
	}
	return slices.Equal(wanted, values)
}
