package helper

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/language/internal/lex"
	"github.com/rowkey/rowkey/engine/language/internal/problem"
	"github.com/rowkey/rowkey/engine/table"
)

// callInvertedTicks returns the ticks from a moment to the end of the year 9999, as 19 digits, so that
// later moments come first in key order.
func callInvertedTicks(c *Context, args []string) (string, *problem.Problem) {
	at, bad := moment(c, args)
	return padded(strconv.FormatInt(int64(table.MaxTicks-at), 10), 19), bad
}

// maxPad limits what $pad writes. It is more than a property can hold, so that scripts can exceed that
// limit.
const maxPad = 100_000

// callPad returns a number with zeros in front.
func callPad(_ *Context, args []string) (string, *problem.Problem) {
	width, err := strconv.Atoi(args[1])
	if !lex.IsDigits(args[0]) || err != nil || width < 1 || width > maxPad {
		return "", problem.New(
			"$pad takes a whole number and a width from 1 to 100000"+problem.Found(args[0]+" "+args[1])+".",
			"Write {{$pad 42 8}} for 00000042.")
	}
	return padded(args[0], width), nil
}

// maxShards keeps the number of a shard to two digits.
const maxShards = 100

// callShard returns the shard of a key: the 32-bit FNV-1a hash of its UTF-8 bytes modulo n, as two
// digits. The hash must never change, because stored keys depend on it.
func callShard(_ *Context, args []string) (string, *problem.Problem) {
	n, err := strconv.Atoi(args[1])
	if err != nil || n < 1 || n > maxShards {
		return "", problem.New(
			"$shard takes a key and a number of shards from 1 to 100"+problem.Found(args[1])+".",
			"Write {{$shard customer-0042 16}} for 00 to 15.")
	}
	return padded(strconv.Itoa(int(hash(args[0])%uint32(n))), 2), nil
}

// hash returns the 32-bit FNV-1a hash of s.
func hash(s string) uint32 {
	h := uint32(2166136261)
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h
}

// padded puts zeros before digits, up to a width.
func padded(digits string, width int) string {
	return strings.Repeat("0", max(0, width-len(digits))) + digits
}
