package lint

import (
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/filter"
	"github.com/rowkey/rowkey/engine/spelling"
	"github.com/rowkey/rowkey/engine/table"
)

// class is what a value is compared as: numbers of all types are alike.
type class string

func classOf(k table.Kind) class {
	switch k {
	case table.Int32, table.Int64, table.Double:
		return "a number"
	case table.String:
		return "a string"
	case table.DateTime:
		return "a time"
	case table.GUID:
		return "a GUID"
	case table.Boolean:
		return "true or false"
	}
	return "binary"
}

// typed finds a comparison with a property that no entity has, but one with nearly its name, or that's of
// another type in all of them. Neither matches anything, and the service says nothing.
func (l *linter) typed(o *operation, e filter.Expr, source string) bool {
	t := l.tables[strings.ToLower(o.Table)]
	if t == nil || t.sampled == 0 {
		return false
	}
	for _, c := range compares(e) {
		if table.IsSystemProperty(c.Property) || c.Op == filter.NotEqual {
			continue
		}
		f := Finding{Code: "matches-nothing", Guide: "query-kinds"}
		is, wants := t.classes[c.Property], classOf(c.Value.Kind())
		start, end := c.Place()
		switch {
		case is == nil:
			var names []string
			for name := range t.classes {
				names = append(names, name)
			}
			meant := spelling.Nearest(c.Property, names)
			if meant == "" {
				continue
			}
			f.Says = "No entity of " + t.name + " has " + c.Property + ": write " + meant + "."
			write := strings.Replace(source[start:end], c.Property, meant, 1)
			f.Fix = &Fix{Label: "Write " + write, Write: write}
		case len(is) == 1 && !is[wants] && !is[classOf(table.Binary)]: // that can be encrypted
			for one := range is {
				f.Says = c.Property + " is " + string(one) + " in " + t.name + ", and this is " + string(wants) +
					": values of different types never match."
			}
		default:
			continue
		}
		l.add(o.request, f, source[start:end], "$filter=", "%24filter=")
		return true
	}
	return false
}

// compares returns all comparisons of a filter.
func compares(e filter.Expr) (all []*filter.Compare) {
	switch e := e.(type) {
	case *filter.Compare:
		return []*filter.Compare{e}
	case *filter.And:
		for _, one := range e.Operands {
			all = append(all, compares(one)...)
		}
	case *filter.Or:
		for _, one := range e.Operands {
			all = append(all, compares(one)...)
		}
	}
	return all
}

// classified notes the types of an entity's properties.
func (c *contents) classified(e *table.Entity) {
	if c.classes == nil {
		c.classes = map[string]map[class]bool{}
	}
	for _, p := range e.Properties {
		if c.classes[p.Name] == nil {
			c.classes[p.Name] = map[class]bool{}
		}
		c.classes[p.Name][classOf(p.Value.Kind())] = true
	}
}
