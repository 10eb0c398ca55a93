package main

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/rowkey/rowkey/engine/language/report"
)

// showsColours reports whether a file is a terminal that shows colours, and nobody has asked for none:
// https://no-color.org
func showsColours(f *os.File) bool {
	return isTerminal(f) && os.Getenv("NO_COLOR") == ""
}

// print writes the text of a report. With colours, the sign of what passed is green, and of what failed red.
func (c console) print(text []byte) {
	if c.colours {
		for sign, colour := range map[string]string{"✔": "\x1b[32m✔\x1b[0m", "✘": "\x1b[31m✘\x1b[0m"} {
			text = bytes.ReplaceAll(append([]byte("\n"), text...), []byte("\n"+sign), []byte("\n"+colour))[1:]
		}
	}
	_, _ = c.out.Write(text)
}

// show prints a report with names and values that may be others'.
func (c console) show(text string) { c.print(report.Shown([]byte(text))) }

// say writes a line with such names and values.
func say(to io.Writer, format string, args ...any) {
	_, _ = to.Write(report.Shown(fmt.Appendf(nil, format+"\n", args...)))
}
