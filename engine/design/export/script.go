package export

import (
	"strings"
	"unicode/utf8"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/wire"
)

// Script writes the requests of a plan as an .http file.
func Script(p *design.Plan) string {
	var b strings.Builder
	for i := range p.Requests {
		if i > 0 {
			b.WriteString("\n###\n")
		}
		b.WriteString(written(&p.Requests[i]))
	}
	if to := p.Follow.Place; to != nil {
		b.WriteString("\n# Then, for each " + to.Entity.Name + " that comes:\n# GET {{host}}/" + to.Table +
			"(PartitionKey='" + to.PartitionKey.Text + "',RowKey='" + to.RowKey.Text + "')\n")
	}
	return b.String()
}

// written writes a request of an .http file.
func written(r *design.Request) string {
	var b strings.Builder
	b.WriteString(r.Method + " {{host}}/" + readable(strings.TrimPrefix(r.Path, "/")) + "\n")
	for _, h := range r.Headers {
		b.WriteString(h + "\n")
	}
	if r.Body != "" {
		b.WriteString("\n" + r.Body + "\n")
	}
	return b.String()
}

// readable returns the path of a request as a person writes it in a script, which percent-encodes it again.
// What would then mean something else stays as it is.
func readable(path string) string {
	var b strings.Builder
	for path != "" {
		n := strings.IndexByte(path, '%')
		if n < 0 {
			break
		}
		b.WriteString(path[:n])
		path = path[n:]
		for n = 0; n+2 < len(path) && path[n] == '%'; {
			n += 3 // a character beyond ASCII is several escapes
		}
		escaped := path[:n]
		path = path[n:]
		text, _ := wire.Unescape(escaped)
		for _, c := range text {
			const meant = "%+&#?/{}\x7F\u0085\u2028\u2029"
			if c < ' ' || c == utf8.RuneError || strings.ContainsRune(meant, c) {
				b.WriteString(wire.Escape(string(c), ""))
			} else {
				b.WriteRune(c)
			}
		}
	}
	return b.String() + path
}
