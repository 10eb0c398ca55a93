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
	addTool(s, "explain", "How Azure Table storage would run a $filter: the plan, how many entities it "+
		"reads in a table of a given size with partitions of equal size, what a million such queries cost, "+
		"mistakes in it, and what to send instead.", explainTool)
	addTool(s, "design", "Measure a design file (entities, patterns, designs with keys): what each "+
		"question reads under each design, what a month costs, findings, and keys that could be tried. Ask guide "+
		"for docs/design-files if you don't know the form.", designTool)
	addTool(s, "lint", "What a reviewer would say of .http requests with table data in .csv, or of a "+
		"design file: scans, keys that collide or sort wrongly, hot partitions; and how to write it instead.",
		lintTool)
	addTool(s, "run", "Run .http files against an account in memory that begins with the .csv files: "+
		"status, plan, entities read, answers, and expectations (# @expect plan == point).", runTool)
	addTool(s, "report", "What a program's requests read, by their shapes: from a capture (HAR, "+
		"StorageTableLogs as JSON or csv) or from what rowkey watch --json wrote. Nothing is sent.", reportTool)
	addTool(s, "guide", "The section of Rowkey's handbook of table design patterns that answers a "+
		"question best, in full, and which other pages might.", guideTool)
	return s
}

// addTool adds a tool that changes nothing. What it does returns structured output, and the same in words
// unless that says it all.
func addTool[In, Out any](
	to *mcp.Server, name, description string, do func(In) (out Out, says string, err error),
) {
	closed := false
	annotations := &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &closed}
	mcp.AddTool(to, &mcp.Tool{Name: name, Description: description, Annotations: annotations},
		func(_ context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
			out, says, err := do(in)
			if err != nil || says == "" {
				return nil, out, err
			}
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: says}}}, out, nil
		})
}
