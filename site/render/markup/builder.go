package markup

import (
	"bytes"
	"strconv"
	"strings"
)

// Builder writes HTML by appending.
type Builder struct{ bytes.Buffer }

// Add adds markup.
func (b *Builder) Add(markup string) *Builder {
	b.WriteString(markup)
	return b
}

// escaper leaves apostrophes as they are: filters are full of them, and attributes are in double
// quotes.
var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// Text adds text, escaped for an element or a quoted attribute.
func (b *Builder) Text(text string) *Builder {
	_, _ = escaper.WriteString(b, text)
	return b
}

// Number adds a number.
func (b *Builder) Number(n int) *Builder {
	b.WriteString(strconv.Itoa(n))
	return b
}

// Tokens adds highlighted code. Copying it gives the tokens' text, byte for byte.
func (b *Builder) Tokens(tokens []Token) *Builder {
	for _, t := range tokens {
		if t.Class == "" {
			b.Text(t.Text)
			continue
		}
		b.Add(`<span class="`).Add(t.Class).Add(`">`).Text(t.Text).Add("</span>")
	}
	return b
}

// At adds the position of a text element of a picture, and the end of its start tag.
func (b *Builder) At(x, y int) *Builder {
	b.WriteString(` x="` + strconv.Itoa(x) + `" y="` + strconv.Itoa(y) + `">`)
	return b
}
