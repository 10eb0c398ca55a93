package convert

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/language/internal/problem"
)

// piece is a piece of a JSON document.
type piece struct {
	line   int
	member string // whose value it is, or an item of whose array; "" in an array
	item   bool   // of an array
	json   string
	bad    *data.Problem
}

// pieces divides a document into the items of its array, or the members of its object. An array
// that is a member is divided into its items, too. The pieces before a mistake are found, whatever
// comes behind it.
type pieces struct {
	text   string
	at     int
	lines  int    // before at
	open   string // the brackets that are open: "[" or "{" and then possibly "["
	member string
	done   bool
	piece
}

// next moves to the next piece. It's false behind the last one, and behind a mistake.
func (p *pieces) next() bool {
	for !p.done {
		p.move(blanks(p.text, p.at))
		if p.at == len(p.text) {
			return p.fail("The JSON ends in the middle.", "A part of the file is missing.")
		}
		inArray, c := strings.HasSuffix(p.open, "["), p.text[p.at]
		switch {
		case p.open == "" && (c == '[' || c == '{'):
			p.open = string(c)
			p.move(p.at + 1)
		case p.open == "":
			return p.fail(notJSON, tryAgain)
		case inArray && c == ']', !inArray && c == '}':
			p.open = p.open[:len(p.open)-1]
			p.done = p.open == ""
			p.move(p.at + 1)
		case c == ',':
			p.move(p.at + 1)
		default:
			if p.value(inArray) {
				return true
			}
		}
	}
	return false
}

const (
	notJSON  = "The text isn't JSON from here on."
	tryAgain = "Correct it, and try again."
)

// value moves behind a value, or into an array that is a member. It reports whether there's a
// piece.
func (p *pieces) value(item bool) bool {
	from := p.at
	if !item {
		if from = p.name(); from == 0 {
			return p.fail(notJSON, tryAgain)
		}
	}
	if from >= len(p.text) {
		p.at = len(p.text)
		return false
	}
	if !item && p.text[from] == '[' {
		p.open = "{["
		p.move(from + 1)
		return false
	}
	end, _ := scan(p.text, from)
	switch {
	case end == 0:
		return p.fail(notJSON, tryAgain)
	case end < 0:
		p.move(len(p.text))
		return false
	case end-from > maxRow:
		return p.fail("There is a value of more than 4 MB.", "An entity can have 1 MiB.")
	}
	p.move(from)
	p.piece = piece{line: p.lines + 1, member: p.member, item: item, json: p.text[from:end]}
	p.move(end)
	return true
}

// name reads the name of a member, and returns where its value begins: 0 if it isn't one.
func (p *pieces) name() int {
	if p.text[p.at] != '"' {
		return 0
	}
	end := stringEnd(p.text, p.at)
	if end < 0 {
		return len(p.text)
	}
	colon := blanks(p.text, end)
	switch {
	case colon == len(p.text):
		return colon
	case p.text[colon] != ':' || !jsontext.Valid(p.text[p.at:end]):
		return 0
	}
	p.member = jsontext.Parse(p.text[p.at:end]).Str
	return blanks(p.text, colon+1)
}

func (p *pieces) move(to int) {
	p.lines += strings.Count(p.text[p.at:to], "\n")
	p.at = to
}

// fail ends the pieces with what is wrong, which is the last one.
func (p *pieces) fail(message, hint string) bool {
	p.done = true
	p.piece = piece{line: p.lines + 1, bad: problem.New(message, hint)}
	return true
}

func blanks(text string, at int) int {
	return len(text) - len(strings.TrimLeft(text[at:], " \t\r\n\uFEFF"))
}

