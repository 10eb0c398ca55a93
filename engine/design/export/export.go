package export

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/matrix"
)

// File is a file with its name, and what it's for.
type File struct{ Name, Says, Text string }

// Code are the files with the requests of a design, and the form that package code writes each in.
var Code = []struct{ Form, Name, Says string }{
	{"csharp", "requests.cs", "The requests in C#"},
	{"go", "requests.go", "The requests in Go"},
	{"java", "Requests.java", "The requests in Java"},
	{"javascript", "requests.mjs", "The requests in JavaScript"},
	{"python", "requests.py", "The requests in Python"},
	{"curl", "requests.sh", "The requests for curl"},
	{"powershell", "requests.ps1", "The requests in PowerShell"},
}

// Answered is the status that code expects of each request.
const Answered = 200

// sample is how many entities of a type the tables of the tests have at most.
const sample = 500

// Files returns the files of the design that is meant, and its tests, which are among them.
func Files(f *design.File) ([]File, Tests, error) {
	m, err := matrix.Run(f, matrix.Options{Most: sample})
	if err != nil {
		return nil, Tests{}, err
	}
	d := f.Meant()
	column := slices.Index(f.Designs, d)
	var all []File
	for _, p := range f.Designs {
		if p != d {
			all = append(all, File{"move-from-" + fileName(p.Name) + ".md",
				"How live data move from “" + p.Name + "” to “" + d.Name + "”", move(f, p, d)})
		}
	}
	t, err := tests(m, column)
	if err != nil {
		return nil, t, err
	}
	for _, l := range languages {
		all = append(all, File{"entities" + l.ending, "Types and their keys in " + l.name, l.classes(f, d)})
	}
	all = append(all, File{"tests.http", "The requests with their budgets, for rowkey run", t.Text})
	return append(all, t.tables...), t, nil
}

// fileName makes a name of small letters, digits and dashes.
func fileName(s string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, strings.ToLower(s)), "-")
}
