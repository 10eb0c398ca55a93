package main

import (
	"encoding/xml"
	"strings"

	"github.com/rowkey/rowkey/engine/outcome"
)

// junit is a file of tests as JUnit writes it, and as most tools read it.
type junit struct {
	XMLName  xml.Name `xml:"testsuites"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Suites   []suite  `xml:"testsuite"`
}

// suite has the outcomes of a file.
type suite struct {
	Name     string     `xml:"name,attr"`
	Tests    int        `xml:"tests,attr"`
	Failures int        `xml:"failures,attr"`
	Cases    []testCase `xml:"testcase"`
}

type testCase struct {
	Name    string   `xml:"name,attr"`
	Class   string   `xml:"classname,attr"`
	File    string   `xml:"file,attr"`
	Line    int      `xml:"line,attr,omitempty"`
	Failure *failure `xml:"failure,omitempty"`
	Warning string   `xml:"system-out,omitempty"`
}

type failure struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// junitFile returns a file of tests, a suite for each file.
func junitFile(all []outcome.Outcome) []byte {
	text, _ := xml.MarshalIndent(junitOf(all), "", "  ") // strings and numbers always can be
	return append([]byte(xml.Header), append(text, '\n')...)
}

func junitOf(all []outcome.Outcome) (j junit) {
	for _, o := range all {
		if n := len(j.Suites); n == 0 || j.Suites[n-1].Name != o.File {
			j.Suites = append(j.Suites, suite{Name: o.File})
		}
		s := &j.Suites[len(j.Suites)-1]
		one := testCase{Name: o.Name, Class: o.File, File: o.File, Line: o.Line}
		text := strings.TrimSpace(o.Says)
		switch {
		case text == "":
		case o.Warning:
			one.Warning = text
		default:
			first, _, _ := strings.Cut(text, "\n")
			one.Failure = &failure{Message: first, Text: text}
			s.Failures++
			j.Failures++
		}
		s.Cases = append(s.Cases, one)
		s.Tests++
		j.Tests++
	}
	return j
}
