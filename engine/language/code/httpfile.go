package code

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// mostRounds is how many rounds of a loop are written out for tools that have no loops.
const mostRounds = 20

// worksOut has the values that a tool works out itself, by how our language writes them.
var worksOut = map[string]map[string]string{
	"rest-client": {
		"$guid": "$guid", "$uuid": "$guid", "$timestamp": "$timestamp",
		"$datetime iso8601": "$datetime iso8601", "$datetime rfc1123": "$datetime rfc1123",
	},
	"jetbrains": {
		"$guid": "$uuid", "$uuid": "$uuid", "$timestamp": "$timestamp", "$datetime iso8601": "$isoTimestamp",
	},
	"httpyac": {"$guid": "$guid", "$uuid": "$uuid", "$timestamp": "$timestamp"},
}

// editor writes an .http file for one tool. Each tool gets what it understands: references,
// expectations and values that it can't work out become what they were when the requests ran.
type editor struct {
	*reader
	dialect string
	answers map[string]bool // the requests that have an answer of their own in this file
	inXML   map[string]bool // those whose answer is XML, in which tools have no such paths
}

// httpFile returns the requests of a run as a file for rest-client, jetbrains or httpyac.
func httpFile(dialect string, ran *Ran) string {
	e := &editor{newReader(ran), dialect, map[string]bool{}, map[string]bool{}}
	units := e.units()
	for _, unit := range units {
		s := unit[0]
		alone := len(unit) == 1 && !isBatch(&s.step.Request) && (e.written(s.request) <= 1)
		e.answers[s.step.Name] = alone && s.step.Name != ""
		e.inXML[s.step.Name] = isXML(s.step)
	}
	var blocks []string
	for _, unit := range units {
		blocks = append(blocks, e.unit(unit)...)
	}
	body := strings.Join(blocks, "\n")
	head := "# sas is a shared access signature of your account. " +
		"For the emulator on your machine, this makes one:\n" + minting
	define := func(name, value string) {
		if name == "sas" || strings.Contains(body, "{{"+name+"}}") {
			head += "@" + name + " = " + value + "\n"
		}
	}
	for _, s := range ran.services() {
		define(s.variable, s.address)
	}
	define("sas", placeholder)
	for _, v := range e.variables {
		define(v.Name, v.Value)
	}
	return head + "\n" + body
}

func isXML(s *Step) bool { return strings.HasPrefix(strings.TrimPrefix(s.Body, "\ufeff"), "<") }

// rounds returns how many rounds a request has, unless its values change in a way that tools can't
// follow.
func (e *editor) rounds(q *script.Request) int {
	texts := []string{q.URL.String(), q.Body.String()}
	for _, h := range q.Headers {
		texts = append(texts, h.Value.String())
	}
	for _, text := range texts {
		for i, p := range split(text) {
			if _, counted := countOf(p); i%2 == 1 && !counted && strings.Contains(p, "$index") {
				return 0
			}
		}
	}
	return q.Loop
}

// written returns how many times a request is written.
func (e *editor) written(q *script.Request) int {
	if rounds := e.rounds(q); e.dialect != "httpyac" && rounds <= mostRounds {
		return max(rounds, 1)
	}
	return 1
}

// unit returns the blocks of a unit.
func (e *editor) unit(unit []sent) (blocks []string) {
	s, title := unit[len(unit)-1], unit[0].request.Title
	rounds := e.rounds(s.request)
	if e.dialect == "httpyac" || isBatch(&s.step.Request) {
		return []string{e.block(title, s, 0)}
	}
	if rounds > mostRounds {
		return []string{e.block(title, s, rounds-1)}
	}
	for round := range max(rounds, 1) {
		blocks = append(blocks, e.block(title, s, round))
	}
	return blocks
}

