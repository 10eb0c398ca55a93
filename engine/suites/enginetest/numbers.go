package enginetest

// Numbers is a text with numbers of twelve digits, whose places are looked for once: the body of a request
// that a benchmark sends again with other keys.
type Numbers struct {
	text   []byte
	places []int // where each number ends
}

const digits = 12

// NumbersOf finds the numbers of a text, which it keeps and writes over.
func NumbersOf(text []byte) *Numbers {
	n, run := &Numbers{text: text}, 0
	for at, c := range text {
		if run++; c < '0' || c > '9' {
			run = 0
		}
		if run == digits {
			n.places = append(n.places, at+1)
		}
	}
	return n
}

// From overwrites the first number with i, the next one with i+1, and so on.
func (n *Numbers) From(i int) []byte {
	for _, end := range n.places {
		for rest, at := i, end-1; at >= end-digits; rest, at = rest/10, at-1 {
			n.text[at] = byte('0' + rest%10)
		}
		i++
	}
	return n.text
}
