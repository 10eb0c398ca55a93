package script

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/language/internal/expect"
	"github.com/rowkey/rowkey/engine/language/internal/lex"
	"github.com/rowkey/rowkey/engine/language/internal/problem"
	"github.com/rowkey/rowkey/engine/spelling"
	"github.com/rowkey/rowkey/engine/table"
)

// directive is a comment of the form # @key value.
type directive struct {
	line    line
	key     string
	keyAt   int // the byte of the line with the @
	value   string
	valueAt int
}

func (d directive) at() place { return d.line.at(d.valueAt) }

// Directives lists the keys that mean something here. A comment with any other key is only a comment.
var Directives = []string{
	"name", "ref", "hidden", "seed", "expect", "loop", "sleep", "transaction", "authorize", "anonymous",
}

// splitDirective splits a comment line. ok is false for a comment without an @key.
func splitDirective(l line) (d directive, ok bool) {
	at := strings.IndexByte(l.text, '@')
	if at < 0 || strings.Trim(l.text[:at], " \t#/") != "" || strings.Trim(l.text[:at], " \t") == "" {
		return d, false
	}
	end := at + 1
	for end < len(l.text) && isKeyPart(l.text[end]) {
		end++
	}
	valueAt := end
	for valueAt < len(l.text) && (l.text[valueAt] == ' ' || l.text[valueAt] == '\t') {
		valueAt++
	}
	return directive{
		line: l, key: l.text[at+1 : end], keyAt: at,
		value: l.text[valueAt:max(valueAt, l.end())], valueAt: valueAt,
	}, end > at+1
}

func isKeyPart(c byte) bool { return lex.IsLetter(c) || lex.IsDigit(c) || c == '-' || c == '_' }

// comment parses a comment line, which may be a directive.
func (p *parser) comment(l line) {
	d, ok := splitDirective(l)
	if !ok {
		return
	}
	for _, key := range Directives {
		if key != d.key {
			continue
		}
		if p.state != AtTop {
			p.fail(l.at(d.keyAt), "# @"+key+" belongs above the request line.",
				"Move it up, or put ### above it if it belongs to the next request.")
			return
		}
		p.directive(d)
		return
	}
	if key := meant(d.key); key != "" {
		p.report(problem.Misspelt("There is no # @"+d.key+".", "# @"+key), l.at(d.keyAt))
	}
}

// meant returns the directive that key must be a misspelling of, or "". It is strict, because keys such as
// @note and @save belong to other tools.
func meant(key string) string {
	for _, known := range Directives {
		if strings.EqualFold(key, known) {
			return known
		}
		allowed := 1
		if len(known) >= 6 {
			allowed = 2
		}
		if len(key) >= 4 && spelling.Distance(strings.ToLower(key), known) <= allowed {
			return known
		}
	}
	return ""
}

// directive gives a directive to the request that begins here, or to the example.
func (p *parser) directive(d directive) {
	if d.key == "authorize" { // it is about the example, not about a request
		p.plain(d)
		p.example.authorize = true
		return
	}
	r := p.open(d.line)
	switch d.key {
	case "name":
		p.name(d, r)
	case "ref":
		if p.isName(d) {
			r.refs = append(r.refs, ref{name: d.value, at: d.at()})
		}
	case "transaction":
		if p.isName(d) {
			r.Transaction = d.value
		}
	case "hidden":
		p.plain(d)
		r.Hidden = true
	case "anonymous":
		p.plain(d)
		r.Anonymous = true
	case "seed":
		if seed, err := strconv.ParseUint(d.value, 10, 64); err == nil {
			r.seed = &seed
		} else {
			p.fail(d.at(), "Expected a whole number after # @seed"+problem.Found(d.value)+".",
				"Write # @seed 42.")
		}
	case "loop":
		p.loop(d, r)
	case "sleep":
		p.sleep(d, r)
	case "expect":
		p.expect(d, r)
	}
}

// expect parses # @expect.
func (p *parser) expect(d directive, r *Request) {
	e, at, bad := expect.Parse(d.value)
	at += d.valueAt
	if bad != nil {
		p.report(bad, d.line.at(at))
		return
	}
	value := p.template(d.line, at, max(at, d.line.end()))
	if text, ok := value.plain(); ok {
		if bad := e.SetValue(text); bad != nil {
			p.report(bad, d.line.at(at))
		}
	}
	r.Expects = append(r.Expects, &Expect{Expectation: *e, Line: d.line.number, value: value, at: d.at()})
}

// plain reports a value after a directive that takes none.
func (p *parser) plain(d directive) {
	if d.value != "" {
		p.fail(d.at(), "# @"+d.key+" takes no value"+problem.Found(d.value)+".", "")
	}
}

// isName checks that a value can be a name, and reports an error if not.
func (p *parser) isName(d directive) bool {
	if lex.IsName(d.value) {
		return true
	}
	hint := "Write # @" + d.key + " createTable."
	if rest := strings.TrimLeft(d.value, "=: \t"); rest != d.value && lex.IsName(rest) {
		hint = "Write # @" + d.key + " " + rest + "."
	} else if d.key == "ref" && strings.ContainsAny(d.value, " ,") {
		hint = "Write one # @ref for each."
	}
	p.fail(d.at(), "Expected a name after # @"+d.key+" (letters, digits and _, no digit first)"+
		problem.Found(d.value)+".", hint)
	return false
}

// name parses # @name. Names are unique in a file.
func (p *parser) name(d directive, r *Request) {
	switch known := p.script.names[d.value]; {
	case !p.isName(d):
	case r.Name != "":
		p.fail(d.at(), "This request is already called "+r.Name+".", "Delete one of the two names.")
	case known != nil:
		p.fail(d.at(), "The name "+d.value+" is already taken on line "+strconv.Itoa(known.Line)+".",
			"Give one of the two requests another name.")
	default:
		r.Name = d.value
		p.script.names[d.value] = r
	}
}

// maxLoop limits # @loop.
const maxLoop = 1_000_000

// loop parses # @loop for N.
func (p *parser) loop(d directive, r *Request) {
	count, ok := strings.CutPrefix(d.value, "for ")
	if !ok {
		p.fail(d.at(), "Expected for N after # @loop"+problem.Found(d.value)+".", "Write # @loop for 10.")
		return
	}
	n, err := strconv.Atoi(strings.TrimSpace(count))
	if err != nil || n < 1 || n > maxLoop {
		p.fail(d.at(), "Expected a count from 1 to 1000000 after # @loop for"+problem.Found(count)+".",
			"Write # @loop for 10.")
		return
	}
	r.Loop = n
}

// maxSleep limits # @sleep to a year.
const maxSleep = 365 * table.Day

// sleep parses # @sleep MILLISECONDS.
func (p *parser) sleep(d directive, r *Request) {
	ms, err := strconv.ParseInt(d.value, 10, 64)
	if err != nil || ms < 0 || ms > int64(maxSleep/table.Millisecond) {
		p.fail(d.at(), "Expected milliseconds, at most one year, after # @sleep"+problem.Found(d.value)+".",
			"Write # @sleep 30000 for half a minute.")
		return
	}
	r.Sleep = table.Ticks(ms) * table.Millisecond
}
