package complete

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/language/internal/expect"
	"github.com/rowkey/rowkey/engine/language/internal/lex"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/protocol"
	"github.com/rowkey/rowkey/engine/table"
)

// At says what could be written between two parts of a script. There are no options where nothing is known.
func At(before, after string, data Lexicon) *protocol.CompleteReply {
	at := strings.LastIndexByte(before, '\n') + 1
	p := &place{line: before[at:], text: before + after, data: data}
	if p.braces() || p.comment() {
		return &p.reply
	}
	start := strings.TrimLeft(p.line, " \t")
	state, r := script.Above(before[:at])
	switch state {
	case script.AtTop:
		method, url, isURL := strings.Cut(start, " ")
		if isURL {
			p.url(method, url)
		} else {
			p.offer(method, protocol.CompleteKeyword, methods)
		}
	case script.AtTarget:
		if strings.HasPrefix(start, "?") || strings.HasPrefix(start, "&") {
			p.url(r.Method, r.Source+start)
			break
		}
		fallthrough
	case script.AtHeaders:
		p.header(start)
	case script.AtBody:
		p.body(data.find(r.Table()))
	}
	return &p.reply
}

// place is where something is being written.
type place struct {
	line  string // up to the cursor
	text  string // the whole script
	data  Lexicon
	reply protocol.CompleteReply
}

// offer says what has been typed of a word, and what it could become.
func (p *place) offer(typed string, kind protocol.CompletionKind, words []protocol.Completion) {
	p.reply.Typed, p.reply.Kind, p.reply.Options = typed, kind, words
}

// list does so where there's nothing more to say of the words.
func (p *place) list(typed string, kind protocol.CompletionKind, words []string) {
	p.offer(typed, kind, nil)
	for _, w := range words {
		p.add(w, "")
	}
}

// add offers one more.
func (p *place) add(write, detail string) {
	p.reply.Options = append(p.reply.Options, protocol.Completion{Write: write, Detail: detail})
}

// braces completes what is between {{ and }}.
func (p *place) braces() bool {
	at := strings.LastIndex(p.line, "{{") + 2
	if at < 2 || strings.ContainsAny(p.line[at:], "{}") {
		return false
	}
	typed := p.line[at:]
	if name, part, dotted := strings.Cut(typed, "."); dotted && lex.IsName(name) {
		p.list(part, protocol.CompleteVariable, replies)
		return true
	}
	p.list(typed, protocol.CompleteVariable, []string{script.Host, script.Queue, script.Blob})
	s := script.Parse("", p.text)
	for _, d := range s.Definitions() {
		p.add(d.Name, "")
	}
	for _, r := range s.Requests() {
		if r.Name != "" {
			p.add(r.Name+".", "an earlier response")
		}
	}
	p.reply.Options = append(p.reply.Options, helpers...)
	return true
}

// comment completes a directive.
func (p *place) comment() bool {
	rest := strings.TrimLeft(p.line, " \t")
	if !strings.HasPrefix(rest, "#") && !strings.HasPrefix(rest, "//") {
		return false
	}
	directive, found := strings.CutPrefix(strings.TrimLeft(rest, "#/ \t"), "@")
	key, value, written := strings.Cut(directive, " ")
	switch {
	case found && !written:
		p.offer(key, protocol.CompleteDirective, directives)
	case key == "ref":
		p.offer(value, protocol.CompleteValue, nil)
		for _, r := range script.Parse("", p.text).Requests() {
			if r.Name != "" {
				p.add(r.Name, "")
			}
		}
	case key == "expect":
		p.expectation(value)
	}
	return true
}

