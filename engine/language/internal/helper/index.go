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

// Step is an operator of arithmetic on $index, and the number behind it.
type Step struct {
	Operator byte // * / % or +
	By       int
}

// Steps reads what follows $index in a word, such as %10+1. It works from left to right, so only more + can
// follow a +; / drops the fraction.
func Steps(word string) (steps []Step, ok bool) {
	added := false
	for rest := word[len(Index):]; rest != ""; {
		end := len(rest) - len(strings.TrimLeft(rest[1:], "0123456789"))
		by, err := strconv.Atoi(rest[1:end])
		if err != nil || by < 1 || by > maxOperand || strings.IndexByte("*/%+", rest[0]) < 0 ||
			added && rest[0] != '+' {
			return nil, false
		}
		steps = append(steps, Step{rest[0], by})
		added, rest = rest[0] == '+', rest[end:]
	}
	return steps, true
}

// Apply takes a number through steps. It stops at one that is too large to go on.
func Apply(steps []Step, n int) int {
	for _, s := range steps {
		if n > maxValue {
			break
		}
		switch s.Operator {
		case '*':
			n *= s.By
		case '/':
			n /= s.By
		case '%':
			n %= s.By
		case '+':
			n += s.By
		}
	}
	return n
}

// Evaluate returns the value of $index, or of $index followed by operators and numbers, such as
// $index%10+1.
func Evaluate(word string, index int) (int, *problem.Problem) {
	steps, ok := Steps(word)
	n := Apply(steps, index)
	if !ok || n > maxValue {
		return 0, problem.New(
			"Expected * / or % and a number after $index, with + and a number last"+problem.Found(word)+".",
			"Write $index%10+1, with numbers from 1 to 1000000.",
		)
	}
	return n, nil
}

func callIndex(_ *Context, args []string) (string, *problem.Problem) { return args[0], nil }
