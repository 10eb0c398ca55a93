package render

import (
	"bytes"
	"strconv"
	"strings"
)

// builder writes HTML by appending.
type builder struct{ bytes.Buffer }

func (b *builder) add(markup string) *builder {
	b.WriteString(markup)
	return b
}

// escaper leaves apostrophes as they are: filters are full of them, and attributes are in double quotes.
var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// text adds text, escaped for an element or a quoted attribute.
func (b *builder) text(text string) *builder {
	_, _ = escaper.WriteString(b, text)
	return b
}

func (b *builder) number(n int) *builder {
	b.WriteString(strconv.Itoa(n))
	return b
}

// tokens adds highlighted code. Copying it gives the tokens' text, byte for byte.
func (b *builder) tokens(tokens []Token) *builder {
	for _, t := range tokens {
		if t.Class == "" {
			b.text(t.Text)
			continue
		}
		b.add(`<span class="`).add(t.Class).add(`">`).text(t.Text).add("</span>")
	}
	return b
}