// scan returns where a value ends, -1 if the text does before, 0 if it isn't a value; and how deep
// its brackets are nested. It doesn't recurse.
func scan(text string, from int) (end, deepest int) {
	switch text[from] {
	case '"':
		return stringEnd(text, from), 0
	case '{', '[':
	default:
		for end = from; end < len(text) && end-from < 2000 && isWord(text[end]); end++ {
		}
		if end == from {
			return 0, 0
		}
		return end, 0
	}
	depth := 0
	for at := from; at < len(text); at++ {
		switch text[at] {
		case '"':
			if end = stringEnd(text, at); end < 0 {
				return end, deepest
			}
			at = end - 1
		case '{', '[':
			depth++
			deepest = max(deepest, depth)
		case '}', ']':
			if depth--; depth == 0 {
				return at + 1, deepest
			}
		}
	}
	return -1, deepest
}

func isWord(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' ||
		c == '_' || c == '+' || c == '-' || c == '.'
}

// stringEnd returns where a string ends, or -1.
func stringEnd(text string, from int) int {
	for at := from + 1; at < len(text); at++ {
		n := strings.IndexAny(text[at:], `"\`)
		if n < 0 {
			break
		}
		if at += n; text[at] == '"' {
			return at + 1
		}
		at++
	}
	return -1
}

// value is a member of an object.
type value struct {
	name string
	jsontext.Value
}

// object reads the members of an object.
func object(dst []value, json string) (values []value, bad *data.Problem) {
	json = strings.TrimSpace(json)
	if !strings.HasPrefix(json, "{") {
		return nil, problem.New("This isn't an object.",
			`Each entity is an object, such as {"Name": "Marin"}.`)
	}
	if _, depth := scan(json, 0); depth > jsontext.MaxNesting {
		return nil, problem.New(
			"The brackets are nested more than "+strconv.Itoa(jsontext.MaxNesting)+" deep.", "Divide the value.")
	}
	if !jsontext.Valid(json) {
		return nil, problem.New("This isn't JSON: "+jsontext.Mistake(json)+".",
			"Correct it, or leave it out.")
	}
	twice := ""
	jsontext.Parse(json).ForEach(func(name, v jsontext.Value) bool {
		dst = append(dst, value{name.Str, v})
		return true
	})
	if len(dst) > 32 {
		twice = twiceOfMany(dst)
	} else {
		for i := range dst {
			for k := range i {
				if dst[i].name == dst[k].name {
					twice = dst[i].name
				}
			}
		}
	}
	if twice != "" {
		return nil, problem.New(`"`+twice+`" is given twice.`, "Leave one of them out.")
	}
	return dst, nil
}

// twiceOfMany returns a name that two values have, or "".
func twiceOfMany(values []value) string {
	seen := map[string]bool{}
	for _, v := range values {
		if seen[v.name] {
			return v.name
		}
		seen[v.name] = true
	}
	return ""
}

func formOfJSON(form *Form, head, text string) {
	var lines []string
	for line := range strings.Lines(head) {
		if line = strings.TrimSpace(line); line != "" {
			if lines = append(lines, line); len(lines) == 2 {
				break
			}
		}
	}
	if len(lines) == 2 && strings.HasPrefix(lines[0], "{") && strings.HasPrefix(lines[1], "{") {
		if _, bad := object(nil, lines[0]); bad == nil {
			form.Format = Lines
			return
		}
	}
	form.Format = JSON
	if strings.Contains(head, `"odata.`) || strings.Contains(head, "@odata.") {
		form.Format = OData
	}
	if form.Member = "["; head[0] == '{' {
		form.Member = memberOf(text)
	}
}

// memberOf finds the rows in an object: its largest array of objects, or its members if all of them
// are objects.
func memberOf(text string) string {
	arrays, order := map[string]int{}, []string(nil)
	objects, others := false, false
	for p := (&pieces{text: text}); p.next(); {
		isObject := strings.HasPrefix(p.json, "{")
		switch {
		case !p.item:
			objects, others = objects || isObject, others || !isObject
		case isObject:
			if arrays[p.piece.member]++; arrays[p.piece.member] == 1 {
				order = append(order, p.piece.member)
			}
		}
	}
	best := ""
	for _, name := range order {
		if arrays[name] > arrays[best] {
			best = name
		}
	}
	if best == "" && objects && !others {
		return "{"
	}
	return best
}
