package suggest

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/table"
)

// plainName is what a file's first design is called.
const plainName = "plain"

// begin adds to a file without designs the plainest one, which finds each entity by what tells it apart. It's
// what proposals are compared with.
func begin(f *design.File, text string) string {
	lines := []string{"designs:", "  " + plainName + ":"}
	for _, e := range f.Entities {
		partition, row := plain(e)
		lines = append(lines, "    "+e.Name+": {PartitionKey: "+quoted(partition)+", RowKey: "+quoted(row)+"}")
	}
	return strings.TrimRight(text, "\n ") + "\n" + strings.Join(lines, "\n") + "\n"
}

// plain makes keys of what tells the entities of a type apart. If nothing does, they're of what they have in
// common and of their times.
func plain(e *design.Entity) (partition, row string) {
	var ids, shared []*design.Property
	for _, p := range e.Properties {
		switch {
		case p.Unique != nil && len(ids) < 2:
			ids = p.Unique
		case p.Per != nil && len(ids) < 2:
			ids = []*design.Property{p.Per, p}
		case ids == nil && apart(p) && !free(p):
			ids = []*design.Property{p}
		case p.Kind == table.DateTime, p.Kind == table.String && p.Several == 0 && !free(p):
			shared = append(shared, p)
		}
	}
	if ids == nil {
		ids = shared
		if i := slices.IndexFunc(ids, func(p *design.Property) bool { return p.Kind != table.DateTime }); i > 0 {
			ids[0], ids[i] = ids[i], ids[0] // a time first would put all new entities into one place
		}
	}
	if len(ids) == 0 {
		ids = e.Properties[:1]
	}
	var rest []string
	for _, p := range ids[1:] {
		rest = append(rest, template(&design.Pattern{}, p))
	}
	return template(&design.Pattern{}, ids[0]), strings.Join(rest, "_")
}
