package design

import (
	"math"
	"strconv"

	"github.com/rowkey/rowkey/engine/spelling"
)

// Number is a number with commas between thousands, and with one decimal if it's small and not whole.
func Number(f float64) string {
	if f < 0 || f >= 1e15 {
		return strconv.FormatFloat(f, 'g', 3, 64)
	}
	const small = 100
	whole, decimals := f, ""
	if f < small && f != math.Trunc(f) {
		tenths := int64(math.Round(f * 10))
		if whole = float64(tenths / 10); tenths%10 != 0 {
			decimals = "." + strconv.FormatInt(tenths%10, 10)
		} else if tenths == 0 {
			return strconv.FormatFloat(f, 'g', 1, 64)
		}
	}
	return spelling.Number(int(math.Round(whole))) + decimals
}
