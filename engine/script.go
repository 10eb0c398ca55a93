package engine

import (
	"errors"

	"github.com/rowkey/rowkey/engine/language/report"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
)

// RunScript runs an .http script, or the http fences of a Markdown file (*.md), in an account of its own
// whose clock and identifiers are always the same. Its error is what rowkey run would print: the
// expectations that weren't met, with the lines that state them, or what keeps the script from being run. A
// script without requests is an error. An answer that no @expect is about can have any status.
// docs/script.md describes the language.
func RunScript(name, text string) error {
	result := full.Run([]sandbox.File{{Name: name, Text: text}})
	if result.OK() {
		if len(result.Files[0].Steps) == 0 {
			return errors.New(name + " has no requests")
		}
		return nil
	}
	steps, mistakes := result.Output(report.Text)
	return errors.New(string(steps) + string(mistakes))
}
