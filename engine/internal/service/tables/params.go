package tables

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// checkParams checks timeout and the OData options in the URL.
func checkParams(r *request) error {
	if timeout, ok := r.Param("timeout"); ok {
		seconds, err := strconv.Atoi(timeout)
		switch {
		case err != nil:
			return fault.Invalid(fault.InvalidQueryParameterValue, "")
		case seconds <= 0:
			return fault.Invalid(fault.OutOfRangeQueryParameterValue, "")
		}
	}
	return checkOptions(r)
}

// checkOptions refuses OData options that the operation doesn't support. Like the service, it ignores other
// parameters.
func checkOptions(r *request) error {
	for i, p := range r.Params {
		same := func(earlier wire.Param) bool { return earlier.Name == p.Name }
		switch {
		case !strings.HasPrefix(p.Name, "$"):
		case slices.ContainsFunc(r.Params[:i], same):
			return fault.Invalid(fault.InvalidInput, "").WithHint(p.Name + " is given twice.")
		case supports(r, p.Name):
		case slices.Contains(queryOptions[:], p.Name):
			return fault.Invalid(fault.InvalidInput, "").WithHint(
				"This request can't have " + p.Name + ": leave it out.")
		default:
			return fault.Invalid(fault.NotImplemented, "").WithHint(
				"The service doesn't support " + p.Name + " here.")
		}
	}
	return nil
}

var queryOptions = [...]string{"$format", "$filter", "$select", "$top"}

// supports reports whether a request can have an OData option.
// https://learn.microsoft.com/rest/api/storageservices/querying-tables-and-entities
func supports(r *request, option string) bool {
	reading := !r.Writes
	switch option {
	case "$format":
		return true
	case "$select":
		return reading && (r.resource == entitySet || r.resource == oneEntity)
	case "$filter", "$top":
		return reading && (r.resource == entitySet || r.resource == tableSet)
	default:
		return false
	}
}

// top reads $top, the size of a page, not of the whole result.
func top(r *request) (int, error) {
	raw, ok := r.Param("$top")
	if !ok {
		return table.MaxPage, nil
	}
	n, err := strconv.Atoi(raw)
	if err != nil || n < 0 || n > table.MaxPage {
		return 0, fault.Invalid(fault.InvalidInput, "").WithHint(
			"$top needs to be a whole number from 0 to 1000: the size of one page.")
	}
	return n, nil
}

// badToken returns the fault for a continuation token that the engine didn't make.
func badToken(name string) error {
	return fault.Invalid(fault.InvalidInput, "").WithHint(
		name + " needs to be the value of the continuation header in the answer before. Leave it out if " +
			"there was none.")
}
