package table

import (
	"strconv"
	"strings"
)

// FormatGUID formats sixteen bytes as 8-4-4-4-12 lower-case hexadecimal digits.
func FormatGUID(id string) string {
	const digits = "0123456789abcdef"
	text := make([]byte, 0, len("00000000-0000-0000-0000-000000000000"))
	for i := range len(id) {
		if i == 4 || i == 6 || i == 8 || i == 10 {
			text = append(text, '-')
		}
		text = append(text, digits[id[i]>>4], digits[id[i]&15])
	}
	return string(text)
}

// RandomGUID formats sixteen random bytes as a GUID of version 4.
// https://www.rfc-editor.org/rfc/rfc9562#section-5.4
func RandomGUID(random [16]byte) string {
	random[6] = random[6]&0x0F | 0x40
	random[8] = random[8]&0x3F | 0x80
	return FormatGUID(string(random[:]))
}

// ParseGUID parses 8-4-4-4-12 hexadecimal digits of either case.
func ParseGUID(s string) (id [16]byte, ok bool) {
	if len(s) != 36 || s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-' {
		return id, false
	}
	digits := strings.ReplaceAll(s, "-", "")
	if len(digits) != 2*len(id) {
		return id, false
	}
	for i := range id {
		n, err := strconv.ParseUint(digits[2*i:2*i+2], 16, 8)
		if err != nil {
			return id, false
		}
		id[i] = byte(n)
	}
	return id, true
}
