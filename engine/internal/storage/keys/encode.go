package keys

// A part is its UTF-8 text with two changes, both reversible:
//
//   - 0xEE and 0xEF, the bytes that lead U+E000 to U+FFFF, move behind the bytes that lead astral
//     characters, because UTF-16 orders them so. That is a rotation of the bytes from 0xEE on.
//   - U+0000 and U+0001 become 01 01 and 01 02, so that the zero byte is free to end a part.

const escape = 0x01

// appendPart appends text as a part of a store key, and the end of the part.
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

// decode undoes appendPart. ok is false when that cannot have made the part.
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

// plain reports whether text is its own encoding, as almost all is.
func plain(text string) bool {
	for i := range len(text) {
		if c := text[i]; c <= escape || c >= 0xEE {
			return false
		}
	}
	return true
}
