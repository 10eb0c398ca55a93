package script

import "strings"

// Above reads the lines above one that's being written: how far they are in their block, and its request.
// That is nil while there is neither a directive nor a request line.
func Above(lines string) (State, *Request) {
	globals := &scope{}
	p := &parser{script: &Script{names: map[string]*Request{}}, globals: globals}
	p.example = &Example{scope: &scope{parent: globals}}
	number := 0
	for text := range strings.SplitSeq(strings.TrimSuffix(lines, "\n"), "\n") {
		number++
		p.line(line{number: number, text: strings.TrimSuffix(text, "\r")})
	}
	return p.state, p.request
}
