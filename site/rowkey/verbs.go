package main

import (
	_ "embed" // for the help
	"slices"
	"strings"
)

// verb is a command.
type verb struct {
	name string
	run  func(console, []string) int
}

// helpText has the lines of all commands. Those of one begin with its name.
//
//go:embed help.txt
var helpText string

// usage returns the lines of a command in help.
func (v verb) usage() (own string) {
	const begin = "  rowkey "
	is := false
	for line := range strings.Lines(helpText) {
		if of, ok := strings.CutPrefix(line, begin); ok {
			is = strings.Fields(of)[0] == v.name
		}
		if is {
			own += line
		}
	}
	return own
}

// verbs returns the commands, in the order of help.
func verbs() []verb {
	return slices.Concat([]verb{
		{"serve", serveCommand},
		{"watch", watchCommand},
		{"health", healthCommand},
		{"azurite", azuriteCommand},
		{"sas", sasCommand},
		{"run", runCommand},
		{"code", codeCommand},
		{"design", designCommand},
		{"suggest", suggestCommand},
		{"load", loadCommand},
		{"review", reviewCommand},
		{"lint", lintCommand},
	}, verbsOfSite(), []verb{
		{"mcp", mcpCommand},
		{"evidence", evidenceCommand},
		{"version", versionCommand},
		{"completion", completionCommand},
		{"help", helpCommand},
	})
}
