package command

import (
	"github.com/rowkey/rowkey/engine/design/export"
	"github.com/rowkey/rowkey/engine/design/read"
	"github.com/rowkey/rowkey/engine/language/code"
)

// Write returns what comes out at the end of a design file, for the design that is meant. It returns nothing
// for a file with errors.
func Write(of File) ([]export.File, error) {
	f, errs := read.File(of.Name, of.Text)
	if len(errs) > 0 {
		return nil, nil
	}
	files, tests, err := export.Files(f)
	if err != nil {
		return nil, err
	}
	ran := &code.Ran{Text: tests.Text}
	for _, s := range tests.Sent {
		const ok = 200
		ran.Steps = append(ran.Steps, code.Step{Line: s.Line, Name: s.Name, Request: s.Request, Status: ok})
	}
	for _, l := range []struct{ form, file, name string }{
		{"csharp", "requests.cs", "C#"}, {"go", "requests.go", "Go"}, {"java", "Requests.java", "Java"},
		{"javascript", "requests.mjs", "JavaScript"}, {"python", "requests.py", "Python"},
		{"curl", "requests.sh", "curl"}, {"powershell", "requests.ps1", "PowerShell"},
	} {
		text, _ := code.Write(l.form, ran)
		says := "The requests in " + l.name
		files = append(files, export.File{Name: l.file, Says: says, Text: text})
	}
	return files, nil
}
