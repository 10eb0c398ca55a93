package main

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strings"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/report"
	"github.com/rowkey/rowkey/engine/language/lint"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/site/watched"
)

type explainInput struct {
	Filter     string `json:"filter" jsonschema:"the OData $filter, such as PartitionKey eq 'a' and Total gt 5"`
	Entities   int    `json:"entities,omitempty" jsonschema:"how many the table has; 1000000 unless given"`
	Partitions int    `json:"partitions,omitempty" jsonschema:"how many PartitionKeys; 1000 unless given"`
}

type explained struct {
	Plan     string   `json:"plan" jsonschema:"point, range, partition-scan, partition-range-scan or table-scan"`
	Scope    string   `json:"scope" jsonschema:"which keys are read"`
	Read     int      `json:"reads" jsonschema:"entities, in partitions of equal size; a range may have fewer"`
	After    []string `json:"testedAfterReading,omitempty" jsonschema:"conditions that save no reading"`
	Price    string   `json:"price" jsonschema:"of a million such queries, by an example price"`
	Advice   string   `json:"advice,omitempty" jsonschema:"what would be cheaper"`
	Instead  []string `json:"instead,omitempty" jsonschema:"filters to send, each on its own, in its place"`
	Mistakes []string `json:"mistakes,omitempty" jsonschema:"why it doesn't find what it's meant to"`
}

func explainTool(in explainInput) (out explained, says string, err error) {
	if in.Entities == 0 {
		in.Entities = 1_000_000
	}
	if in.Partitions == 0 {
		in.Partitions = 1000
	}
	switch {
	case in.Entities < 0 || in.Entities > maxScale || in.Partitions < 0:
		return out, "", errors.New("entities and partitions are numbers from 1 to 1000000000")
	case in.Partitions > in.Entities:
		return out, "", errors.New("a partition has at least one entity: give more entities than partitions")
	}
	p, err := planOf(in.Filter)
	if err != nil {
		return out, "", err
	}
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
	out.Price = millionCosts(out.Read)
	out.Instead, out.Mistakes = remarks(in.Filter)
	return out, "", nil
}

// planOf returns how the engine would run a filter, or why the service refuses it.
func planOf(filter string) (p plan.Plan, err error) {
	trace := asked(&engine.Request{Method: "GET", URL: "http://127.0.0.1/" + engine.DevelopmentName +
		"/Table()?$filter=" + url.QueryEscape(filter)})
	if trace.Fault != nil {
		why := "the service refuses the filter: " + trace.Fault.Code.Name
		if trace.Fault.Hint != "" {
			why += ". " + trace.Fault.Hint
		}
		return p, errors.New(why)
	}
	return trace.Plan, nil
}

// asked returns how the engine looks for what a query asks for, whose table needn't be there.
func asked(query *engine.Request) engine.Trace {
	empty, _ := engine.Open(engine.Options{}) // one in memory always opens
	defer func() { _ = empty.Close() }()
	return watched.Asked(empty, query)
}

// millionCosts says what a million queries cost that read so many entities: each page is a transaction.
func millionCosts(read int) string {
	const million, page = 1_000_000, 1000
	p := design.ExamplePrices()
	costs := func(page int) string {
		return report.Cash(p.Currency, float64((read+page-1)/page)*million*p.Each())
	}
	if read <= page {
		return "a million cost " + costs(page) + ": one transaction each, however much it reads"
	}
	return fmt.Sprintf("a million cost %s if few match, up to %s if all that's read matches: a page ends "+
		"with 1,000 that match or 100,000 that are read, and is a transaction; reading isn't billed, but takes "+
		"its time",
		costs(table.MaxExamined), costs(page))
}

// timeOrID are texts that are likely meant as a time or a GUID.
var timeOrID = regexp.MustCompile(`(\w+) (?:eq|ne|gt|ge|lt|le) '(?:(\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?)|` +
	`([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}))'`)

// remarks returns the filters that the linter would write instead, and what else is likely to be a mistake.
func remarks(filter string) (instead, mistakes []string) {
	escaped := strings.NewReplacer("&", "%26", "\n", " ", "{{", "%7B%7B").Replace(filter)
	text := "GET {{host}}/Table()?$filter=" + escaped + "\n"
	for _, f := range lint.Check(script.Parse("filter.http", text), text) {
		switch {
		case f.Code == "or-over-keys" && f.Fix != nil:
			for line := range strings.Lines(f.Fix.Write) {
				if _, own, ok := strings.Cut(strings.TrimSpace(line), "$filter="); ok {
					instead = append(instead, strings.ReplaceAll(own, "%26", "&"))
				}
			}
		case f.Error:
			mistakes = append(mistakes, f.Says)
		}
	}
	for _, m := range timeOrID.FindAllStringSubmatch(filter, -1) {
		kind, prefix, value := "DateTime", "datetime", m[2]
		if value == "" {
			kind, prefix, value = "Guid", "guid", m[3]
		}
		if m[1] != "PartitionKey" && m[1] != "RowKey" {
			mistakes = append(mistakes, fmt.Sprintf("'%s' is text, and matches no %s: if %s is one, write %s'%[1]s'.",
				value, kind, m[1], prefix))
		}
	}
	return instead, mistakes
}
