package httphost

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/trace"
	"github.com/rowkey/rowkey/engine/wire"
)

// maxText bounds a string in a header, in characters, because some clients accept only 16 KB of headers.
const maxText = 400

// Explain adds the plan and the cost to the headers of an answer, for a client that asks for them with
// x-rowkey-explain: 1. Both headers are ASCII and share a grammar: pairs of name=value separated by "; ".
// A value is a word, a number or a JSON string. Empty values are left out of the plan; the cost always has
// every count.
func Explain(req wire.Request, headers wire.Headers, t *trace.Trace) wire.Headers {
	if req.Headers.Get("x-rowkey-explain") != "1" {
		return headers
	}
	plan := pair(nil, "operation", t.Operation)
	plan = pair(plan, "kind", t.Plan.Kind.String())
	plan = quoted(plan, "scope", t.Plan.Scope)
	plan = quoted(plan, "advice", t.Plan.Advice)
	if t.Fault != nil {
		plan = pair(plan, "error", t.Fault.Code.Name)
		plan = quoted(plan, "hint", t.Fault.Hint)
	}
	var cost []byte
	for _, count := range t.Cost.Counts() {
		cost = pair(cost, count.Name, strconv.Itoa(*count.N))
	}
	headers.Add("x-rowkey-plan", string(plan))
	headers.Add("x-rowkey-cost", string(cost))
	return headers
}

// pair appends name=value, or nothing when there is no value.
func pair(dst []byte, name, value string) []byte {
	if value == "" {
		return dst
	}
	if len(dst) > 0 {
		dst = append(dst, "; "...)
	}
	return append(append(append(dst, name...), '='), value...)
}

// quoted appends name="text" with the text as a JSON string, escaped so that it is one line of ASCII.
func quoted(dst []byte, name, text string) []byte {
	if text == "" {
		return dst
	}
	value := string(odata.AppendString(nil, shorten(text)))
	return pair(dst, name, strings.ReplaceAll(value, "\x7F", `\u007f`))
}

// shorten cuts a string that is too long for a header, and ends it in an ellipsis.
func shorten(text string) string {
	if utf8.RuneCountInString(text) <= maxText {
		return text
	}
	return string([]rune(text)[:maxText-1]) + "…"
}
