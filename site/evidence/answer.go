package evidence

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Kind is what an answer is written in.
type Kind string

// The kinds of answers.
const (
	Unknown    Kind = ""
	Requests   Kind = "http"
	Design     Kind = "yaml"
	JavaScript Kind = "mjs"
	Python     Kind = "py"
	Go         Kind = "go"
)

// Answer is an answer to a task.
type Answer struct {
	Kind Kind
	Text string
	File string // which has it, alone or in a transcript; a program finds its packages beside it
}

// kindOf tells the kind of an answer by the name of its language, or the end of a file's name.
func kindOf(language string) Kind {
	switch language {
	case "http", "rest":
		return Requests
	case "yaml", "yml", "design":
		return Design
	case "mjs", "js", "javascript":
		return JavaScript
	case "py", "python":
		return Python
	case "go", "golang":
		return Go
	}
	return Unknown
}

// read returns the answer of a file. In a transcript it's the last block of code in a language that runs.
func read(name string) (a Answer, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return a, err
	}
	a = Answer{Text: string(text), File: name}
	a.Kind = kindOf(strings.TrimPrefix(filepath.Ext(name), "."))
	if a.Kind != Unknown {
		return a, nil
	}
	for _, f := range fences(string(text)) {
		if kind := kindOf(f.language); kind != Unknown {
			a.Kind, a.Text = kind, f.text
		}
	}
	if a.Kind == Unknown {
		err = errors.New("the transcript has no block of code in a language that runs")
	}
	return a, err
}

// Answers are those of one run: of a person, or of a model with or without help.
type Answers struct {
	Name   string
	Files  map[string]string // by the names of tasks
	Others []string          // files that are of no task
}

// Find returns the answers of a folder: each folder in it is a run, and so are the files beside them. A file
// is named after its task.
func Find(folder string, tasks []*Task) (runs []*Answers, err error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	own := &Answers{Name: filepath.Base(folder), Files: map[string]string{}}
	for _, e := range entries {
		name := filepath.Join(folder, e.Name())
		task := strings.TrimSuffix(e.Name(), filepath.Ext(e.Name()))
		switch {
		case strings.HasPrefix(e.Name(), ".") || e.Name() == "node_modules":
		case e.IsDir():
			found, err := Find(name, tasks)
			if err != nil {
				return nil, err
			}
			runs = append(runs, found...)
		case own.Files[task] != "":
			return nil, fmt.Errorf("%s and %s answer the same task", own.Files[task], name)
		case slices.ContainsFunc(tasks, func(t *Task) bool { return t.Name == task }):
			own.Files[task] = name
		default:
			own.Others = append(own.Others, name)
		}
	}
	if len(own.Files) > 0 {
		runs = append([]*Answers{own}, runs...)
	}
	return runs, nil
}
