package table

import "cmp"

// CompareText orders text as the service does: by UTF-16 code unit, so that "B" comes before "a"
// and an astral character, written in UTF-16 as two surrogates, before U+E000.
func CompareText(a, b string) int {
	for i := range min(len(a), len(b)) {
		if x, y := a[i], b[i]; x != y {
			return compareBytes(x, y)
		}
	}
	return cmp.Compare(len(a), len(b))
}

// compareBytes orders the first bytes in which two UTF-8 texts differ. UTF-8 and UTF-16 disagree
// only where U+E000 to U+FFFF, led by 0xEE or 0xEF, meets an astral character, led by 0xF0 or more.
func compareBytes(x, y byte) int {
	if x >= 0xEE && y >= 0xEE && (x < 0xF0) != (y < 0xF0) {
		return cmp.Compare(y, x)
	}
	return cmp.Compare(x, y)
}
