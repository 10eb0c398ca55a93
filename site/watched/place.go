package watched

import (
	"strings"

	"github.com/rowkey/rowkey/engine/shape"
	"github.com/rowkey/rowkey/engine/wire"
)

// place returns where in the program a request is from, or "".
func (o *Options) place(headers wire.Headers) string {
	const longest = 80
	text := ""
	switch id := headers.Get("x-ms-client-request-id"); {
	case o.By != "":
		text = headers.Get(o.By)
	case id != "" && !isGUID(id):
		text = shape.Numberless(id)
	default:
		text, _, _ = strings.Cut(headers.Get("User-Agent"), " (") // the client, but not the machine
	}
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "") + "…"
	}
	return strings.Clone(text)
}

// isGUID reports whether a text is 32 hexadecimal digits, with or without hyphens and braces.
func isGUID(text string) bool {
	digits := 0
	for _, c := range strings.ToLower(text) {
		switch {
		case c >= '0' && c <= '9', c >= 'a' && c <= 'f':
			digits++
		case c != '-' && c != '{' && c != '}':
			return false
		}
	}
	return digits == 32
}
