package keys

// A part is a UTF-8 string with two reversible changes:
//
//   - 0xEE and 0xEF, the first bytes of U+E000 to U+FFFF, move behind the first bytes of astral
//     characters, because that is their order in UTF-16. It's a rotation of the bytes from 0xEE on.
//   - U+0000 and U+0001 become 01 01 and 01 02, so that a zero byte can end a part.

const escape = 0x01

// appendPart appends text as one part of a store key, with its end.
func appendPart(b []byte, text string) []byte {
	if plain(text) {
		return append(append(b, text...), end)
	}
	for i := range len(text) {
		switch c := text[i]; {
		case c <= escape:
			b = append(b, escape, c+1)
		case c < 0xEE:
			b = append(b, c)
		case c < 0xF0:
			b = append(b, c+0x10)
		default:
			b = append(b, c-2)
		}
	}
	return append(b, end)
}

// decode reverses appendPart for a part without its end. ok is false if appendPart can't have made it.
func decode(part string) (text string, ok bool) {
	if plain(part) {
		return part, true
	}
	b := make([]byte, 0, len(part))
	for i := 0; i < len(part); i++ {
		switch c := part[i]; {
		case c == 0:
			return "", false
		case c == escape:
			i++
			if i == len(part) || part[i] != 1 && part[i] != 2 {
				return "", false
			}
			b = append(b, part[i]-1)
		case c < 0xEE:
			b = append(b, c)
		case c < 0xFE:
			b = append(b, c+2)
		default:
			b = append(b, c-0x10)
		}
	}
	return string(b), true
}

// plain reports whether text is encoded as itself, as nearly every string is.
func plain(text string) bool {
	for i := range len(text) {
		if c := text[i]; c <= escape || c >= 0xEE {
			return false
		}
	}
	return true
}
