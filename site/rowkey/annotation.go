package main

import (
	"fmt"
	"strings"

	"github.com/rowkey/rowkey/engine/language/report"
	"github.com/rowkey/rowkey/engine/outcome"
)

// annotation returns an outcome as GitHub's runner reads it from a line:
// https://docs.github.com/actions/reference/workflow-commands-for-github-actions
func annotation(o outcome.Outcome) string {
	shown := func(text string) string { return string(report.Shown([]byte(text))) }
	data := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	kind := "error"
	if o.Warning {
		kind = "warning"
	}
	place := "file=" + property.Replace(shown(o.File))
	if o.Line > 0 {
		place += fmt.Sprintf(",line=%d", o.Line)
	}
	if o.Column > 0 {
		place += fmt.Sprintf(",col=%d", o.Column)
	}
	return fmt.Sprintf("::%s %s,title=%s::%s\n", kind, place, property.Replace(shown(o.Name)),
		data.Replace(shown(strings.TrimSpace(o.Says))))
}
