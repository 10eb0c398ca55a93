package engine

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/odata"
	"github.com/rowkey/rowkey/engine/table"
)

// The first version of the service that speaks JSON.
// https://learn.microsoft.com/rest/api/storageservices/payload-format-for-table-service-operations
const firstJSONVersion = "2013-08-15"

// negotiate checks the headers that say which protocol and which formats the client speaks.
func (c *call) negotiate() error {
	if len(c.req.Body) > table.MaxBodySize {
		return fault.Invalid(fault.RequestBodyTooLarge, "")
	}
	if err := c.checkVersion(); err != nil {
		return err
	}
	if err := c.checkTimeout(); err != nil {
		return err
	}
	if err := c.checkOptions(); err != nil {
		return err
	}
	if c.resource == batchRoot {
		return nil // batch.Parse reads its Content-Type; each part carries its own Accept
	}
	if err := c.checkAccept(); err != nil {
		return err
	}
	return c.checkContentType()
}

// checkVersion looks at the version headers. Empty ones count as absent: some SDKs send them so
// within a transaction, and the service takes them.
func (c *call) checkVersion() error {
	if version := c.req.Headers.Get("x-ms-version"); version != "" {
		if !dated(version) {
			return &fault.Error{
				Code: fault.InvalidHeaderValue, Stage: fault.Validation,
				Hint: "x-ms-version is a date such as 2019-02-02.",
			}
		}
		if version < firstJSONVersion {
			return fault.Invalid(fault.JSONFormatNotSupported, "")
		}
	}
	for _, name := range [...]string{"MaxDataServiceVersion", "DataServiceVersion"} {
		if version := c.req.Headers.Get(name); version != "" {
			if !strings.HasPrefix(version, "3.") {
				return fault.Invalid(fault.JSONFormatNotSupported, "")
			}
			break // the first of the two has precedence
		}
	}
	return nil
}

// dated reports whether s looks like 2019-02-02.
func dated(s string) bool {
	_, ok := table.ParseTicks(s)
	return ok && len(s) == len("2019-02-02")
}

func (c *call) checkTimeout() error {
	timeout, ok := c.param("timeout")
	if !ok {
		return nil
	}
	if seconds, err := strconv.Atoi(timeout); err != nil || seconds <= 0 {
		return fault.Invalid(fault.InvalidQueryParameterValue, "")
	}
	return nil
}

// checkOptions refuses the OData options that a request does not take. Other parameters pass, as they
// do on the service.
func (c *call) checkOptions() error {
	taken, seen := c.options(), map[string]bool{}
	for _, p := range c.params {
		if !strings.HasPrefix(p.Name, "$") {
			continue
		}
		if seen[p.Name] {
			return &fault.Error{
				Code: fault.InvalidInput, Stage: fault.Validation, Hint: p.Name + " is given twice.",
			}
		}
		seen[p.Name] = true
		switch {
		case slices.Contains(taken, p.Name):
		case slices.Contains(queryOptions[:], p.Name):
			return &fault.Error{
				Code: fault.InvalidInput, Stage: fault.Validation,
				Hint: "This request does not take " + p.Name + ": leave it out.",
			}
		default:
			return &fault.Error{
				Code: fault.NotImplemented, Stage: fault.Validation,
				Hint: "The service does not take " + p.Name + " here.",
			}
		}
	}
	return nil
}

var queryOptions = [...]string{"$format", "$filter", "$select", "$top"}

// options are the OData options that a request takes.
// https://learn.microsoft.com/rest/api/storageservices/querying-tables-and-entities
func (c *call) options() []string {
	switch {
	case c.operation.mode != reads:
		return []string{"$format"}
	case c.resource == entitySet:
		return queryOptions[:]
	case c.resource == oneEntity:
		return []string{"$format", "$select"}
	case c.resource == tableSet:
		return []string{"$format", "$filter", "$top"}
	default:
		return []string{"$format"}
	}
}

// readLevel takes the metadata level of the answer from $format, or else from Accept. It reports
// whether the client takes JSON at all.
func (c *call) readLevel() bool {
	accept, _ := c.accept()
	for option := range strings.SplitSeq(accept, ",") {
		if level, ok := levelOf(option); ok {
			c.level = level
			return true
		}
	}
	return false
}

func (c *call) accept() (value string, asked bool) {
	if value, asked = c.param("$format"); asked {
		return value, true
	}
	return c.header("Accept")
}

// checkAccept refuses to answer in anything but JSON.
func (c *call) checkAccept() error {
	accept, asked := c.accept()
	switch {
	case c.json, !asked && c.operation.mode == writes:
		return nil
	case !asked:
		return &fault.Error{
			Code: fault.AtomFormatNotSupported, Stage: fault.Validation,
			Hint: "Without an Accept header the service means Atom, which it no longer speaks. " +
				"Send Accept: application/json;odata=minimalmetadata.",
		}
	case strings.Contains(accept, "odata=verbose"):
		return fault.Invalid(fault.JSONVerboseFormatNotSupported, "")
	case strings.Contains(accept, "atom") || strings.Contains(accept, "xml"):
		return fault.Invalid(fault.AtomFormatNotSupported, "")
	default:
		return fault.Invalid(fault.MediaTypeNotSupported, "")
	}
}

// levelOf reads one media range of an Accept header.
func levelOf(option string) (odata.Level, bool) {
	media, rest, _ := strings.Cut(option, ";")
	switch strings.ToLower(strings.TrimSpace(media)) {
	case "application/json":
	case "*/*", "application/*":
		return odata.Minimal, true
	default:
		return odata.Minimal, false
	}
	for parameter := range strings.SplitSeq(rest, ";") {
		name, value, _ := strings.Cut(parameter, "=")
		if strings.ToLower(strings.TrimSpace(name)) != "odata" {
			continue
		}
		for _, level := range [...]odata.Level{odata.Minimal, odata.None, odata.Full} {
			if strings.EqualFold(strings.TrimSpace(value), level.String()) {
				return level, true
			}
		}
		return odata.Minimal, false
	}
	return odata.Minimal, true
}

// checkContentType looks at what the client says its body is.
func (c *call) checkContentType() error {
	if len(c.req.Body) == 0 {
		return nil
	}
	sent := c.req.Headers.Get("Content-Type")
	media, _, _ := strings.Cut(sent, ";")
	switch media = strings.ToLower(strings.TrimSpace(media)); {
	case media == "application/json":
		return nil
	case strings.Contains(media, "atom") || strings.Contains(media, "xml"):
		return fault.Invalid(fault.AtomFormatNotSupported, "")
	default:
		return &fault.Error{
			Code: fault.MediaTypeNotSupported, Stage: fault.Validation,
			Hint: "Send the body with Content-Type: application/json.",
		}
	}
}

func (c *call) header(name string) (value string, ok bool) {
	return c.req.Headers.Get(name), c.req.Headers.Has(name)
}
