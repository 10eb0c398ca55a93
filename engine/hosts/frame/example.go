package frame

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/language/view"
)

// example runs one example of a page and returns its result. It runs in the account of the call's session,
// or in a new one if the session has none.
func (h *Host) example(c *jsontext.Value) []byte {
	fences, first := fencesOf(list(c, "examples"))
	index := odata.Member(*c, "index").Int()
	if index < 0 || index >= int64(len(first)) {
		return Refuse("the page has no example " + odata.Member(*c, "index").Raw)
	}
	s := script.ParseFences(textOf(c, "file"), fences)
	// An edit can make two examples of one, or none. The one with the first fence runs.
	at := slices.IndexFunc(s.Examples, func(e *script.Example) bool {
		return slices.Contains(e.Fences, first[index])
	})
	if at < 0 || !s.Examples[at].Runs() && len(s.Check(at)) == 0 {
		return noRequest(first[index])
	}
	mode := view.AsWritten
	if odata.Member(*c, "edited").Bool() {
		mode = view.Experiment
	}
	r, err := h.sandbox.ExampleIn(h.sessions[sessionOf(c)], s, at, mode)
	if err != nil {
		return NeedsFull(err)
	}
	reply := strconv.AppendBool([]byte(`{"ok":`), r.OK)
	reply = odata.AppendString(append(reply, `,"status":`...), r.Status)
	reply = r.View.AppendJSON(append(reply, `,"view":`...))
	return append(AppendErrors(reply, r.Errors), '}')
}

// fencesOf returns the fences of a page's examples, and the index of each example's first one. Lines are
// counted in each fence, because a reader sees it alone.
func fencesOf(examples []jsontext.Value) (fences []script.Fence, first []int) {
	for _, e := range examples {
		first = append(first, len(fences))
		for i, text := range e.Array() {
			f := script.Fence{Line: 1, Text: text.String(), Apart: i == 0}
			if text.IsObject() {
				f.Table, f.Text = textOf(&text, "table"), textOf(&text, "text")
			}
			f.Text = strings.TrimSuffix(f.Text, "\n")
			fences = append(fences, f)
		}
	}
	return fences, first
}

// noRequest returns the reply for an example without a request.
func noRequest(fence int) []byte {
	missing := &script.Error{
		Fence: fence, Line: 1,
		Message: "There is no request to run.",
		Hint:    "Write one, such as GET {{host}}/Tables.",
	}
	reply := odata.AppendString([]byte(`{"ok":false,"status":`), "Not run")
	return append(AppendErrors(append(reply, `,"view":""`...), []*script.Error{missing}), '}')
}

// AppendErrors appends a member "errors" to an object.
func AppendErrors(dst []byte, errors []*script.Error) []byte {
	dst = append(dst, `,"errors":[`...)
	for i, e := range errors {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendInt(append(dst, `{"fence":`...), int64(e.Fence), 10)
		dst = strconv.AppendInt(append(dst, `,"line":`...), int64(e.Line), 10)
		dst = strconv.AppendInt(append(dst, `,"column":`...), int64(e.Column), 10)
		dst = odata.AppendString(append(dst, `,"message":`...), e.Message)
		dst = odata.AppendString(append(dst, `,"hint":`...), e.Hint)
		dst = append(dst, '}')
	}
	return append(dst, ']')
}
