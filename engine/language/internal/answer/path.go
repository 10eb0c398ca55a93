package answer

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/language/internal/lex"
	"github.com/rowkey/rowkey/engine/language/internal/problem"
)

// Path leads into a JSON document: $, then .name, ['name'], [0] or [*]. [*] means every element of an
// array, is allowed once in a path, and makes the result an array.
type Path struct {
	Source string
	steps  []PathStep
}

// PathStep is one step of a path: to a member of an object, or to an element of an array.
type PathStep struct {
	Name  string // of the member
	Index int    // of the element, or Member, or Every
}

// Values of Index that don't mean a single element.
const (
	Member = -1
	Every  = -2
)

const pathHint = "Write a path such as $.value[0].RowKey."

// maxPath limits the steps of a path.
const maxPath = 32

// ParsePath reads s as a path.
func ParsePath(s string) (Path, *problem.Problem) {
	p, n, bad := ParsePrefix(s)
	if bad == nil && n < len(s) {
		bad = problem.New("Expected the end of the path before "+problem.Quote(s[n:])+".", pathHint)
	}
	return p, bad
}

// ParsePrefix reads the path at the beginning of s and returns how many bytes it took.
func ParsePrefix(s string) (p Path, n int, bad *problem.Problem) {
	if !strings.HasPrefix(s, "$") {
		return p, 0, problem.New("Expected a path that begins with $.", pathHint)
	}
	n = 1
	stars := 0
	for n < len(s) && (s[n] == '.' || s[n] == '[') {
		h, width, bad := parseStep(s[n:])
		if bad != nil {
			return p, n, bad
		}
		if h.Index == Every {
			stars++
		}
		p.steps = append(p.steps, h)
		n += width
		if h.Name == "odata" && strings.HasPrefix(s[n:], ".") {
			return p, n, problem.New("A name that contains a dot can't follow a dot.", "Write $['odata.error'].code.")
		}
		if stars > 1 {
			return p, n, problem.New("A path can have only one [*].", "")
		}
		if len(p.steps) > maxPath {
			return p, n, problem.New("A path can have at most 32 steps.", "")
		}
	}
	p.Source = s[:n]
	return p, n, nil
}

func isNamePart(c byte) bool {
	return lex.IsLetter(c) || lex.IsDigit(c) || c >= 0x80 || c == '_' || c == '-' || c == '@'
}

func parseStep(s string) (h PathStep, n int, bad *problem.Problem) {
	if s[0] == '.' {
		n = 1
		for n < len(s) && isNamePart(s[n]) {
			n++
		}
		if n == 1 {
			return h, 0, problem.New("Expected a name after the dot of a path.", pathHint)
		}
		return PathStep{Name: s[1:n], Index: Member}, n, nil
	}
	if len(s) > 1 && (s[1] == '\'' || s[1] == '"') {
		end := strings.Index(s[2:], s[1:2]+"]")
		if end < 0 {
			return h, 0, problem.New("The ['…'] of a path isn't closed.", "Write $['odata.error'].code.")
		}
		return PathStep{Name: s[2 : 2+end], Index: Member}, end + 4, nil
	}
	inside, _, closed := strings.Cut(s[1:], "]")
	if closed && inside == "*" {
		return PathStep{Index: Every}, 3, nil
	}
	index, err := strconv.Atoi(inside)
	if !closed || err != nil || index < 0 {
		return h, 0, problem.New("Expected a number, * or a name in quotes in the [ ] of a path.",
			"Write $.value[0], $.value[*] or $['odata.error'].")
	}
	return PathStep{Index: index}, len(inside) + 2, nil
}

// Lists reports whether the path has a [*], so that its result is always an array.
func (p Path) Lists() bool {
	return slices.ContainsFunc(p.steps, func(h PathStep) bool { return h.Index == Every })
}

// find walks the path from doc. The result doesn't exist if the path leads nowhere.
func (p Path) find(doc jsontext.Value) jsontext.Value {
	for i, h := range p.steps {
		switch {
		case h.Index == Every:
			return Path{steps: p.steps[i+1:]}.findEvery(doc)
		case h.Index == Member:
			doc = odata.Member(doc, h.Name)
		default:
			doc = elementOf(doc, h.Index)
		}
		if !doc.Exists() {
			return doc
		}
	}
	return doc
}

// findEvery walks the path from each element of an array, and leaves out elements where it leads nowhere.
func (p Path) findEvery(array jsontext.Value) jsontext.Value {
	if !array.IsArray() {
		return jsontext.Value{}
	}
	found := []byte{'['}
	array.ForEach(func(_, element jsontext.Value) bool {
		if v := p.find(element); v.Exists() {
			if len(found) > 1 {
				found = append(found, ',')
			}
			found = append(found, v.Raw...)
		}
		return true
	})
	return jsontext.Parse(string(append(found, ']')))
}

func elementOf(array jsontext.Value, index int) (found jsontext.Value) {
	if array.IsArray() {
		array.ForEach(func(_, value jsontext.Value) bool {
			if index == 0 {
				found = value
			}
			index--
			return index >= 0
		})
	}
	return found
}
