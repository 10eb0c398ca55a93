package code

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/table"
)

// job returns what a job does, with the loop around it.
func (w *writer) job(j *job) string {
	once := func() string {
		text := ""
		if w.has("try") != "" && j.fails && j.call.does != plainHTTP {
			body := w.inside("try", "body", func() string { return w.call(j) })
			text = w.put("try", pairs("body", body))
		} else {
			text = w.call(j)
		}
		if j.wait > 0 {
			ms := strconv.FormatInt(int64(j.wait/table.Millisecond), 10)
			text = w.put("wait", pairs("ms", ms, "seconds", seconds(j.wait))) + "\n" + text
		}
		return text
	}
	return w.repeat(j.rounds, &j.call, once)
}

// repeat returns a loop, if there are rounds.
func (w *writer) repeat(rounds int, c *call, once func() string) string {
	if rounds == 0 {
		return once()
	}
	loop := "loop"
	if changes := slices.ContainsFunc(c.properties, func(p property) bool {
		return !w.counts.plain(p.name + p.value)
	}) || !w.counts.plain(c.key.PartitionKey+c.key.RowKey+c.filter); !changes {
		loop = w.has("loop-same", "loop")
	}
	body := w.inside(loop, "body", once)
	return w.put(loop, pairs("body", body, "rounds", strconv.Itoa(rounds)))
}

// call returns what a library is asked to do.
func (w *writer) call(j *job) string {
	switch c := &j.call; c.does {
	case list, listTables:
		return w.list(j)
	case get:
		call := "get-call"
		if len(c.selected) > 0 {
			call = w.has("get-call-select", call)
		}
		text := w.get(j, w.expression(call, c))
		if note := w.in["note"]; note != "" && len(c.selected) > 0 {
			return note + "\n" + text
		}
		return text
	case transaction:
		return w.transaction(j)
	case plainHTTP:
		return w.plain(c)
	default:
		text := c.does
		if j.name != "" {
			text = w.has(text+"-keep", text)
		}
		return w.do(j, w.expression(text, c))
	}
}

// do returns a call of which only the failure matters, or an answer that a later job needs.
func (w *writer) do(j *job, expression string) string {
	text := "do"
	switch {
	case j.fails && w.has("do-fails") != "":
		text = "do-fails"
	case j.name != "":
		text = "keep"
	}
	return w.put(text, pairs("call", expression, "answer", w.names["answer "+j.name]))
}

func (w *writer) get(j *job, expression string) string {
	switch {
	case j.name != "":
		return w.put("get-keep", pairs("call", expression, "answer", w.names["answer "+j.name]))
	case j.fails && w.has("do-fails") != "":
		return w.do(j, expression)
	}
	return w.put("get", pairs("call", expression))
}

// list returns a query of entities or tables.
func (w *writer) list(j *job) string {
	c := &j.call
	text, shown, kind := "list", "shown", "Entities"
	call := w.has(c.does+"-call-filter", c.does+"-call")
	if c.filter == "" {
		call = c.does + "-call"
	}
	if c.does == listTables {
		shown, kind = "shown-table", "Tables"
	}
	if c.top > 0 {
		text = "list-top"
	}
	given := map[string]string{}
	if c.filter != "" {
		given["filter"] = w.text(c.filter)
	}
	if c.top > 0 {
		given["top"] = strconv.Itoa(c.top)
	}
	if len(c.selected) > 0 {
		given["select"] = namesOf(c.selected)
	}
	var args []string
	order := "filter select top"
	if own := w.in["args-order"]; own != "" {
		order = own
	}
	for name := range strings.FieldsSeq(order) {
		if value := given[name]; value != "" && w.has("arg-"+name) != "" {
			joined := quoted(strings.Join(c.selected, ","))
			args = append(args, w.put("arg-"+name, pairs("value", value, "joined", joined)))
		}
	}
	with := "args-none"
	if len(args) > 0 {
		with = "args"
	}
	expression := w.put(call, pairs("table", w.names["table "+c.table],
		"args", w.put(with, pairs("args", w.joined(args), "kind", kind))))
	failed := text + "-error"
	if j.fails {
		failed += "-fails"
	}
	return w.put(text, pairs(
		"call", expression, "top", given["top"], "shown", w.in[shown], "kind", kind,
		"error", w.put(failed, pairs()),
	))
}

