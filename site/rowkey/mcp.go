package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"path"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/rowkey/rowkey/engine"
	designs "github.com/rowkey/rowkey/engine/design/command"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
	"github.com/rowkey/rowkey/engine/plan"
)

// mcpCommand serves tools for coding agents over standard input and output, until the input ends.
func mcpCommand(c console, args []string) int {
	rest, code, ok := c.parse(newFlags("mcp"), args)
	switch {
	case !ok:
		return code
	case len(rest) > 0:
		return c.misused(fmt.Errorf("mcp doesn't take the argument %q", rest[0]))
	}
	if err := toolServer().Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		return c.fail(err)
	}
	return exitOK
}

// instructions tell an agent when to use the tools.
const instructions = "Rowkey runs and explains Azure Table storage, in memory. Before you write keys, " +
	"queries or a design for tables, measure them: explain a filter, measure a design file, run requests. " +
	"Keys can't be changed afterwards."

// toolServer has the tools. They change nothing but accounts in memory, which are gone after each call.
func toolServer() *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "rowkey", Version: version()},
		&mcp.ServerOptions{Instructions: instructions})
	closed := false
	as := func(name, description string) *mcp.Tool {
		return &mcp.Tool{Name: name, Description: description,
			Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &closed}}
	}
	mcp.AddTool(s, as("explain", "How Azure Table storage would run a $filter: the plan, how many entities it "+
		"reads in a table of a given size with partitions of equal size, and what would be cheaper."), explainTool)
	mcp.AddTool(s, as("design", "Measure a design file (entities, patterns, designs with keys): what each "+
		"question reads under each design, what a month costs, findings, and keys that could be tried."),
		designTool)
	mcp.AddTool(s, as("lint", "What a reviewer would say of .http requests with table data in .csv, or of a "+
		"design file: scans, keys that collide or sort wrongly, hot partitions."), lintTool)
	mcp.AddTool(s, as("run", "Run .http files against an account in memory that begins with the .csv files: "+
		"status, plan, entities read, and expectations (# @expect plan == point)."), runTool)
	mcp.AddTool(s, as("guide", "The section of Rowkey's handbook of table design patterns that answers a "+
		"question best, in full, and which other guides might."), guideTool)
	return s
}

type explainInput struct {
	Filter     string `json:"filter" jsonschema:"the OData $filter, such as PartitionKey eq 'a' and Total gt 5"`
	Entities   int    `json:"entities,omitempty" jsonschema:"how many the table has; 1000000 unless given"`
	Partitions int    `json:"partitions,omitempty" jsonschema:"how many PartitionKeys; 1000 unless given"`
}

type explained struct {
	Plan   string   `json:"plan" jsonschema:"point, range, partition-scan, partition-range-scan or table-scan"`
	Scope  string   `json:"scope" jsonschema:"which keys are read"`
	Read   int      `json:"reads" jsonschema:"entities, in partitions of equal size; a range may have fewer"`
	After  []string `json:"testedAfterReading,omitempty" jsonschema:"conditions that save no reading"`
	Advice string   `json:"advice,omitempty" jsonschema:"what would be cheaper"`
}

func explainTool(
	_ context.Context, _ *mcp.CallToolRequest, in explainInput,
) (_ *mcp.CallToolResult, out explained, _ error) {
	if in.Entities == 0 {
		in.Entities = 1_000_000
	}
	if in.Partitions == 0 {
		in.Partitions = 1000
	}
	if in.Entities < 0 || in.Partitions < 0 {
		return nil, out, errors.New("entities and partitions are counts: give 1 or more")
	}
	a, err := engine.Open(engine.Options{})
	if err != nil {
		return nil, out, err
	}
	defer a.Close()
	ask := func(method, target, body string) (engine.Response, engine.Trace) {
		address := "http://127.0.0.1/" + engine.DevelopmentName + target
		r := engine.Request{Method: method, URL: address, Body: []byte(body)}
		r.Headers.Add("Accept", "application/json")
		r.Headers.Add("Content-Type", "application/json")
		return a.Do(engine.Tables, r)
	}
	ask("POST", "/Tables", `{"TableName":"Table"}`)
	response, trace := ask("GET", "/Table()?$filter="+url.QueryEscape(in.Filter), "")
	if response.Status != 200 {
		why := "the service refuses the filter: " + trace.Fault.Code.Name
		if trace.Fault.Hint != "" {
			why += ". " + trace.Fault.Hint
		}
		return nil, out, errors.New(why)
	}
	p := trace.Plan
	out = explained{Plan: p.Kind.String(), Scope: p.Scope, Advice: p.Advice, Read: in.Entities}
	switch p.Kind {
	case plan.Point:
		out.Read = 1
	case plan.Range, plan.PartitionScan:
		out.Read = (in.Entities + in.Partitions - 1) / in.Partitions
	}
	for _, t := range p.Terms {
		if t.Role == plan.AfterRead {
			out.After = append(out.After, t.Text)
		}
	}
	return nil, out, nil
}

type designInput struct {
	Text    string `json:"text" jsonschema:"the design file"`
	Suggest bool   `json:"suggest,omitempty" jsonschema:"also propose keys"`
}

func designTool(_ context.Context, _ *mcp.CallToolRequest, in designInput) (*mcp.CallToolResult, any, error) {
	files := []designs.File{{Name: "design.rowkey.yaml", Text: in.Text}}
	r := designs.Run(files, designs.Options{Markdown: true, Explain: true})
	if r.Exit == designs.Wrong {
		return nil, nil, errors.New(strings.TrimSpace(string(r.Err)))
	}
	text := string(r.Out)
	if in.Suggest {
		text += "\n" + string(designs.Suggest(files).Out)
	}
	return said(text), nil, nil
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
		err = errors.New("there are no files")
	}
	return files, err
}

func lintTool(_ context.Context, _ *mcp.CallToolRequest, in filesInput) (*mcp.CallToolResult, any, error) {
	files, err := in.read()
	if err != nil {
		return nil, nil, err
	}
	var wrong bytes.Buffer
	text := ""
	tables := tablesOf(files)["."]
	for _, f := range files {
		found, _, _ := lintFile(console{out: &wrong, err: &wrong}, f, tables)
		for _, x := range found {
			text += x.line()
		}
	}
	if wrong.Len() > 0 {
		return nil, nil, errors.New(strings.TrimSpace(wrong.String()))
	}
	if text == "" {
		text = "Nothing: a reviewer has no remarks.\n"
	}
	return said(text), nil, nil
}

func runTool(_ context.Context, _ *mcp.CallToolRequest, in filesInput) (*mcp.CallToolResult, any, error) {
	files, err := in.read()
	if err != nil {
		return nil, nil, err
	}
	out, wrong := full.Run(files).Output(0)
	if len(wrong) > 0 {
		return nil, nil, errors.New(strings.TrimSpace(string(wrong)))
	}
	return said(string(out)), nil, nil
}

type guideInput struct {
	Question string `json:"question" jsonschema:"in words, such as: how do I read the newest entities first"`
	Guide    string `json:"guide,omitempty" jsonschema:"a guide, such as log-tail; the best unless given"`
}

func guideTool(_ context.Context, _ *mcp.CallToolRequest, in guideInput) (*mcp.CallToolResult, any, error) {
	found, err := lookUp(in.Question, in.Guide)
	if err != nil {
		return nil, nil, err
	}
	return said(found), nil, nil
}

func said(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}
