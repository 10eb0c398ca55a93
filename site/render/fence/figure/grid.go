package figure

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// drawGrid draws the entities of a table as rows, with a column for each property that the fence names
// after the request. What the answer has is marked; what an entity hasn't is left open.
func drawGrid(c *canvas, f *Figure, s state) string {
	var words []string
	for i, one := range s {
		r := one.ran[0]
		name := r.Table
		if i < len(f.tables) {
			name = f.tables[i]
		}
		columns := strings.Split(one.notes[0], ", ")
		rows := slices.DeleteFunc(slices.Clone(r.after[name].entities), func(e entity) bool {
			return !slices.ContainsFunc(columns, func(name string) bool { return e[name] != nil })
		})
		outcome := r.outcome()
		c.heading(one.label, outcome)
		c.gridOf(columns, rows, r)
		words = append(words, one.label+": "+outcome+". "+gridWords(columns, rows))
	}
	c.y -= 10
	return strings.Join(words, " ")
}

// outcome is the answer in a few words.
func (r ran) outcome() string {
	if r.fault != "" {
		return fmt.Sprintf("%d %s", r.status, r.fault)
	}
	if r.status == 200 {
		return entities(r.Cost.EntitiesReturned) + " returned"
	}
	return fmt.Sprint(r.status)
}

func (c *canvas) gridOf(columns []string, rows []entity, r ran) {
	if c.width == narrow && len(columns) > 2 {
		c.listOf(columns, rows, r)
		return
	}
	const height = gridRow
	key := 0
	for _, e := range rows {
		key = max(key, extent(mono, e.key("RowKey"))+12)
	}
	key = min(key, c.width*3/10)
	wideAs := (c.width - key) / len(columns)
	for i, name := range columns {
		c.text(small, "", key+i*wideAs+4, c.y+13, fit(name, wideAs-6))
	}
	c.y += line
	for _, e := range rows {
		has := r.moved(e)
		c.text(mono, "", 0, c.y+16, fit(e.key("RowKey"), key-8))
		for i, name := range columns {
			c.value(key+i*wideAs, wideAs, e, has, name)
		}
		c.y += height
	}
	c.y += 12
}

// listOf is the same for a narrow page: each entity with its properties one after another. What a
// single entity hasn't is there, too.
func (c *canvas) listOf(columns []string, rows []entity, r ran) {
	for _, e := range rows {
		has := r.moved(e)
		c.text(mono, "", 0, c.y+14, fit(e.key("RowKey"), c.width))
		c.y += line + 2
		x := 8
		for _, name := range columns {
			if e[name] == nil && len(rows) > 1 {
				continue
			}
			words := cut(name+" "+cmp.Or(e.shown(name), "–"), c.width-24)
			wideAs := extent(mono, words) + 14
			if x+wideAs > c.width {
				x, c.y = 8, c.y+gridRow
			}
			c.box(classOf(e, has, name), x+1, c.y+1, wideAs-4, gridRow-3)
			c.text(mono, "", x+6, c.y+16, words)
			x += wideAs
		}
		c.y += gridRow + 4
	}
	c.y += 12
}

// classOf is how a property looks.
func classOf(e, has entity, name string) string {
	switch {
	case e[name] == nil:
		return free
	case has[name] != nil:
		return hit
	}
	return frame
}

// gridRow is the height of a row.
const gridRow = 24

// value draws one property of an entity.
func (c *canvas) value(x, width int, e, has entity, name string) {
	c.box(classOf(e, has, name), x+1, c.y+1, width-4, gridRow-3)
	value := e.shown(name)
	if value == "" {
		c.text(small, "middle", x+width/2, c.y+16, "–")
		return
	}
	c.text(mono, "", x+6, c.y+16, cut(value, width-14))
}

// cut shortens a value at its end.
func cut(words string, width int) string {
	letters := []rune(words)
	if most := max(2, (width-1)*10/73); len(letters) > most {
		return string(letters[:most-1]) + "…"
	}
	return words
}

// moved is the part of an entity that a request sent or returned.
func (r ran) moved(e entity) entity {
	if r.writes {
		if sent := entitiesOf(r.sent); len(sent) > 0 && r.wrote(e) {
			return sent[0]
		}
		return nil
	}
	at := slices.Index(r.returned(), [2]string{e.key("PartitionKey"), e.key("RowKey")})
	if all := entitiesOf(r.answer); at >= 0 && at < len(all) {
		return all[at]
	}
	return nil
}

func gridWords(columns []string, rows []entity) string {
	var all []string
	for _, e := range rows {
		var has []string
		for _, name := range columns {
			if v := e.shown(name); v != "" {
				has = append(has, name+" "+fit(v, 150))
			}
		}
		all = append(all, e.key("RowKey")+" has "+strings.Join(has, ", ")+".")
	}
	return strings.Join(all, " ")
}
