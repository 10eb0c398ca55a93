package helper

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/language/internal/problem"
)

// Index is the helper that counts the iterations of a loop, from 0. Other helpers also take it as an
// argument, with or without arithmetic: $index*60+1000.
const Index = "$index"

// IsIndex reports a word that stands for $index or for arithmetic on it.
func IsIndex(word string) bool { return strings.HasPrefix(word, Index) }

// maxValue limits the result of arithmetic on $index, and maxOperand its operands, so that nothing
// overflows.
const (
	maxValue   = 1e12
	maxOperand = 1_000_000
)

// Evaluate returns the value of $index, or of $index followed by operators and numbers, such as
// $index%10+1. It works from left to right, so only more + can follow a +; / drops the fraction.
func Evaluate(word string, index int) (int, *problem.Problem) {
	n, added := index, false
	rest := word[len(Index):]
	for rest != "" && n <= maxValue {
		end := len(rest) - len(strings.TrimLeft(rest[1:], "0123456789"))
		by, err := strconv.Atoi(rest[1:end])
		if err != nil || by < 1 || by > maxOperand || strings.IndexByte("*/%+", rest[0]) < 0 ||
			added && rest[0] != '+' {
			break
		}
		switch rest[0] {
		case '*':
			n *= by
		case '/':
			n /= by
		case '%':
			n %= by
		case '+':
			n, added = n+by, true
		}
		rest = rest[end:]
	}
	if rest != "" || n > maxValue {
		return 0, problem.New(
			"Expected * / or % and a number after $index, with + and a number last"+problem.Found(word)+".",
			"Write $index%10+1, with numbers from 1 to 1000000.",
		)
	}
	return n, nil
}

func callIndex(_ *Context, args []string) (string, *problem.Problem) { return args[0], nil }
