package report

import (
	"unicode/utf8"

	"github.com/rowkey/rowkey/engine/language/script"
)

// AppendErrors appends what is wrong with the files: place and message, the line with a caret under the
// place, and a hint.
func (r Report) AppendErrors(dst []byte) []byte {
	for _, f := range r.Files {
		for _, e := range f.Errors {
			dst = append(dst, e.Error()+"\n"...)
			source, column := excerpt(e)
			dst = append(dst, "    "+source+"\n    "...)
			for _, c := range source {
				if column--; column == 0 {
					break
				}
				if c != '\t' {
					c = ' '
				}
				dst = utf8.AppendRune(dst, c)
			}
			dst = append(dst, "^\n"...)
			if e.Hint != "" {
				dst = append(dst, "    "+e.Hint+"\n"...)
			}
		}
	}
	return dst
}

// excerpt returns the part of the line around an error, with ellipses where it is cut, and the error's column
// in it.
func excerpt(e *script.Error) (source string, column int) {
	const before, most = 60, 100
	runes := []rune(e.Source)
	from := max(0, e.Column-1-before)
	to := min(len(runes), from+most)
	source, column = string(runes[from:to]), e.Column-from
	if from > 0 {
		source, column = "…"+source, column+1
	}
	if to < len(runes) {
		source += "…"
	}
	return source, column
}
