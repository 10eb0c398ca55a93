package spelling

import "strconv"

// Number writes a number with a comma at each thousand.
func Number(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Count writes "1 row" or "4 rows", given "row" or "rows".
func Count(n int, one, many string) string {
	if n != 1 {
		one = many
	}
	return Number(n) + " " + one
}
