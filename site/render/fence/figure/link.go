package figure

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/language/view"
)

// drawLink draws two tables side by side: what a request found in the first one, and the entities of
// the second to which the found ones lead. The note says how: "Customer, Booking -> Bookings" are the
// properties of the first that are the keys of the second; one in quotes is a key itself. A side
// without a note is drawn as keys.
func drawLink(c *canvas, _ *Figure, s state) string {
	var words []string
	for _, one := range s {
		c.heading(one.label, one.cost())
		keys, target, linked := strings.Cut(one.notes[0], " -> ")
		if !linked {
			all := one.tables()
			for _, t := range all {
				c.tableName(t, all)
				c.ticks(t, false)
				c.y += 10
			}
			words = append(words, one.inWords(all))
			continue
		}
		leads := leadsOf(one.ran[0], strings.Split(keys, ", "))
		from := one.tables()[0]
		to := table{target, lanesOf(one.ran[0].after[target].layout)}
		for _, l := range leads {
			to.find(l.to)
		}
		c.linked(from, to, leads)
		words = append(words, fmt.Sprintf("%s: %s. %s of %s lead to %s.", one.label, one.cost(),
			entities(len(leads)), from.name, target))
	}
	c.y -= 10
	return strings.Join(words, " ")
}

// lead is from one entity to another, by their keys.
type lead struct{ from, to [2]string }

// leadsOf finds where what a request returned leads.
func leadsOf(r ran, names []string) (all []lead) {
	keys := r.returned()
	for n, e := range entitiesOf(r.answer) {
		l := lead{from: keys[n]}
		for i, name := range names {
			l.to[i] = e.key(name)
			if constant, ok := strings.CutPrefix(name, "'"); ok {
				l.to[i] = strings.TrimSuffix(constant, "'")
			}
		}
		all = append(all, l)
	}
	return all
}

// find marks an entity to which another one leads.
func (t table) find(keys [2]string) {
	for _, l := range t.lanes {
		for i := range l.cells {
			if l.key == keys[0] && l.cells[i].rowKey == keys[1] {
				l.cells[i].class = hit
			}
		}
	}
}

func (c *canvas) linked(from, to table, leads []lead) {
	gap := c.width / 8
	wideAs := (c.width - gap) / 2
	top := c.y
	at := c.column(from, 0, wideAs)
	bottom := c.y
	c.y = top
	ends := c.column(to, wideAs+gap, wideAs)
	c.y = max(c.y, bottom) + 10
	for _, l := range leads {
		y, end := at[l.from], ends[l.to]
		if y > 0 && end > 0 {
			middle := wideAs + gap/2
			c.path(thread, "M%d %dC%d %d %d %d %d %d", wideAs, y, middle, y, middle, end, wideAs+gap-6, end)
			c.path(tip, "M%d %dl-7 -4v8z", wideAs+gap, end)
		}
	}
}

// column draws the entities of a table below one another, and only counts those between that don't
// matter. It returns where each is.
func (c *canvas) column(t table, x, width int) map[[2]string]int {
	const height = 22
	at := map[[2]string]int{}
	c.text(small, "", x, c.y+13, t.name)
	c.y += line
	left, shown := 0, 0
	rest := func() {
		if left > 0 {
			c.text(small, "", x+4, c.y+13, "⋮ "+view.Number(left)+" more")
			c.y += line
			left = 0
		}
	}
	for _, l := range t.lanes {
		matters := slices.ContainsFunc(l.cells, func(one cell) bool { return one.class == hit })
		if !matters && shown > 0 {
			left += len(l.cells)
			continue
		}
		rest()
		c.text(mono, "", x, c.y+13, fit(l.key, width))
		c.y += line
		for i, one := range l.cells {
			if one.class != hit && shown > 1 && i > 0 {
				left++
				continue
			}
			shown++
			rest()
			c.box(one.class, x+8, c.y+1, width-9, height-3)
			c.text(mono, "", x+14, c.y+15, fit(one.rowKey, width-20))
			at[[2]string{l.key, one.rowKey}] = c.y + height/2
			c.y += height
		}
	}
	rest()
	return at
}
