package problem

import "github.com/rowkey/rowkey/engine/internal/spelling"

// Count writes "1 row" or "4 rows", given "row" or "rows".
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return spelling.Number(n) + " " + many
}