// block returns a request, of a loop as it is in that round.
func (e *editor) block(title string, s sent, round int) string {
	q, batched, yac := s.request, isBatch(&s.step.Request), e.dialect == "httpyac"
	follows := e.rounds(q) > 0
	loops := follows && !batched && yac
	lines := []string{strings.TrimRight("### "+oneLine(title), " ")}
	if s.step.Name != "" && round == 0 && !batched {
		lines = append(lines, "# @name "+e.called(s.step.Name))
	}
	if loops {
		lines, round = append(lines, "# @loop for "+strconv.Itoa(q.Loop)), -1
	}
	if wait := strconv.FormatInt(int64(q.Sleep/table.Millisecond), 10); q.Sleep > 0 && yac {
		lines = append(lines, "# @sleep "+wait)
	} else if q.Sleep > 0 {
		lines = append(lines, "# Wait "+wait+" ms before you send this.")
	}
	var notes []string
	switch {
	case batched:
		notes = noteOn("", transactions(q.Loop), 1, " such transactions")
	case follows && !loops:
		notes = noteOn("this ", q.Loop, mostRounds, " times")
	case !loops:
		notes = noteOn("this ", q.Loop, 1, " times")
	}
	for _, note := range notes {
		lines = append(lines, "# "+note)
	}
	if batched {
		lines = append(lines, e.whole(&s.step.Request)...)
	} else {
		lines = append(lines, e.request(s, round)...)
	}
	if !batched && round <= 0 && e.dialect != "rest-client" {
		lines = append(lines, e.after(s)...)
	}
	return strings.Join(lines, "\n") + "\n"
}

// start returns the first line of a request.
func (e *editor) start(method, url, sent string) string {
	for _, s := range e.ran.services() {
		if rest, ok := strings.CutPrefix(url, s.address); ok {
			url = "{{" + s.variable + "}}" + rest
			break
		}
	}
	var b strings.Builder
	for _, r := range url {
		if r == '#' || unseen(r) {
			b.WriteString(wire.Escape(string(r), ""))
		} else {
			b.WriteRune(r)
		}
	}
	switch url = b.String(); {
	case strings.Contains(sent, "?sig=") || strings.Contains(sent, "&sig="):
	case strings.Contains(url, "?"):
		url += "&{{sas}}"
	default:
		url += "?{{sas}}"
	}
	return method + " " + url
}

// whole returns a request as it was sent.
func (e *editor) whole(r *wire.Request) []string {
	lines := []string{e.start(r.Method, r.URL, r.URL)}
	for _, h := range kept(r.Headers) {
		lines = append(lines, h.Name+": "+h.Value)
	}
	body := strings.ReplaceAll(string(r.Body), e.ran.Tables, "{{host}}")
	return append(lines, "", strings.TrimRight(strings.ReplaceAll(body, "\r\n", "\n"), " \t\n"))
}

// request returns a request as the script has it. Values that the tool can't work out are those
// that were sent.
func (e *editor) request(s sent, round int) []string {
	q, r := s.request, &s.step.Request
	lines := []string{e.start(q.Method, e.fill(q.URL, round, r.URL), r.URL)}
	var own wire.Headers
	for _, h := range q.Headers {
		own.Add(h.Name, e.fill(h.Value, round, r.Headers.Get(h.Name)))
	}
	for _, h := range r.Headers {
		if !own.Has(h.Name) {
			own.Add(h.Name, h.Value)
		}
	}
	for _, h := range kept(own) {
		lines = append(lines, h.Name+": "+h.Value)
	}
	if body := e.fill(q.Body, round, string(r.Body)); body != "" {
		lines = append(lines, "", body)
	}
	return lines
}

// fill fills in the values of a template that the tool can't work out: those that were sent.
func (e *editor) fill(t script.Template, round int, sent string) string {
	pieces := split(t.String())
	values := valuesIn(pieces, decoded(sent))
	at := 0
	return expand(t.String(), func(expression string) string {
		value := "{{" + expression + "}}"
		if at < len(values) {
			value = values[at]
		}
		at++
		return e.value(expression, round, value)
	})
}