// expectation completes what is behind # @expect.
func (p *place) expectation(text string) {
	words := strings.Fields(text + ".") // the last one is what is typed
	last := len(words) - 1
	typed := strings.TrimSuffix(words[last], ".")
	operator := 1
	if words[0] == "header" || words[0] == "body" {
		operator = 2
	}
	switch {
	case last == 0:
		p.offer(typed, protocol.CompleteKeyword, subjects)
	case last == operator:
		p.list(typed, protocol.CompleteKeyword, expect.Operators)
	case last == 2 && words[0] == "plan":
		p.offer(typed, protocol.CompleteValue, nil)
		for k := plan.Point; k <= plan.TableScan; k++ {
			p.add(k.String(), "")
		}
	}
}

// url completes the URL of a request.
func (p *place) url(method, url string) {
	path, query, isQuery := strings.Cut(url, "?")
	path, ours := strings.CutPrefix(path, "{{"+script.Host+"}}/")
	name, keys, one := strings.Cut(path, "(")
	switch {
	case !ours:
	case isQuery:
		p.parameter(query[strings.LastIndexByte(query, '&')+1:], p.data.find(name))
	case one:
		p.key(keys, p.data.find(name))
	default:
		p.addressed(path, method)
	}
}

// addressed completes a table as a URL of a method can have it.
func (p *place) addressed(typed, method string) {
	p.offer(typed, protocol.CompleteTable, nil)
	for _, t := range p.data {
		detail := strconv.Itoa(len(t.Properties)) + " properties"
		switch method {
		case "POST":
			p.add(t.Name, detail)
			continue
		case "GET":
			p.add(t.Name+"()", detail)
		}
		p.add(t.Name+"(PartitionKey='',RowKey='')", "one entity")
	}
	p.add("Tables", "the list of tables")
}

// key completes the keys of an entity in a URL.
func (p *place) key(keys string, t *Table) {
	at := strings.LastIndex(keys, "='") + 2
	if at < 2 || strings.Contains(keys[at:], "'") {
		return
	}
	name := keys[strings.LastIndexAny(keys[:at], ", ")+1 : at-2]
	p.list(keys[at:], protocol.CompleteValue, t.keys(name))
}

// parameter completes a parameter of a query.
func (p *place) parameter(text string, t *Table) {
	name, value, written := strings.Cut(text, "=")
	switch {
	case !written:
		p.offer(name, protocol.CompleteKeyword, parameters)
	case name == "$select":
		p.properties(value[strings.LastIndexByte(value, ',')+1:], t, "")
	case name == "$filter":
		p.filter(value, t)
	}
}

// header completes a header line.
func (p *place) header(text string) {
	name, value, written := strings.Cut(text, ":")
	if !written {
		p.offer(name, protocol.CompleteHeader, nil)
	}
	for _, h := range headers {
		switch {
		case !written:
			p.add(h.name+": ", "")
		case strings.EqualFold(name, h.name):
			p.list(strings.TrimLeft(value, " \t"), protocol.CompleteValue, h.values)
		}
	}
}

// body completes the name or the type of a property.
func (p *place) body(t *Table) {
	parts := strings.Split(p.line, `"`)
	n := len(parts)
	if n%2 != 0 { // not within quotes
		return
	}
	switch before := strings.TrimSpace(parts[n-2]); {
	case before == ":" && strings.HasSuffix(parts[n-3], "@odata.type"):
		p.offer(parts[n-1], protocol.CompleteValue, nil)
		for k := table.Binary; k <= table.String; k++ {
			p.add(k.String(), "")
		}
	case before == "" || strings.HasSuffix(before, "{") || strings.HasSuffix(before, ","):
		p.properties(parts[n-1], t, "")
		p.add("TableName", "of a new table")
	}
}

// properties completes one of a table, of which something follows.
func (p *place) properties(typed string, t *Table, end string) {
	p.offer(typed, protocol.CompleteProperty, nil)
	columns := keyColumns[:]
	if t != nil {
		columns = t.Properties
	}
	for i, c := range columns {
		if i < len(keyColumns) {
			c.Type = "key"
		}
		p.add(c.Name+end, c.Type)
	}
}
