package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	designs "github.com/rowkey/rowkey/engine/design/command"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
	"github.com/rowkey/rowkey/engine/protocol"
	"github.com/rowkey/rowkey/site/handbook"
	"github.com/rowkey/rowkey/site/watched"
)

// form is what to say to someone who doesn't know design files.
const form = "The guide docs/design-files has the form. This is a whole file:\n\n" + smallDesign

const smallDesign = `entities:
  Order:
    count: 20000
    properties:
      Customer: {type: string, values: 500}
      Placed: {type: datetime, every: 2m, from: 2026-01-05T00:00:00Z}
      Status: {type: string, values: [open, paid, shipped]}
patterns:
  latest: {of: Order, where: "Customer = ?", sort: Placed desc, limit: 10, rate: 50/s}
  waiting: {of: Order, where: "Status = 'open'", rate: 1/m}
  place: {insert: Order, rate: 2/s}
designs:
  by customer: {Order: {PartitionKey: "{Customer}", RowKey: "{Placed:inverted}"}}
budgets:
  latest: {read: "<= 10"}
`

type designInput struct {
	Text     string `json:"text" jsonschema:"the design file"`
	Suggest  bool   `json:"suggest,omitempty" jsonschema:"also propose keys"`
	Entities int    `json:"entities,omitempty" jsonschema:"also as if the most common type had so many"`
}

// measuredFile is what a design file comes to. What a client wants of a cell is in the words beside it.
type measuredFile struct {
	OK          bool                     `json:"ok" jsonschema:"every budget is kept, and no finding an error"`
	Patterns    []measuredPattern        `json:"patterns"`
	Months      []month                  `json:"months" jsonschema:"what each design costs"`
	Findings    []protocol.FindingReport `json:"findings" jsonschema:"what a reviewer would say"`
	Suggestions string                   `json:"suggestions,omitempty" jsonschema:"keys that could be tried"`
}

type measuredPattern struct {
	Name    string         `json:"name"`
	Asks    string         `json:"asks"`
	Designs []measuredCell `json:"designs"`
}

type measuredCell struct {
	Design string                  `json:"design"`
	Plan   string                  `json:"plan"`
	Takes  protocol.DesignFigures  `json:"takes"`
	Client []string                `json:"client" jsonschema:"what the client does with the answers"`
	Marks  []string                `json:"marks" jsonschema:"limits that are reached"`
	Missed []protocol.DesignBudget `json:"missed" jsonschema:"budgets that are missed"`
	Grown  []protocol.GrowthReport `json:"grown" jsonschema:"the same at other sizes"`
}

type month struct {
	Design string `json:"design"`
	Says   string `json:"says"`
}

func designTool(in designInput) (out measuredFile, says string, err error) {
	if in.Entities < 0 || in.Entities > maxScale {
		return out, "", errors.New("entities is a number from 1 to 1000000000")
	}
	files := []designs.File{{Name: "design.rowkey.yaml", Text: in.Text}}
	o := designs.Options{Markdown: true, Explain: true, At: in.Entities}
	r := designs.Run(files, o)
	if r.Exit == designs.Wrong {
		return out, "", errors.New(strings.TrimSpace(string(r.Err)) + "\n\n" + form)
	}
	o.Markdown, o.JSON = false, true
	var all protocol.DesignReport
	if err := json.Unmarshal(designs.Run(files, o).Out, &all); err != nil {
		return out, "", err
	}
	out = measuredFile{OK: all.OK, Findings: all.Findings}
	for _, p := range all.Patterns {
		of := measuredPattern{Name: p.Name, Asks: p.Asks}
		for _, c := range p.Designs {
			of.Designs = append(of.Designs, measuredCell{
				c.Design, c.Kind, c.Figures, c.Client, c.Marks, c.Missed, c.Growth,
			})
		}
		out.Patterns = append(out.Patterns, of)
	}
	for _, b := range all.Bills {
		out.Months = append(out.Months, month{b.Design, b.Sizes[0].Says})
	}
	text := string(r.Out)
	if in.Suggest {
		out.Suggestions = string(designs.Suggest(files).Out)
		text += "\n" + out.Suggestions
	}
	return out, text, nil
}

type filesInput struct {
	Files []struct {
		Name string `json:"name" jsonschema:"such as orders.http, Orders.csv or shop.rowkey.yaml"`
		Text string `json:"text"`
	} `json:"files"`
}

// read returns the files as those of one folder.
func (in filesInput) read() (files []sandbox.File, err error) {
	for _, f := range in.Files {
		if f.Name != path.Base(f.Name) || f.Name == "." || f.Name == "" {
			return nil, fmt.Errorf("%q isn't the name of a file: leave out folders", f.Name)
		}
		files = append(files, sandbox.File{Name: f.Name, Text: f.Text, Folder: "."})
	}
	if files == nil {
		err = errors.New("there are no files: give each a name such as orders.http or Orders.csv, and its text")
	}
	return files, err
}

type lintOutput struct {
	Findings []linted `json:"findings" jsonschema:"what a reviewer would say; none is fine"`
}

func lintTool(in filesInput) (out lintOutput, says string, err error) {
	files, err := in.read()
	if err != nil {
		return out, "", err
	}
	var wrong bytes.Buffer
	text, tables := "", tablesOf(files)["."]
	out.Findings = []linted{}
	for _, f := range files {
		found, _, _ := lintFile(console{out: &wrong, err: &wrong}, f, tables)
		for _, x := range found {
			text += x.line()
		}
		out.Findings = append(out.Findings, found...)
	}
	if wrong.Len() > 0 {
		return out, "", errors.New(strings.TrimSpace(wrong.String()))
	}
	if text == "" {
		text = "Nothing: a reviewer has no remarks.\n"
	}
	return out, text, nil
}