// value returns what the file has for an expression, in a round of a loop, or in all if it's
// negative.
func (e *editor) value(expression string, round int, sent string) string {
	named := "{{" + expression + "}}"
	if e.isService(expression) {
		return named
	}
	if text, known := e.reader.value(expression); known {
		switch {
		case text != "" && !strings.Contains(text, "{{"):
			return named
		case sent == named:
			return text
		}
		return sent
	}
	if c, counted := countOf(expression); counted {
		number := strings.ReplaceAll(c.formula("$index", syntax{"op-/": "Math.floor($a/$n)"}), " ", "")
		switch {
		case round >= 0:
			return c.at(round)
		case c.width > 0:
			return "{{String(" + number + ").padStart(" + strconv.Itoa(c.width) + `,"0")}}`
		}
		return "{{" + number + "}}"
	}
	if answer := e.answer(expression); answer != "" {
		return answer
	}
	if own := worksOut[e.dialect][expression]; own != "" {
		return "{{" + own + "}}"
	}
	if strings.HasPrefix(expression, "$randomInt") && len(strings.Fields(expression)) != 2 {
		return named
	}
	return sent
}

func (e *editor) isService(name string) bool {
	return slices.ContainsFunc(e.ran.services(), func(s service) bool { return s.variable == name })
}

// reference splits a reference to an earlier answer. part is "headers" or "body".
func reference(expression string) (name, part, path string) {
	name, rest, ok := strings.Cut(expression, ".response.")
	part, path, found := strings.Cut(rest, ".")
	if !ok || !found || part != "headers" && part != "body" {
		return "", "", ""
	}
	return name, part, path
}

// answer returns a reference to an earlier answer as the tool writes it, or "".
func (e *editor) answer(expression string) string {
	name, part, path := reference(expression)
	switch {
	case !e.answers[name] || part == "body" && e.inXML[name]:
		return ""
	case e.dialect == "rest-client":
		return "{{" + expression + "}}"
	case e.dialect == "jetbrains":
		return "{{" + global(expression) + "}}"
	case part == "headers":
		return "{{" + e.called(name) + "Response.headers[" + quoted(strings.ToLower(path)) + "]}}"
	}
	return "{{" + e.called(name) + "Response.parsedBody" + member(path) + "}}"
}

// called returns the name of a request. httpyac makes a variable of it, which must not replace
// another.
func (e *editor) called(name string) string {
	if _, known := e.reader.value(name); e.dialect == "httpyac" && (known || name == "sas") {
		return name + "Request"
	}
	return name
}

// after returns what is below a request: expectations, and what later requests need of the answer.
func (e *editor) after(s sent) (lines []string) {
	var scripts []string
	if e.dialect == "jetbrains" {
		scripts = e.sets(s.step.Name)
	}
	for _, x := range s.request.Expects {
		line, script := e.expectation(x.Text, isXML(s.step))
		if line != "" {
			lines = append(lines, line)
		} else if script != "" {
			scripts = append(scripts, script)
		}
	}
	if len(lines) > 0 {
		lines = append([]string{""}, lines...)
	}
	if len(scripts) > 0 {
		lines = append(lines, "", "> {%", "    "+strings.Join(scripts, "\n    "), "%}")
	}
	return lines
}

// sets returns how the variables are set by which later requests refer to this one.
func (e *editor) sets(name string) (lines []string) {
	for i, expression := range split(e.ran.Text) {
		of, part, path := reference(expression)
		if i%2 == 0 || of == "" || of != name || e.answer(expression) == "" {
			continue
		}
		value := "response.body" + member(path)
		if part == "headers" {
			value = "response.headers.valueOf(" + quoted(path) + ")"
		}
		line := "client.global.set(" + quoted(global(expression)) + ", " + value + ");"
		if !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return lines
}
