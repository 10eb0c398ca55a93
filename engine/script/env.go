package script

import (
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// env is what the expressions of a request take their values from.
type env struct {
	run    *run
	clock  func() time.Time
	random *random
	index  int // of the iteration
}

func (r *run) env(q *Request) *env {
	label := q.Name
	if label == "" {
		label = "#" + number(q.ordinal)
	}
	seed := r.options.Seed
	if q.seed != nil {
		seed = *q.seed
	}
	return &env{run: r, clock: r.target.Now, random: newRandom(seed, label)}
}

// maxText bounds what a template can grow to: twice what the service accepts as a request.
const maxText = 2 * table.MaxBodySize

// expand puts values in the place of a template's expressions.
func (e *env) expand(t template) (string, *Error) {
	if len(t) == 1 && t[0].expr == nil {
		return t[0].text, nil
	}
	var b strings.Builder
	for _, p := range t {
		if p.expr == nil {
			b.WriteString(p.text)
			continue
		}
		text, bad := p.expr.value(e)
		if bad == nil && b.Len()+len(text) > maxText {
			bad = &problem{"The text grows beyond 8 MiB here.", ""}
		}
		if bad != nil {
			return "", bad.at(e.run.script.File, p.expr.place())
		}
		b.WriteString(text)
	}
	return b.String(), nil
}

func (x *variableExpr) value(e *env) (string, *problem) {
	if x.variable == nil {
		return e.run.options.Host, nil
	}
	return e.run.variable(x.variable)
}

// variable is the value of a variable. It is worked out once in a run, where it is first used, so
// that a variable that holds a {{$guid}} is the same everywhere.
func (r *run) variable(v *variable) (string, *problem) {
	if text, ok := r.variables[v]; ok {
		return text, nil
	}
	e := &env{run: r, clock: r.target.Now, random: newRandom(r.options.Seed, "@"+v.name)}
	text, err := e.expand(v.value)
	if err != nil {
		return "", &problem{"@" + v.name + ": " + err.Message, err.Hint}
	}
	r.variables[v] = text
	return text, nil
}

func (x *helperExpr) value(e *env) (string, *problem) {
	args := make([]string, len(x.args))
	for i, a := range x.args {
		var bad *problem
		switch {
		case a.text == indexHelper:
			args[i] = number(e.index)
		case a.variable != nil:
			args[i], bad = e.run.variable(a.variable)
		default:
			args[i] = a.text
		}
		if bad != nil {
			return "", bad
		}
	}
	return x.helper.call(e, args)
}

func (x *replyExpr) value(e *env) (string, *problem) {
	a := e.run.replies[x.request]
	if a == nil {
		return "", &problem{x.name + " has no response: its transaction was not carried out.", ""}
	}
	if x.header != "" {
		if !a.own().Headers.Has(x.header) {
			return "", &problem{x.name + " was answered without a header " + x.header + ".", a.outline()}
		}
		return a.own().Headers.Get(x.header), nil
	}
	doc, ok := a.json()
	found := x.path.find(doc)
	switch {
	case !ok:
		return "", &problem{x.name + " was answered without a JSON body.", a.outline()}
	case !found.Exists():
		return "", &problem{"The answer to " + x.name + " has no " + x.path.source + ".", a.outline()}
	}
	return found.String(), nil
}

// request makes the request that the step sends.
func (e *env) request(q *Request, s *Step) *Error {
	url, err := e.expand(q.url)
	if err != nil {
		return err
	}
	s.Target = url
	if !strings.HasPrefix(url, "http://") && !strings.HasPrefix(url, "https://") {
		return e.run.fail(q, &problem{
			"The URL begins with neither http:// nor https://: " + short(url), "Begin it with {{host}}.",
		})
	}
	if host, bad := e.run.host(q.scope); bad == nil && len(url) > len(host) {
		s.Target = strings.TrimPrefix(url, host)
	}
	s.Request = wire.Request{Method: q.Method, URL: encodeURL(url)}
	for _, h := range q.headers {
		value, err := e.expand(h.value)
		if err == nil && strings.ContainsAny(value, "\r\n") {
			err = e.run.fail(q, &problem{"The value of the header " + h.name + " has a line break in it.", ""})
		}
		if err != nil {
			return err
		}
		s.Request.Headers.Add(h.name, value)
	}
	body, err := e.expand(q.body)
	s.Request.Body = []byte(body)
	return err
}

// host is what {{host}} stands for in a scope.
func (r *run) host(s *scope) (string, *problem) {
	if v := s.find(hostVariable); v != nil {
		return r.variable(v)
	}
	return r.options.Host, nil
}

// encodeURL percent-encodes what a URL cannot hold as it is. Escapes that are there stay; quotes are
// encoded as the service's own clients encode them; # is a character of a key, never a fragment.
func encodeURL(url string) string {
	const hex = "0123456789abcdefABCDEF"
	const keep = ":/?@!$&()*+,;="
	var b strings.Builder
	from := 0
	for i := 0; i+2 < len(url); i++ {
		if url[i] == '%' && strings.IndexByte(hex, url[i+1]) >= 0 && strings.IndexByte(hex, url[i+2]) >= 0 {
			b.WriteString(wire.Escape(url[from:i], keep))
			b.WriteString(url[i : i+3])
			i += 2
			from = i + 1
		}
	}
	b.WriteString(wire.Escape(url[from:], keep))
	return b.String()
}

// Versions that requests are sent with unless they say otherwise.
const (
	serviceVersion = "2019-02-02"
	dataVersion    = "3.0"
	accept         = "application/json;odata=minimalmetadata"
	contentType    = "application/json"
)

// manner is how a request is sent.
type manner uint8

const (
	alone  manner = iota
	asPart        // of a transaction
)

// withDefaults adds the headers that the service needs and the request does not give.
func withDefaults(h wire.Headers, body []byte, m manner) wire.Headers {
	add := func(name, value string) {
		if !h.Has(name) {
			h.Add(name, value)
		}
	}
	add("Accept", accept)
	if len(body) > 0 {
		add("Content-Type", contentType)
	}
	add("DataServiceVersion", dataVersion)
	if m == alone {
		add("x-ms-version", serviceVersion)
	}
	return h
}

// random is a generator of numbers that are the same on every platform: SplitMix64.
// https://doi.org/10.1145/2714064.2660195
type random struct{ state uint64 }

// newRandom returns a generator for one use of a seed: each request and each variable has its own,
// by its name, so that one more of them does not change the numbers of the others.
func newRandom(seed uint64, label string) *random {
	r := &random{state: seed}
	r.state = r.next() ^ uint64(hash(label))
	return r
}

func (r *random) next() uint64 {
	r.state += 0x9E3779B97F4A7C15
	z := r.state
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

func (r *random) guid() string {
	var id [16]byte
	for i := 0; i < len(id); i += 8 {
		n := r.next()
		for j := range 8 {
			id[i+j] = byte(n >> (8 * j))
		}
	}
	return table.RandomGUID(id)
}