// ran is how requests went.
type ran struct {
	OK    bool      `json:"ok" jsonschema:"every expectation is met"`
	Steps []ranStep `json:"steps"`
}

type ranStep struct {
	File   string   `json:"file"`
	Line   int      `json:"line"`
	Sent   string   `json:"sent"`
	Status int      `json:"status"`
	Plan   string   `json:"plan,omitempty"`
	Read   int      `json:"entitiesRead"`
	Wrote  int      `json:"entitiesWritten"`
	Billed int      `json:"transactions"`
	Body   string   `json:"body,omitempty" jsonschema:"the answer, at most 4,000 bytes of it"`
	Wrong  []string `json:"wrong,omitempty" jsonschema:"expectations that aren't met, and errors"`
}

func runTool(in filesInput) (out ran, says string, err error) {
	files, err := in.read()
	if err != nil {
		return out, "", err
	}
	report := full.Run(files)
	text, wrong := report.Output(0)
	if len(wrong) > 0 {
		return out, "", errors.New(strings.TrimSpace(string(wrong)))
	}
	out = ran{OK: report.OK(), Steps: []ranStep{}}
	for _, f := range report.Files {
		for i := range f.Steps {
			s := &f.Steps[i]
			of := ranStep{File: f.Name, Line: s.Line, Sent: s.Method + " " + s.Target, Status: s.Response.Status,
				Plan: s.Plan, Read: s.Cost.EntitiesRead, Wrote: s.Cost.EntitiesWritten, Billed: s.Cost.Transactions}
			const most = 4000
			of.Body = strings.ToValidUTF8(string(s.Response.Body[:min(most, len(s.Response.Body))]), "")
			for _, x := range s.Expectations {
				if !x.OK {
					of.Wrong = append(of.Wrong, x.Text+", and it's "+x.Got)
				}
			}
			if s.Err != nil {
				of.Wrong = append(of.Wrong, strings.TrimSpace(s.Err.Message+" "+s.Err.Hint))
			}
			out.Steps = append(out.Steps, of)
		}
	}
	if len(out.Steps) == 0 {
		return out, "", errors.New("no file has a request: give an .http file beside the data")
	}
	return out, string(text), nil
}

type reportInput struct {
	File string `json:"file,omitempty" jsonschema:"its path on this machine"`
	Text string `json:"text,omitempty" jsonschema:"what it has, if it isn't a file"`
}

// reportOutput is what a program's requests took.
type reportOutput struct {
	Shapes []reportedShape `json:"shapes" jsonschema:"requests that differ only in constants"`
}

type reportedShape struct {
	Shape        string `json:"shape"`
	Plan         string `json:"plan,omitempty"`
	Requests     int    `json:"requests"`
	Transactions int    `json:"transactions"`
	Read         int    `json:"entitiesRead"`
	Most         int    `json:"mostRead" jsonschema:"by one query"`
	Larger       int    `json:"mostIfLarger" jsonschema:"the same if partitions were 100 times larger"`
	More         int    `json:"mostIfMore" jsonschema:"the same if there were 100 times as many"`
	Unread       bool   `json:"readUnknown,omitempty" jsonschema:"the capture doesn't say what was read"`
	Conflicts    int    `json:"conflicts"`
	Retries      int    `json:"retries"`
	Advice       string `json:"advice,omitempty" jsonschema:"what would be cheaper"`
}

func reportTool(in reportInput) (out reportOutput, says string, err error) {
	name := "the text"
	switch {
	case (in.File == "") == (in.Text == ""):
		err = errors.New("give a file or a text: a HAR, StorageTableLogs, or what rowkey watch --json wrote")
	case in.File != "":
		name = filepath.Base(in.File)
		if in.Text, err = readText(in.File, filepath.Dir(in.File)); err != nil {
			err = fmt.Errorf("cannot read %s: %w", in.File, reason(err))
		}
	}
	if err != nil {
		return out, "", err
	}
	seen := &watched.Report{}
	if strings.HasPrefix(in.Text, `{"shapes":`) {
		err = json.Unmarshal([]byte(in.Text), seen)
	} else {
		requests := watched.New(watched.Options{})
		err = requests.Read(name, strings.NewReader(in.Text))
		seen = requests.Report()
	}
	if err != nil {
		return out, "", err
	}
	out.Shapes = []reportedShape{}
	for _, s := range seen.Shapes {
		out.Shapes = append(out.Shapes, reportedShape{s.Name, s.Plan, s.Requests, s.Transactions, s.Read, s.Most,
			s.Larger[100], s.More[100], s.Unread, s.Conflicts, s.Retries, s.Advice})
	}
	return out, seen.Text(), nil
}

type guideInput struct {
	Question string `json:"question" jsonschema:"in words, such as: how do I read the newest entities first"`
	Guide    string `json:"guide,omitempty" jsonschema:"a page, such as log-tail; the best unless given"`
}

func guideTool(in guideInput) (out handbook.Answer, says string, err error) {
	if out, err = handbook.Look(in.Question, in.Guide); err != nil {
		return out, "", err
	}
	text := "From " + out.Guide + ", " + out.Section + ":\n\n" + out.Text + "\n\nOther pages:\n"
	for _, o := range out.Others {
		text += "- " + o.Guide + ": " + o.Summary + "\n"
	}
	return out, text, nil
}
