package spelling

import "strings"

// Nearest returns the candidate that word is most likely a misspelling of, or "".
func Nearest(word string, candidates []string) string {
	best, least := "", 1+min(max(1, len(word)/3), len(word)-1)
	for _, c := range candidates {
		if strings.EqualFold(word, c) {
			return c
		}
		if d := Distance(word, c); d < least {
			best, least = c, d
		}
	}
	return best
}

// maxWord bounds the words that Distance compares: nobody misspells a longer one.
const maxWord = 64

// Distance counts the letters to insert, delete, change or swap with their neighbour to turn a into b.
func Distance(a, b string) int {
	if len(a) > maxWord || len(b) > maxWord {
		return maxWord
	}
	var before, last, row [maxWord + 1]int
	for j := range len(b) + 1 {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := last[j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			row[j] = min(change, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
