package peer

import (
	"fmt"
	"slices"
	"strings"
)

// Deviation is an entry of the list of known differences.
type Deviation struct {
	Line    int // of its title
	Title   string
	At      []Place
	Fields  []string // patterns
	Ours    string   // pattern of our value
	Azurite string   // pattern of Azurite's value
	Right   string   // whose answer is the service's: one of sides
	From    string   // what the service's answer is known from: one of sources
	Why     string   // with evidence
}

// Place is the requests that an entry is about: patterns of a file and of titles.
type Place struct{ File, Request string }

// Has reports whether a request of a file is among them.
func (p Place) Has(file, request string) bool { return glob(p.File, file) && glob(p.Request, request) }

// sides are the values of Deviation.Right.
var sides = [...]string{"ours", "azurite", "unknown"}

// sources are the values of Deviation.From, the best first. Nobody is right by the last.
var sources = [...]string{"recording", "account", "documentation", "report", "nothing"}

// ParseDeviations reads the list. An entry begins with "# title". Lines of the form "name: value" follow,
// with the names at, field, ours, azurite, right, from and why. at and field can be repeated, and why can
// continue on lines that begin with a space. In at, field, ours and azurite, * matches any characters. Text
// before the first entry is ignored.
func ParseDeviations(text string) ([]Deviation, error) {
	var list []Deviation
	var d *Deviation
	for i, line := range strings.Split(text, "\n") {
		title, begins := strings.CutPrefix(line, "# ")
		switch {
		case begins:
			list = append(list, Deviation{Line: i + 1, Title: title})
			d = &list[len(list)-1]
		case d == nil || line == "":
		case line[0] == ' ' && d.Why != "":
			d.Why += line
		default:
			if err := d.set(line); err != nil {
				return nil, fmt.Errorf("line %d: %w", i+1, err)
			}
		}
	}
	for _, d := range list {
		if len(d.At) == 0 || len(d.Fields) == 0 || d.Ours == "" || d.Azurite == "" || d.Right == "" || d.Why == "" {
			return nil, fmt.Errorf("line %d: %q needs at, field, ours, azurite, right and why", d.Line, d.Title)
		}
		if !slices.Contains(sources[:], d.From) || (d.From == "nothing") != (d.Right == "unknown") {
			return nil, fmt.Errorf("line %d: from is one of %v, and nothing if right is unknown", d.Line, sources)
		}
	}
	return list, nil
}

func (d *Deviation) set(line string) error {
	name, value, _ := strings.Cut(line, ": ")
	one := map[string]*string{
		"ours": &d.Ours, "azurite": &d.Azurite, "right": &d.Right, "from": &d.From, "why": &d.Why,
	}
	switch target := one[name]; {
	case value == "":
		return fmt.Errorf("expected a name, a colon and a value, found %q", line)
	case name == "at":
		file, request, ok := strings.Cut(value, ": ")
		if !ok {
			request = "*"
		}
		d.At = append(d.At, Place{file, request})
	case name == "field":
		d.Fields = append(d.Fields, value)
	case target == nil:
		return fmt.Errorf("there is no %s", name)
	case *target != "":
		return fmt.Errorf("%s stands twice", name)
	case name == "right" && !slices.Contains(sides[:], value):
		return fmt.Errorf("right is one of %v", sides)
	default:
		*target = value
	}
	return nil
}

// Result is what Check finds.
type Result struct {
	Unlisted []Difference
	Unmet    []string       // lines of the list that match no difference
	Counts   map[string]int // of differences, by Deviation.Right
}

// Check looks up each difference in the list; the first entry that matches counts. Each place and each field
// of an entry needs to match a difference, or the entry is out of date.
func Check(differences []Difference, list []Deviation) Result {
	v := Result{Counts: map[string]int{}}
	type line struct{ entry, at, field int }
	met := map[line]bool{}
	for _, x := range differences {
		found := false
		for i := 0; i < len(list) && !found; i++ {
			if at, field, ok := list[i].match(x); ok {
				found = true
				met[line{i, at, -1}], met[line{i, -1, field}] = true, true
				v.Counts[list[i].Right]++
			}
		}
		if !found {
			v.Unlisted = append(v.Unlisted, x)
		}
	}
	for i, d := range list {
		for at, p := range d.At {
			if !met[line{i, at, -1}] {
				v.Unmet = append(v.Unmet, fmt.Sprintf("line %d: %s: at %s: %s", d.Line, d.Title, p.File, p.Request))
			}
		}
		for field, name := range d.Fields {
			if !met[line{i, -1, field}] {
				v.Unmet = append(v.Unmet, fmt.Sprintf("line %d: %s: field %s", d.Line, d.Title, name))
			}
		}
	}
	return v
}

// match reports whether the entry is about a difference, and by which of its places and fields.
func (d *Deviation) match(x Difference) (at, field int, ok bool) {
	at = slices.IndexFunc(d.At, func(p Place) bool { return p.Has(x.File, x.Request) })
	field = slices.IndexFunc(d.Fields, func(f string) bool { return glob(f, x.Field) })
	return at, field, at >= 0 && field >= 0 && glob(d.Ours, x.Ours) && glob(d.Azurite, x.Azurite)
}

// glob reports whether text matches a pattern, in which * matches any characters.
func glob(pattern, text string) bool {
	pieces := strings.Split(pattern, "*")
	if len(pieces) == 1 {
		return pattern == text
	}
	last := len(pieces) - 1
	rest, ok := strings.CutPrefix(text, pieces[0])
	for _, piece := range pieces[1:last] {
		if !ok {
			return false
		}
		_, rest, ok = strings.Cut(rest, piece)
	}
	return ok && strings.HasSuffix(rest, pieces[last])
}

// String formats the difference as the beginning of an entry in the list.
func (x Difference) String() string {
	return "at: " + x.File + ": " + x.Request + "\nfield: " + x.Field +
		"\nours: " + x.Ours + "\nazurite: " + x.Azurite + "\n"
}
