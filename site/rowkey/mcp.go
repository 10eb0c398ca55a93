package main

import (
	"context"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
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
		&mcp.ServerOptions{Instructions: instructions, Capabilities: &mcp.ServerCapabilities{}}) // tools alone
	closed := false
	as := func(name, description string) *mcp.Tool {
		return &mcp.Tool{Name: name, Description: description,
			Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &closed}}
	}
	mcp.AddTool(s, as("explain", "How Azure Table storage would run a $filter: the plan, how many entities it "+
		"reads in a table of a given size with partitions of equal size, what a million such queries cost, "+
		"mistakes in it, and what to send instead."), explainTool)
	mcp.AddTool(s, as("design", "Measure a design file (entities, patterns, designs with keys): what each "+
		"question reads under each design, what a month costs, findings, and keys that could be tried. Ask guide "+
		"for docs/design-files if you don't know the form."), designTool)
	mcp.AddTool(s, as("lint", "What a reviewer would say of .http requests with table data in .csv, or of a "+
		"design file: scans, keys that collide or sort wrongly, hot partitions; and how to write it instead."),
		lintTool)
	mcp.AddTool(s, as("run", "Run .http files against an account in memory that begins with the .csv files: "+
		"status, plan, entities read, answers, and expectations (# @expect plan == point)."), runTool)
	mcp.AddTool(s, as("report", "What a program's requests read, by their shapes: from a capture (HAR, "+
		"StorageTableLogs as JSON or csv) or from what rowkey watch --json wrote. Nothing is sent."), reportTool)
	mcp.AddTool(s, as("guide", "The section of Rowkey's handbook of table design patterns that answers a "+
		"question best, in full, and which other pages might."), guideTool)
	return s
}

// said is what a tool says in words, beside its structured output.
func said(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}
