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

// At says what could be written between two parts of a script. The reply has no options where nothing is known.
func At(before, after string, data Lexicon) *protocol.CompleteReply {
	at := strings.LastIndexByte(before, '\n') + 1
	p := &place{above: before[:at], line: before[at:], text: before + after, data: data}
	if p.braces() || p.comment() {
		return &p.reply
	}
	start := strings.TrimLeft(p.line, " \t")
	state, r := script.Above(p.above)
	method, url, isURL := strings.Cut(start, " ")
	switch state {
	case script.AtTop:
		if isURL {
			p.url(method, url)
		} else {
			p.offer(start, described(methods, protocol.CompleteKeyword))
		}
	case script.AtTarget:
		if strings.HasPrefix(start, "?") || strings.HasPrefix(start, "&") {
			p.url(r.Method, r.Source+start)
		} else {
			p.header(start)
		}
	case script.AtHeaders:
		p.header(start)
	case script.AtBody:
		p.body(p.data.find(r.Table()))
	}
	return &p.reply
}

// place is where something is being written.
type place struct {
	above, line string // of the cursor
	text        string // the whole script
	data        Lexicon
	reply       protocol.CompleteReply
}

// offer says what has been typed of a word, and what it could become.
func (p *place) offer(typed string, options []protocol.Completion) {
	p.reply = protocol.CompleteReply{Typed: typed, Options: options}
}

// names are those of the requests of the whole script.
func (p *place) names() (names []string) {
	for _, r := range script.Parse("", p.text).Requests() {
		if r.Name != "" {
			names = append(names, r.Name)
		}
	}
	return names
}

// braces completes what is between {{ and }}.
func (p *place) braces() bool {
	at := strings.LastIndex(p.line, "{{")
	if at < 0 || strings.ContainsAny(p.line[at+2:], "{}") {
		return false
	}
	typed := p.line[at+2:]
	if name, part, dotted := strings.Cut(typed, "."); dotted && lex.IsName(name) {
		p.offer(part, plain(replies, protocol.CompleteVariable))
		return true
	}
	variables := []string{script.Host, script.Queue, script.Blob}
	for _, d := range script.Parse("", p.text).Definitions() {
		variables = append(variables, d.Name)
	}
	options := plain(variables, protocol.CompleteVariable)
	for _, name := range p.names() {
		earlier := protocol.Completion{Write: name + ".", Detail: "an earlier response", Kind: protocol.CompleteVariable}
		options = append(options, earlier)
	}
	p.offer(typed, append(options, described(helpers, protocol.CompleteVariable)...))
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
		p.offer(key, described(directives, protocol.CompleteDirective))
	case key == "ref":
		p.offer(value, plain(p.names(), protocol.CompleteValue))
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
		p.offer(typed, described(subjects, protocol.CompleteKeyword))
	case last == operator:
		p.offer(typed, plain(expect.Operators, protocol.CompleteKeyword))
	case last == 2 && words[0] == "plan":
		var plans []string
		for k := plan.Point; k <= plan.TableScan; k++ {
			plans = append(plans, k.String())
		}
		p.offer(typed, plain(plans, protocol.CompleteValue))
	}
}

// url completes the URL of a request.
func (p *place) url(method, url string) {
	path, query, isQuery := strings.Cut(url, "?")
	path, ours := strings.CutPrefix(path, "{{"+script.Host+"}}/")
	end := strings.IndexByte(path+"(", '(')
	t := p.data.find(path[:end])
	switch {
	case !ours:
	case isQuery:
		p.parameter(query[strings.LastIndexByte(query, '&')+1:], t)
	case end < len(path):
		p.key(path[end:], t)
	default:
		p.offer(path, p.addressed(method))
	}
}

// addressed returns the tables as a URL of a method can have them.
func (p *place) addressed(method string) (options []protocol.Completion) {
	add := func(write, detail string) {
		options = append(options, protocol.Completion{Write: write, Detail: detail, Kind: protocol.CompleteTable})
	}
	for _, t := range p.data {
		detail := strconv.Itoa(len(t.Properties)) + " properties"
		switch method {
		case "POST":
			add(t.Name, detail)
			continue
		case "GET":
			add(t.Name+"()", detail)
		}
		add(t.Name+"("+table.PartitionKey+"='',"+table.RowKey+"='')", "one entity")
	}
	add("Tables", "the list of tables")
	return options
}

// key completes the keys of an entity in a URL.
func (p *place) key(keys string, t *Table) {
	at := strings.LastIndex(keys, "='") + 2
	if at < 2 || strings.Contains(keys[at:], "'") {
		return
	}
	name := keys[strings.LastIndexAny(keys[:at], "(, ")+1 : at-2]
	p.offer(keys[at:], plain(t.keys(name), protocol.CompleteValue))
}

// parameter completes a parameter of a query.
func (p *place) parameter(text string, t *Table) {
	name, value, written := strings.Cut(text, "=")
	switch {
	case !written:
		p.offer(name, described(parameters, protocol.CompleteKeyword))
	case name == "$select":
		p.offer(value[strings.LastIndexByte(value, ',')+1:], t.properties(""))
	case name == "$filter":
		p.filter(value, t)
	}
}

// header completes a header line.
func (p *place) header(text string) {
	name, value, written := strings.Cut(text, ":")
	var options []protocol.Completion
	for _, h := range headers {
		switch {
		case !written:
			options = append(options, protocol.Completion{Write: h.name + ": ", Kind: protocol.CompleteHeader})
		case strings.EqualFold(name, h.name):
			options = plain(h.values, protocol.CompleteValue)
		}
	}
	if written {
		name = strings.TrimLeft(value, " \t")
	}
	p.offer(name, options)
}

// body completes the name or the type of a property.
func (p *place) body(t *Table) {
	parts := strings.Split(p.line, `"`)
	if len(parts)%2 != 0 { // not within quotes
		return
	}
	typed, before := parts[len(parts)-1], strings.TrimSpace(parts[len(parts)-2])
	switch {
	case before == ":" && strings.HasSuffix(parts[len(parts)-3], "@odata.type"):
		var types []string
		for k := table.Binary; k <= table.String; k++ {
			types = append(types, k.String())
		}
		p.offer(typed, plain(types, protocol.CompleteValue))
	case before == "" || strings.HasSuffix(before, "{") || strings.HasSuffix(before, ","):
		table := protocol.Completion{Write: "TableName", Detail: "of a new table", Kind: protocol.CompleteProperty}
		p.offer(typed, append(t.properties(""), table))
	}
}

// properties returns those of a table, each with what follows it.
func (t *Table) properties(end string) (options []protocol.Completion) {
	columns := []protocol.Column{{Name: table.PartitionKey}, {Name: table.RowKey}}
	if t != nil {
		columns = t.Properties
	}
	for _, c := range columns {
		if c.Name == table.PartitionKey || c.Name == table.RowKey {
			c.Type = "key"
		}
		s := protocol.Completion{Write: c.Name + end, Detail: c.Type, Kind: protocol.CompleteProperty}
		options = append(options, s)
	}
	return options
}

// keys returns the known values of a property, if it's a key.
func (t *Table) keys(property string) []string {
	switch {
	case t == nil:
	case property == table.PartitionKey:
		return t.PartitionKeys
	case property == table.RowKey:
		return t.RowKeys
	}
	return nil
}
