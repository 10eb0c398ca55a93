package tables

import (
	"cmp"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/table"
)

// firstJSONVersion is the first version of the service that speaks JSON.
// https://learn.microsoft.com/rest/api/storageservices/payload-format-for-table-service-operations
const firstJSONVersion = "2013-08-15"

// format is how an answer is written. A refusal is, too, whatever is refused.
type format struct {
	level odata.Level // how much metadata the answer carries
	json  bool        // the client takes JSON at all
}

// formatOf takes the metadata level of the answer from $format, or else from Accept.
func formatOf(c *service.Call) format {
	accept, _ := accepted(c)
	for option := range strings.SplitSeq(accept, ",") {
		if level, ok := levelOf(option); ok {
			return format{level, true}
		}
	}
	return format{}
}

// accepted is what the client takes, and whether it says so.
func accepted(c *service.Call) (value string, asked bool) {
	if value, asked = c.Param("$format"); asked {
		return value, true
	}
	return c.Request.Headers.Lookup("Accept")
}

// negotiate checks the size of the body and the headers that say which protocol and which formats the
// client speaks.
func negotiate(r *request) error {
	if len(r.Request.Body) > table.MaxBodySize {
		return fault.Invalid(fault.RequestBodyTooLarge, "")
	}
	return cmp.Or(r.CheckVersion(), checkDataVersion(r), checkAccept(r), checkContentType(r))
}

// speaksJSON reports whether requests for what the URL names carry JSON. An envelope has parts that
// speak for themselves, and the schema and what comp asks for are XML.
func speaksJSON(r *request) bool {
	_, comp := r.Param("comp")
	return !comp && r.resource != serviceRoot && r.resource != metadata && r.resource != batchRoot
}

// checkDataVersion looks at the headers of OData and whether the client's version of the service has
// JSON. Empty headers count as absent.
// https://learn.microsoft.com/rest/api/storageservices/setting-the-odata-data-service-version-headers
func checkDataVersion(r *request) error {
	sent := r.Request.Headers
	version := sent.Get("x-ms-version")
	old := version != "" && version < firstJSONVersion
	data := cmp.Or(sent.Get("MaxDataServiceVersion"), sent.Get("DataServiceVersion"))
	switch data, _, _ = strings.Cut(data, ";"); strings.TrimSpace(data) {
	case "", "3.0":
	case "1.0", "2.0":
		old = true
	default:
		return fault.Refused(fault.InvalidHeaderValue, "").WithHint("DataServiceVersion is 3.0, or nothing.")
	}
	if old && speaksJSON(r) && (r.json || len(r.Request.Body) > 0) {
		return fault.Refused(fault.JSONFormatNotSupported, "")
	}
	return nil
}

// checkAccept refuses to answer in anything but JSON. A client that gets no body needn't say what it
// takes.
func checkAccept(r *request) error {
	accept, asked := accepted(r.Call)
	bodiless := r.parse == nil || r.mode == writes
	switch {
	case r.json, !speaksJSON(r), !asked && bodiless:
		return nil
	case !asked:
		return fault.Refused(fault.AtomFormatNotSupported, "").WithHint(
			"Without an Accept header the service means Atom, which it no longer speaks. " +
				"Send Accept: application/json;odata=minimalmetadata.")
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
func checkContentType(r *request) error {
	if len(r.Request.Body) == 0 || !speaksJSON(r) {
		return nil
	}
	sent := r.Request.Headers.Get("Content-Type")
	media, _, _ := strings.Cut(sent, ";")
	switch media = strings.ToLower(strings.TrimSpace(media)); {
	case strings.Contains(sent, "odata=verbose"):
		return fault.Refused(fault.JSONVerboseFormatNotSupported, "")
	case media == "application/json":
		return nil
	case strings.Contains(media, "atom") || strings.Contains(media, "xml"):
		return fault.Refused(fault.AtomFormatNotSupported, "")
	default:
		return fault.Refused(fault.MediaTypeNotSupported, "").WithHint(
			"Send the body with Content-Type: application/json.")
	}
}
