package suggest

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
)

// places writes the places of a design, with other keys for types or with copies of them.
func places(d *design.Design, name string, all map[*design.Entity]keys, copied bool) (lines []string) {
	lines = append(lines, name+":")
	for _, e := range entities(d) {
		lines = append(lines, "  "+e.Name+":")
		var copies []string
		k, asked := all[e]
		other := design.Place{Table: k.table,
			PartitionKey: design.Template{Text: k.partition}, RowKey: design.Template{Text: k.row}}
		about := "by " + strings.ToLower(strings.Join(k.about, " and "))
		for _, at := range d.Places {
			switch {
			case at.Entity != e:
			case copied && asked && at.Copy == about:
				// What it lacks or how it's sorted is the reason for another one.
			case at.Copy != "":
				copies = append(copies, at.Copy+": {"+strings.Join(members(at), ", ")+"}")
			default:
				if asked && !copied {
					if other.Table == "" {
						other.Table = at.Table
					}
					at = &other
				}
				for _, member := range members(at) {
					lines = append(lines, "    "+member)
				}
			}
		}
		if asked && copied {
			if other.Table = e.Name + "sBy" + strings.Join(k.about, "And"); k.beside != "" {
				at := d.Original(e)
				other.Table, other.PartitionKey, other.RowKey.Text = at.Table, at.PartitionKey, k.beside
			}
			copies = append(copies, about+": {"+strings.Join(members(&other), ", ")+"}")
		}
		if copies != nil {
			lines = append(lines, "    copies:")
		}
		for _, c := range copies {
			lines = append(lines, "      "+c)
		}
	}
	return lines
}

func entities(d *design.Design) (all []*design.Entity) {
	for _, p := range d.Places {
		if !slices.Contains(all, p.Entity) {
			all = append(all, p.Entity)
		}
	}
	return all
}

// members writes what a place has.
func members(p *design.Place) []string {
	all := []string{"table: " + p.Table, "PartitionKey: " + quoted(p.PartitionKey.Text),
		"RowKey: " + quoted(p.RowKey.Text)}
	if p.Only != nil {
		all = append(all, "only: ["+strings.Join(p.Only, ", ")+"]")
	}
	if p.When != nil {
		all = append(all, "when: "+quoted(p.WhenText))
	}
	return all
}

func quoted(s string) string { return `"` + s + `"` }

// insert puts a design behind those of a file, as far to the right as they are.
func insert(f *design.File, text string, block []string) string {
	lines := strings.Split(text, "\n")
	last := 0
	for _, d := range f.Designs {
		last = max(last, d.Line)
	}
	indent := indentOf(lines[last-1])
	end := last
	for i := last; i < len(lines) && (strings.TrimSpace(lines[i]) == "" || indentOf(lines[i]) > indent); i++ {
		if strings.TrimSpace(lines[i]) != "" {
			end = i + 1
		}
	}
	for i, line := range block {
		block[i] = strings.Repeat(" ", indent) + line
	}
	return strings.Join(slices.Concat(lines[:end], block, lines[end:]), "\n")
}

func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
