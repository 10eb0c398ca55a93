package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/language/code"
	"github.com/rowkey/rowkey/engine/language/report"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
)

// codeCommand runs a script in the engine, because code has what was sent, and writes it as code.
func codeCommand(c console, args []string) int {
	forms := code.Forms[:]
	flags := newFlags("code")
	as := flags.String("as", "", "write it as this `FORM`: "+strings.Join(forms, ", "))
	types := typesFlag(flags)
	names, exit, ok := c.parse(flags, args)
	switch {
	case !ok:
		return exit
	case len(names) == 0:
		return c.misused(errors.New("code needs a file: rowkey code FILE.http --as " + forms[0]))
	case *as == "":
		return c.misused(errors.New("--as is missing, one of " + strings.Join(forms, ", ")))
	case !slices.Contains(forms, *as):
		return c.misused(fmt.Errorf("--as: no code can be written as %q%s", *as, oneOf(*as, forms)))
	}
	files, err := readFiles(names)
	if err == nil {
		err = typed(files, types)
	}
	if err != nil {
		return c.misused(err)
	}
	scripts := slices.DeleteFunc(slices.Clone(files), func(f sandbox.File) bool {
		return filepath.Ext(f.Name) != ".http"
	})
	if others := len(files) - len(scripts); len(scripts) != 1 || slices.ContainsFunc(files, isNeither) {
		return c.misused(fmt.Errorf("code needs one .http file, and the .csv files with its data if it has some, "+
			"not %d scripts and %d other files", len(scripts), others))
	}
	var ran report.Report
	c.busy("running "+all(names), func() { ran = full.Run(files) })
	at := slices.IndexFunc(ran.Files, func(f report.File) bool { return f.Name == scripts[0].Name })
	if at >= 0 && ran.ExitCode() != report.ExitBroken {
		fmt.Fprint(c.out, coded(*as, scripts[0].Text, ran.Files[at]))
	}
	if !ran.OK() {
		text, complaints := ran.Output(report.Text)
		_, _ = c.err.Write(append(text, complaints...))
	}
	return ran.ExitCode()
}

// isNeither reports whether a file is neither a script nor data.
func isNeither(f sandbox.File) bool {
	extension := filepath.Ext(f.Name)
	return extension != ".http" && extension != ".csv"
}

func coded(form, text string, ran report.File) string {
	r := &code.Ran{Text: text}
	for i := range ran.Steps {
		s := &ran.Steps[i]
		r.Steps = append(r.Steps, code.Step{
			Line: s.Line, Name: s.Name, Request: s.Request,
			Status: s.Response.Status, Body: string(s.Response.Body),
		})
	}
	written, _ := code.Write(form, r)
	return written
}
