package engine

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/odata"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// The first version of the service that speaks JSON.
// https://learn.microsoft.com/rest/api/storageservices/payload-format-for-table-service-operations
const firstJSONVersion = "2013-08-15"

// versions are those that the service has had, the newest last.
// https://learn.microsoft.com/rest/api/storageservices/previous-azure-storage-service-versions
const versions = "2009-04-14 2009-07-17 2009-09-19 2011-08-18 2012-02-12 2013-08-15 2014-02-14 " +
	"2015-02-21 2015-04-05 2015-07-08 2015-12-11 2016-05-31 2017-04-17 2017-07-29 2017-11-09 " +
	"2018-03-28 2018-11-09 2019-02-02 2019-07-07 2019-10-10 2019-12-12 2020-02-10 2020-04-08 " +
	"2020-06-12 2020-08-04 2020-10-02 2020-12-06 2021-02-12 2021-04-10 2021-06-08 2021-08-06 " +
	"2021-10-04 2021-12-02 2022-11-02 2023-01-03 2023-05-03 2023-08-03 2023-11-03 2024-02-04 " +
	"2024-05-04 2024-08-04 2024-11-04 2025-01-05 2025-05-05 2025-07-05 2025-11-05 2026-02-06 " +
	"2026-04-06 " + newestVersion

const newestVersion = "2026-06-06"

// negotiate checks the size of the body and the headers that say which protocol and which formats the
// client speaks. A format is refused before the service has chosen its reply headers.
func (c *call) negotiate() error {
	if len(c.req.Body) > table.MaxBodySize {
		return fault.Invalid(fault.RequestBodyTooLarge, "")
	}
	return cmp.Or(c.checkVersion(), c.checkAccept(), c.checkContentType())
}

// speaksJSON reports whether requests for what the URL names carry JSON. An envelope has parts that
// speak for themselves, and the schema and what comp asks for are XML.
func (c *call) speaksJSON() bool {
	_, comp := c.param("comp")
	return !comp && c.resource != serviceRoot && c.resource != metadata && c.resource != batchRoot
}

// checkVersion looks at the version headers. Empty ones count as absent: some SDKs send them so
// within a transaction, and the service takes them.
// https://learn.microsoft.com/rest/api/storageservices/setting-the-odata-data-service-version-headers
func (c *call) checkVersion() error {
	version := c.req.Headers.Get("x-ms-version")
	if version != "" && !known(version) {
		return &fault.Error{
			Code: fault.InvalidHeaderValue, Stage: fault.Early,
			Hint: "x-ms-version is a version that the service has had, such as 2019-02-02.",
		}
	}
	old := version != "" && version < firstJSONVersion
	data := cmp.Or(c.req.Headers.Get("MaxDataServiceVersion"), c.req.Headers.Get("DataServiceVersion"))
	switch data, _, _ = strings.Cut(data, ";"); strings.TrimSpace(data) {
	case "", "3.0":
	case "1.0", "2.0":
		old = true
	default:
		return &fault.Error{
			Code: fault.InvalidHeaderValue, Stage: fault.Early,
			Hint: "DataServiceVersion is 3.0, or nothing.",
		}
	}
	if old && c.speaksJSON() && (c.json || len(c.req.Body) > 0) {
		return fault.Refused(fault.JSONFormatNotSupported, "")
	}
	return nil
}

// known reports whether s is a version of the service. A day after the newest that is listed here is
// one: the client is younger than this engine.
func known(s string) bool {
	switch {
	case s == defaultVersion: // which the official clients send
		return true
	case len(s) != len(newestVersion) || strings.Contains(s, " "):
		return false
	case strings.Contains(versions, s):
		return true
	}
	_, ok := table.ParseTicks(s)
	return ok && s > newestVersion
}

// checkParams looks at the parameters of the URL.
func (c *call) checkParams() error {
	if timeout, ok := c.param("timeout"); ok {
		seconds, err := strconv.Atoi(timeout)
		switch {
		case err != nil:
			return fault.Invalid(fault.InvalidQueryParameterValue, "")
		case seconds <= 0:
			return fault.Invalid(fault.OutOfRangeQueryParameterValue, "")
		}
	}
	return c.checkOptions()
}

// checkOptions refuses the OData options that a request does not take. Other parameters pass, as they
// do on the service.
func (c *call) checkOptions() error {
	for i, p := range c.params {
		same := func(earlier wire.Param) bool { return earlier.Name == p.Name }
		switch {
		case !strings.HasPrefix(p.Name, "$"):
		case slices.ContainsFunc(c.params[:i], same):
			return &fault.Error{
				Code: fault.InvalidInput, Stage: fault.Validation, Hint: p.Name + " is given twice.",
			}
		case c.takes(p.Name):
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

// takes reports whether a request takes an OData option.
// https://learn.microsoft.com/rest/api/storageservices/querying-tables-and-entities
func (c *call) takes(option string) bool {
	reading := c.operation.mode == reads
	switch option {
	case "$format":
		return true
	case "$select":
		return reading && (c.resource == entitySet || c.resource == oneEntity)
	case "$filter", "$top":
		return reading && (c.resource == entitySet || c.resource == tableSet)
	default:
		return false
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

// checkAccept refuses to answer in anything but JSON. Who gets no body need not say what they take.
func (c *call) checkAccept() error {
	accept, asked := c.accept()
	bodiless := c.operation.parse == nil || c.operation.mode == writes
	switch {
	case c.json, !c.speaksJSON(), !asked && bodiless:
		return nil
	case !asked:
		return &fault.Error{
			Code: fault.AtomFormatNotSupported, Stage: fault.Early,
			Hint: "Without an Accept header the service means Atom, which it no longer speaks. " +
				"Send Accept: application/json;odata=minimalmetadata.",
		}
	case strings.Contains(accept, "odata=verbose"):
		return fault.Refused(fault.JSONVerboseFormatNotSupported, "")
	case strings.Contains(accept, "atom") || strings.Contains(accept, "xml"):
		return fault.Refused(fault.AtomFormatNotSupported, "")
	default:
		return fault.Refused(fault.MediaTypeNotSupported, "")
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
	if len(c.req.Body) == 0 || !c.speaksJSON() {
		return nil
	}
	sent := c.req.Headers.Get("Content-Type")
	media, _, _ := strings.Cut(sent, ";")
	switch media = strings.ToLower(strings.TrimSpace(media)); {
	case strings.Contains(sent, "odata=verbose"):
		return fault.Refused(fault.JSONVerboseFormatNotSupported, "")
	case media == "application/json":
		return nil
	case strings.Contains(media, "atom") || strings.Contains(media, "xml"):
		return fault.Refused(fault.AtomFormatNotSupported, "")
	default:
		return &fault.Error{
			Code: fault.MediaTypeNotSupported, Stage: fault.Early,
			Hint: "Send the body with Content-Type: application/json.",
		}
	}
}

func (c *call) header(name string) (value string, ok bool) {
	return c.req.Headers.Lookup(name)
}
