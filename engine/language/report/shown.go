package report

import (
	"bytes"
	"unicode/utf8"
)

// Shown returns text for a terminal or the log of a build, with what would control these shown as text. A
// file or an answer could otherwise write over lines, change their order, or do whatever else a terminal can
// be told to do, and set variables of a build. Characters that control are their signs, or U+FFFD; what a
// build would obey begins with another character that looks alike. Line breaks and tabs stay, and each
// character is still one.
func Shown(text []byte) []byte {
	shown := make([]byte, 0, len(text))
	for begun := false; len(text) > 0; {
		r, size := utf8.DecodeRune(text)
		const signs, signOfDelete = '\u2400', '\u2421' // of the control characters, in their order
		switch {
		case r < ' ' && r != '\n' && r != '\t':
			r += signs
		case r == 0x7F:
			r = signOfDelete
		case r >= 0x80 && r <= 0x9F, r >= '\u202A' && r <= '\u202E', r >= '\u2066' && r <= '\u2069',
			r == '\u200E', r == '\u200F', r == '\u2028', r == '\u2029':
			r = utf8.RuneError
		case r == ':' && !begun && bytes.HasPrefix(text, []byte("::")):
			r = '∶'
		case r == '#' && isCommand(text):
			r = '＃'
		}
		begun = r != '\n' && (begun || r != ' ' && r != '\t')
		shown = utf8.AppendRune(shown, r)
		text = text[size:]
	}
	return shown
}

// isCommand reports whether text begins like a command of Azure Pipelines, ##vso[, or of another build: ##[,
// ##teamcity[. Those of GitHub are lines that begin with ::.
func isCommand(text []byte) bool {
	rest, found := bytes.CutPrefix(text, []byte("##"))
	name := bytes.TrimLeft(rest, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
	return found && bytes.HasPrefix(name, []byte("["))
}
