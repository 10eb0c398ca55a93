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
		ran.Steps = append(ran.Steps,
			code.Step{Line: s.Line, Name: s.Name, Request: s.Request, Status: export.Answered})
	}
	for _, l := range export.Code {
		text, _ := code.Write(l.Form, ran)
		files = append(files, export.File{Name: l.Name, Says: l.Says, Text: text})
	}
	return files, nil
}
