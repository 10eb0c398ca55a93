package report

import "unicode/utf8"

// Shown returns text for a terminal, with the characters that would control it shown as text: the sign for
// the character, or U+FFFD. A file or an answer could otherwise write over lines, change their order, or do
// whatever else a terminal can be told to do. Line breaks and tabs stay, and each character is still one.
func Shown(text []byte) []byte {
	shown := make([]byte, 0, len(text))
	for len(text) > 0 {
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
		}
		shown = utf8.AppendRune(shown, r)
		text = text[size:]
	}
	return shown
}