func namesOf(selected []string) string { return strings.Join(each(selected, quoted), ", ") }

// joined returns a list in one line or, in Go, as gofmt does. Calls that make a chain have nothing between
// them.
func (w *writer) joined(list []string) string {
	switch {
	case w.has("gofmt") != "":
		return fields(list)
	case w.has("chain") != "" && len(list) > 0 && list[0][0] == '.':
		return strings.Join(list, "")
	}
	return strings.Join(list, ", ")
}

// oneALine returns a list with a comma behind each item.
func oneALine(list []string) string {
	return strings.Join(each(list, func(item string) string { return item + "," }), "\n")
}

// expression returns a call as an expression, or a change as a part of a transaction.
func (w *writer) expression(text string, c *call) string {
	if c.match.any() {
		text = w.has(text+"-any", text)
	}
	var of values
	of = func(name string) (string, bool) {
		switch name {
		case "table":
			return w.names["table "+c.table], true
		case "mode":
			return c.mode, true
		case "MODE":
			return strings.ToUpper(c.mode), true
		case "keys":
			return w.text(c.key.PartitionKey) + ", " + w.text(c.key.RowKey), true
		case "entity":
			return w.entity(c), true
		case "etag":
			return w.etag(c.match), true
		case "chosen":
			if len(c.selected) == 0 {
				return "", true
			}
			return w.put("chosen", pairs("names", namesOf(c.selected))), true
		case "fields":
			return fields(each(strings.Split(w.in[text+"-fields"], "\n"), func(field string) string {
				return fill(field, of)
			})), true
		}
		return "", false
	}
	return w.put(text, of)
}

// etag returns the ETag of a condition.
func (w *writer) etag(m match) string {
	text := "etag-of"
	switch {
	case m.any():
		text = w.has("etag-any", "etag-is")
	case m.of == "":
		text = "etag-is"
	case w.some(func(j *job) bool { return j.name == m.of && j.call.does == get }):
		text = "etag-read"
	}
	return w.put(text, pairs("quoted", quoted(m.etag), "answer", w.names["answer "+m.of]))
}

// transaction returns the changes that are sent together.
func (w *writer) transaction(j *job) string {
	changes := j.call.changes
	name := pairs("table", w.names["table "+j.call.table])
	submit := func() string { return w.do(j, w.put("submit", name)) }
	action := func(c *call) string { return w.expression("action-"+c.does, c) }
	if rounds := changes[0].rounds; len(changes) == 1 && rounds > table.MaxTransaction {
		code := w.inside("chunked", "action", func() string { return action(&changes[0].change) })
		n := strconv.Itoa(rounds)
		return w.put("chunked", pairs("action", code, "rounds", n, "submit", submit()))
	}
	text, item := "listed", "item"
	if slices.ContainsFunc(changes, func(l looped) bool { return l.rounds > 0 }) {
		text, item = "added", "add"
	}
	items := w.inside(text, "items", func() string {
		var items []string
		for i := range changes {
			c := &changes[i].change
			items = append(items, w.repeat(changes[i].rounds, c, func() string {
				return w.put(item, pairs("action", action(c)))
			}))
		}
		return strings.Join(items, "\n")
	})
	return w.put(text, func(of string) (string, bool) {
		switch of {
		case "items":
			return items, true
		case "submit":
			return submit(), true
		}
		return name(of)
	})
}

// entity returns an entity, in one line of at most a hundred columns with a call around it, or in
// several.
func (w *writer) entity(c *call) string {
	if w.has("gofmt") != "" {
		return w.goEntity(c)
	}
	keys := pairs("partition", w.text(c.key.PartitionKey), "row", w.text(c.key.RowKey))
	var members []string
	if w.has("keys") != "" {
		members = strings.Split(w.put("keys", keys), "\n")
	}
	for i := range c.properties {
		p := &c.properties[i]
		name := p.name
		if !isIdentifier(name) {
			name = quoted(name)
		}
		member := pairs("name", name, "quoted", quoted(p.name), "value", w.value(p))
		members = append(members, w.put("member", member))
	}
	of := func(name string) (string, bool) {
		switch name {
		case "members":
			return w.joined(members), true
		case "lines":
			if w.has("chain") != "" {
				return strings.Join(members, "\n"), true
			}
			return oneALine(members), true
		}
		return keys(name)
	}
	if len(members) == 0 {
		return w.put("entity-none", of)
	}
	if line := w.put("entity", of); table.Length(line) <= 70-w.column {
		return line
	}
	return w.put("entity-long", of)
}

