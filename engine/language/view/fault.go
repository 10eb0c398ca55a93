package view

import (
	"github.com/rowkey/rowkey/engine/internal/format/errorbody"
	"github.com/rowkey/rowkey/engine/wire"
)

// refusal is the error that the service answered with. Its code is "" if there was none.
type refusal struct {
	status int
	code   string
	words  string
}

// refusalOf takes the error from the trace or, if there is no trace, from the body of the response.
func refusalOf(x *Exchange) refusal {
	if x.Trace != nil {
		if f := x.Trace.Fault; f != nil {
			return refusal{f.Code.Status, f.Code.Name, f.Text()}
		}
		return refusal{}
	}
	if x.Answer.Status < 400 {
		return refusal{}
	}
	code, words := errorbody.Read(x.Answer.Body)
	return refusal{x.Answer.Status, code, words}
}

// Fault returns the code of the error that an exchange ended with, or "".
func Fault(x *Exchange) string { return refusalOf(x).code }

// faultPart shows why the service refused the request, with the hint and the place in the filter.
func faultPart(x *Exchange) Node {
	r := refusalOf(x)
	if r.code == "" {
		return Node{}
	}
	part := el("div", "rs-fault", el("p", "", textEl("strong", "", r.code), text(": "+r.words)))
	if x.Trace == nil {
		return part
	}
	if x.Trace.Fault.Hint != "" {
		part.add(textEl("p", "rs-hint", x.Trace.Fault.Hint))
	}
	part.add(place(filterOf(x.URL), x.Trace.Fault.Start, x.Trace.Fault.End))
	return part
}

// place shows the filter with the wrong part marked. Where something is missing between two characters, it
// marks an ellipsis.
func place(filter string, start, end int) Node {
	if end <= 0 || start > end || end > len(filter) {
		return Node{}
	}
	wrong := filter[start:end]
	if wrong == "" {
		wrong = "…"
	}
	code := el("code", "", text(filter[:start]), textEl("mark", "", wrong), text(filter[end:]))
	return scroller("pre", "rs-where", "The place in the filter", code)
}

// filterOf returns the $filter of a URL, or "".
func filterOf(url string) string {
	params, _ := wire.Params(wire.SplitURL(url).Query)
	for _, p := range params {
		if p.Name == "$filter" {
			return p.Value
		}
	}
	return ""
}
