package infer

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/rowkey/rowkey/engine/table"
)

// kind is entities of one type.
type kind struct {
	at []int // their places in the table

	// What names the type: a value of the property that tells it, or the text that its keys begin
	// with.
	name string
}

const (
	mostKinds = 20  // of types; more different names are values
	nearly    = 0.9 // of the entities
)

// kindsOf tells the types of the entities in one table apart, as people do: by a property that
// names the type, by the text at the beginning of a key, or by the properties alone. Types have
// properties of their own, so entities that only lack some, or differ in a status, stay together.
// tell is the property that names the type, or "".
func kindsOf(partitions, rows []string, own []property) (kinds []kind, tell string) {
	for i, p := range own {
		if p.Kind != table.String || !tells(p.Name) || slices.ContainsFunc(p.values, isMissing) {
			continue
		}
		labels := make([]string, len(rows))
		for j, v := range p.values {
			labels[j] = v.Text()
		}
		others := slices.Concat(own[:i], own[i+1:])
		kinds := split(labels, mostKinds, func(a, b []int) bool { return differ(others, a, b) > alike })
		if len(kinds) > 1 {
			return kinds, p.Name
		}
	}
	for _, all := range [][]string{rows, partitions} {
		labels := make([]string, len(all))
		different := map[string]bool{}
		for i, key := range all {
			labels[i] = startOf(key)
			different[labels[i]] = true
		}
		if 3*len(different) > 2*len(all) {
			continue // nearly as many texts as entities are names or the like
		}
		kinds := split(labels, mostKinds, func(a, b []int) bool { return differ(own, a, b) == much })
		if len(kinds) > 1 {
			return kinds, ""
		}
	}
	labels := make([]string, len(rows))
	for i := range rows {
		var set []byte
		for j := range own {
			if own[j].has(i) {
				set = append(strconv.AppendInt(set, int64(j), 10), ',')
			}
		}
		labels[i] = string(set)
	}
	kinds = split(labels, 10*mostKinds, func(a, b []int) bool { return strangers(own, a, b) })
	for i := range kinds {
		kinds[i].name = ""
	}
	return kinds, ""
}

func isMissing(v table.Value) bool { return v.Kind() == 0 }

// tells reports whether a property's name says that it names a type: EntityType, kind, _class.
func tells(name string) bool {
	name = strings.TrimPrefix(strings.ToLower(name), "_")
	for _, of := range []string{"entity", "row", "record", "item", "object", "document", "doc"} {
		if rest, found := strings.CutPrefix(name, of); found {
			name = rest
			break
		}
	}
	switch strings.TrimPrefix(name, "_") {
	case "type", "kind", "typename", "class", "discriminator":
		return true
	}
	return false
}

// startOf returns the text at the beginning of a key, with what separates it from the rest; "" if a
// value begins it.
func startOf(key string) string {
	n := span(key, unicode.IsLetter)
	word, rest := key[:n], key[n:]
	if len([]rune(word)) > 2 && (rest == "" || isDigit(rune(rest[0]))) {
		return word
	}
	between := span(rest, func(c rune) bool { return !inWord(c) && c != '{' && c != '}' })
	if n == 0 || between == 0 {
		return ""
	}
	return key[:n+between]
}

// split divides entities by their labels, of which there are at most a number. Those that aren't
// apart are of one kind.
func split(labels []string, most int, apart func(a, b []int) bool) (kinds []kind) {
	var groups []kind
	place := map[string]int{}
	for i, label := range labels {
		at, known := place[label]
		if !known {
			if at = len(groups); at == most {
				return nil
			}
			place[label] = at
			groups = append(groups, kind{name: label})
		}
		groups[at].at = append(groups[at].at, i)
	}
	for _, g := range groups {
		own := g.at
		kinds = slices.DeleteFunc(kinds, func(k kind) bool {
			if apart(k.at, own) {
				return false
			}
			g = kind{at: slices.Concat(k.at, g.at)}
			return true
		})
		slices.Sort(g.at)
		kinds = append(kinds, g)
	}
	return kinds
}

// share returns how many of some entities have a property: from 0 to 1.
func (p *property) share(at []int) float64 {
	n := 0
	for _, i := range at {
		if p.has(i) {
			n++
		}
	}
	return float64(n) / float64(len(at))
}

// difference is how much the properties of some entities differ from those of others.
type difference uint8

const (
	alike difference = iota
	some
	much
)

// differ compares the properties of entities. What nearly all of these have and none of those is a
// difference; what some have is optional.
func differ(properties []property, a, b []int) difference {
	all, ofA, ofB := 0, 0, 0
	for i := range properties {
		shareA, shareB := properties[i].share(a), properties[i].share(b)
		switch {
		case shareA >= nearly && shareB == 0:
			ofA++
		case shareB >= nearly && shareA == 0:
			ofB++
		}
		if shareA > 0 || shareB > 0 {
			all++
		}
	}
	both := ofA > 0 && ofB > 0
	switch apart := 2 * (ofA + ofB); {
	case apart > all || both && apart == all:
		return much
	case both:
		return some
	}
	return alike
}

// strangers reports whether entities have hardly a property in common with others.
func strangers(properties []property, a, b []int) bool {
	ofA, ofB, ofBoth := 0, 0, 0
	for i := range properties {
		inA, inB := properties[i].share(a) > 0, properties[i].share(b) > 0
		if inA {
			ofA++
		}
		if inB {
			ofB++
		}
		if inA && inB {
			ofBoth++
		}
	}
	least := min(ofA, ofB)
	return least > 1 && ofBoth*4 <= least
}