func isIdentifier(name string) bool {
	return name != "" && (name[0] < '0' || name[0] > '9') &&
		!strings.ContainsFunc(name, func(r rune) bool { return !isWord(r) && r != '$' })
}

// value returns the value of a property.
func (w *writer) value(p *property) string {
	kind := strings.TrimPrefix(p.kind.String(), "Edm.")
	text := kind
	switch {
	case p.kind == table.Boolean:
		text = w.has(p.value, kind)
	case p.kind == table.Int64 && !w.counts.plain(p.value):
		text = w.has(kind+"-count", kind)
	case p.kind == table.Double && !strings.ContainsAny(p.value, ".eE"):
		text = w.has(kind+"-bare", kind+"-whole", kind)
	case p.kind == table.Double && isWhole(p.value):
		text = w.has(kind+"-whole", kind)
	}
	return w.put(text, func(name string) (string, bool) {
		switch name {
		case "value":
			return p.value, true
		case "text":
			return w.text(p.value), true
		case "number":
			if c := w.counts.only(p.value); c != nil {
				return w.number(c), true
			}
			return p.value, true
		case "date":
			return goDate(p.value), true
		case "bytes":
			return goBytes(p.value), true
		}
		return "", false
	})
}

// number returns a count as arithmetic.
func (w *writer) number(c *count) string {
	formula := c.formula("i", w.in)
	if w.has("gofmt") != "" && strings.Contains(formula, " + ") {
		return tight.Replace(formula)
	}
	return formula
}

// text returns a text, which can have counts in it.
func (w *writer) text(text string) string {
	if w.counts.plain(text) {
		return quoted(text)
	}
	counted := func(c *count, text string) string {
		if c.width > 0 {
			text += "-padded"
		}
		return w.put(text, pairs("number", w.number(c), "width", strconv.Itoa(c.width)))
	}
	if c := w.counts.only(text); c != nil && w.has("alone") != "" {
		return counted(c, "alone")
	}
	var b strings.Builder
	var numbers []string
	for _, p := range w.counts.pieces(text) {
		if p.count == nil {
			b.WriteString(w.escaped("escapes", inner(p.text)))
			continue
		}
		b.WriteString(counted(p.count, "count"))
		numbers = append(numbers, strings.ReplaceAll(p.count.formula("i", nil), " ", ""))
	}
	return w.put("interpolated", pairs("text", b.String(), "numbers", strings.Join(numbers, ", ")))
}

// plain returns a request that is sent as it is.
func (w *writer) plain(c *call) string {
	address := func(s *service) string {
		if w.has("address") == "" {
			return quoted(s.emulator)
		}
		return w.put("address", pairs("variable", quoted(s.url()), "emulator", quoted(s.emulator)))
	}
	var headers []string
	for _, h := range kept(c.request.Headers) {
		header := pairs("name", quoted(h.Name), "value", quoted(h.Value))
		headers = append(headers, w.put("header", header))
	}
	body, text := string(c.request.Body), "body"
	switch {
	case body == "":
		text = "body-empty"
	case strings.Contains(body, tablesURL):
		w.used["body-tables"] = true
		text = w.has("body-tables", "body")
	}
	tables := (&Ran{}).services()[0]
	body = w.put(text, pairs("text", quoted(body), "tables", address(&tables)))
	plain := "plain"
	if len(headers) == 0 {
		plain = w.has("plain-bare", plain)
	}
	w.used["plain"] = true
	return w.put(plain, pairs(
		"service", quoted(c.service.name), "variable", quoted(c.service.url()),
		"emulator", quoted(c.service.emulator), "address", address(&c.service),
		"method", quoted(c.request.Method), "path", quoted(c.path), "body", body,
		"headers", w.joined(headers), "lines", oneALine(headers),
	))
}
