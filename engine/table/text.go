package table

import "cmp"

// CompareText orders strings as the service does, by UTF-16 code unit: "B" comes before "a", and an
// astral character, which is two surrogates in UTF-16, comes before U+E000.
func CompareText(a, b string) int {
	for i := range min(len(a), len(b)) {
		if x, y := a[i], b[i]; x != y {
			return compareBytes(x, y)
		}
	}
	return cmp.Compare(len(a), len(b))
}

// compareBytes orders two strings by the first bytes in which they differ. UTF-8 and UTF-16 disagree only
// when U+E000 to U+FFFF, which start with 0xEE or 0xEF, meet an astral character, which starts with 0xF0
// or more.
func compareBytes(x, y byte) int {
	if x >= 0xEE && y >= 0xEE && (x < 0xF0) != (y < 0xF0) {
		return cmp.Compare(y, x)
	}
	return cmp.Compare(x, y)
}
