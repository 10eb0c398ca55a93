package tables

import (
	"cmp"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/table"
)

// firstJSONVersion is the first version of the service that supports JSON.
// https://learn.microsoft.com/rest/api/storageservices/payload-format-for-table-service-operations
const firstJSONVersion = "2013-08-15"

// format is how an answer is written, that of a fault included.
type format struct {
	level odata.Level // how much metadata the answer has
	json  bool        // the client accepts JSON
}

// formatOf reads the format of the answer from $format, or else from Accept.
func formatOf(c *service.Call) format {
	accept, _ := accepted(c)
	for option := range strings.SplitSeq(accept, ",") {
		if level, ok := levelOf(option); ok {
			return format{level, true}
		}
	}
	return format{}
}

// accepted returns $format, or else Accept, and whether either was sent.
func accepted(c *service.Call) (value string, sent bool) {
	if value, sent = c.Param("$format"); sent {
		return value, true
	}
	return c.Request.Headers.Lookup("Accept")
}

// negotiate checks the size of the body, and the headers with versions and formats.
func negotiate(r *request) error {
	if r.Request.Size() > table.MaxBodySize {
		return fault.Invalid(fault.RequestBodyTooLarge, "")
	}
	return cmp.Or(r.CheckVersion(), checkDataVersion(r), checkAccept(r), checkContentType(r))
}

// usesJSON reports whether the bodies of requests and answers for what the URL names are JSON. Those of a
// batch are multipart, with formats of their own; the schema and anything with comp are XML.
func usesJSON(r *request) bool {
	_, comp := r.Param("comp")
	return !comp && r.resource != serviceRoot && r.resource != metadata && r.resource != batchRoot
}

// checkDataVersion checks the OData version headers, and refuses JSON in versions of the service or of OData
// that don't have it. Empty headers count as absent.
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
		return fault.Refused(fault.InvalidHeaderValue, "").WithHint(
			"DataServiceVersion needs to be 3.0, or left out.")
	}
	if old && usesJSON(r) && (r.json || len(r.Request.Body) > 0) {
		return fault.Refused(fault.JSONFormatNotSupported, "")
	}
	return nil
}

// checkAccept refuses every format except JSON. A client doesn't need Accept for an answer without a body.
func checkAccept(r *request) error {
	accept, sent := accepted(r.Call)
	bodiless := r.parse == nil || r.Writes && !r.Group && !r.creates()
	switch {
	case r.json, !usesJSON(r), !sent && bodiless:
		return nil
	case !sent:
		return fault.Refused(fault.AtomFormatNotSupported, "").WithHint(
			"Without an Accept header the service answers in Atom, which it no longer supports. " +
				"Send Accept: application/json;odata=minimalmetadata.")
	case strings.Contains(accept, "odata=verbose"):
		return fault.Refused(fault.JSONVerboseFormatNotSupported, "")
	case strings.Contains(accept, "atom") || strings.Contains(accept, "xml"):
		return fault.Refused(fault.AtomFormatNotSupported, "")
	default:
		return fault.Refused(fault.MediaTypeNotSupported, "")
	}
}

// levelOf reads the metadata level in one media range of an Accept header. ok is false if the range doesn't
// match JSON.
func levelOf(option string) (level odata.Level, ok bool) {
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

// checkContentType refuses a body that isn't sent as JSON.
func checkContentType(r *request) error {
	if len(r.Request.Body) == 0 || !usesJSON(r) {
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
