package code

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// placeholder is what a reader replaces with a token.
const placeholder = "sv=...&ss=t&srt=sco&sp=rwdlacu&se=...&sig=..."

// How a reader gets one, in a comment.
const (
	minting = "#     rowkey sas account --services tqb --permissions rwdlacup --for 1h\n"
	mint    = "# Put a shared access signature of your account here. " +
		"For the emulator on your machine, this makes one:\n" + minting
)

// shell writes a bash script.
type shell struct{ *reader }

// curl returns the requests of a run as a bash script.
func curl(ran *Ran) string {
	s := shell{newReader(ran)}
	head := "#!/usr/bin/env bash\n" + mint + "sas=${TABLES_SAS:-'" + placeholder + "'}\n"
	return s.script(head, "%n=${%u:-'%a'}\n", func(o round) string {
		begin := "for ((i = 0; i < " + strconv.Itoa(o.rounds) + "; i++)); do\n"
		return o.lines(s.command(o.request), " \\", begin, "done", "sleep ")
	})
}

// script writes all rounds behind a head, which has the address of each service that they use.
func (r *reader) script(head, address string, write func(round) string) string {
	used, rounds := map[string]bool{}, ""
	for _, unit := range r.units() {
		o := r.round(unit)
		rounds += write(o)
		used[r.plain(o.request, "").service.name] = true
	}
	for _, of := range r.ran.services() {
		if used[of.name] {
			values := strings.NewReplacer("%n", of.name, "%u", of.url(), "%a", of.address)
			head += values.Replace(address)
		}
	}
	return head + rounds
}

// round is what was sent for a unit, once or in each round of a loop.
type round struct {
	request wire.Request
	notes   []string
	wait    table.Ticks
	rounds  int // 0 outside a loop
}

func (r *reader) round(unit []sent) round {
	q, last := unit[0].request, unit[len(unit)-1].step
	batched := isBatch(&last.Request)
	o := round{request: last.Request, notes: []string{titleOf(unit)}, wait: q.Sleep}
	if q.Loop > 0 && !batched {
		if marked, ok := r.marked(q); ok {
			for _, h := range o.request.Headers {
				if !marked.Headers.Has(h.Name) {
					marked.Headers.Add(h.Name, h.Value)
				}
			}
			o.request, o.rounds = marked, q.Loop
		}
	}
	if last.Status < 400 && refersToETag(q) && o.request.Headers.Has("If-Match") {
		o.notes = append(o.notes, "The ETag of the run is gone by now, so this takes any: If-Match is *.")
		o.request.Headers = slices.Clone(o.request.Headers)
		o.request.Headers.Set("If-Match", "*")
	}
	if batched {
		o.notes = append(o.notes, noteOn("", transactions(q.Loop), 1, " such transactions")...)
	} else if o.rounds == 0 {
		o.notes = append(o.notes, noteOn("this ", q.Loop, 1, " times")...)
	}
	return o
}

// lines writes a round, given its command, how it's begun and ended, and how a script waits.
func (o *round) lines(command []string, next, begin, end, wait string) string {
	indent := ""
	if o.rounds > 0 {
		indent = "  "
	}
	text := indent + strings.Join(command, next+"\n  "+indent) + "\n"
	if o.wait > 0 {
		text = indent + wait + seconds(o.wait) + "\n" + text
	}
	if o.rounds > 0 {
		text = begin + text + end + "\n"
	}
	return "\n" + strings.Join(append(remarks("#", o.notes...), text), "\n")
}

// refersToETag reports whether a request takes the ETag of its If-Match from an earlier answer.
func refersToETag(q *script.Request) bool {
	return slices.ContainsFunc(q.Headers, func(h script.Header) bool {
		return wire.EqualFold(h.Name, "If-Match") && strings.Contains(h.Value.String(), "{{")
	})
}

// seconds writes a duration.
func seconds(t table.Ticks) string {
	return strconv.FormatFloat(float64(t/table.Millisecond)/1000, 'f', -1, 64)
}

// command returns the words of curl, with its options one by one.
func (s shell) command(request wire.Request) []string {
	p := s.plain(request, "")
	place, query, _ := strings.Cut(p.path, "?")
	own := strings.FieldsFunc(query, func(r rune) bool { return r == '&' })
	encodes := request.Method == "GET" && len(own) > 0 &&
		!slices.ContainsFunc(own, func(option string) bool { return !encodable(option) })
	signed := slices.ContainsFunc(own, func(option string) bool {
		return strings.HasPrefix(option, "sig=")
	})
	command := "curl -sS"
	if strings.ContainsAny(p.path, "[]{}") {
		command += " -g"
	}
	switch {
	case request.Method == "HEAD":
		command += " -I"
	case encodes:
		command += " -G"
	case request.Method != "GET":
		command += " -X " + request.Method
	}
	command += ` "$` + p.service.name + `"` + s.word(place)
	if query = strings.Trim(query, "&"); query != "" && !encodes {
		command += s.word("?" + query)
		if !signed {
			command += `"&$sas"`
		}
	} else if !signed {
		command += `"?$sas"`
	}
	all := []string{command}
	if encodes {
		for _, option := range own {
			text, _ := wire.Unescape(strings.ReplaceAll(option, "+", " "))
			all = append(all, "--data-urlencode "+s.word(text))
		}
	}
	for _, h := range kept(request.Headers) {
		if h.Value == "" {
			all = append(all, "-H "+s.word(h.Name+";"))
		} else {
			all = append(all, "-H "+s.word(h.Name+": "+h.Value))
		}
	}
	if len(request.Body) > 0 {
		parts := each(strings.Split(string(request.Body), s.ran.Tables), func(part string) string {
			if part == "" {
				return ""
			}
			return s.word(part)
		})
		all = append(all, "--data-binary "+strings.Join(parts, `"$tables"`))
	}
	return all
}

// encodable reports whether curl can encode an option again: it has a name, and nothing that would
// get lost.
func encodable(option string) bool {
	name, _, named := strings.Cut(option, "=")
	text, ok := wire.Unescape(option)
	odd := func(r rune) bool { return r != '$' && !isWord(r) }
	lost := func(r rune) bool { return r < ' ' || r == '\x7f' }
	return named && name != "" && !strings.ContainsFunc(name, odd) &&
		ok && utf8.ValidString(text) && !strings.ContainsFunc(text, lost)
}

// word returns a word of the shell that is exactly this text, whatever is in it.
func (s shell) word(text string) string {
	odd := strings.ContainsFunc(text, func(r rune) bool { return r != '\n' && unseen(r) })
	switch {
	case !s.counts.plain(text):
		var b strings.Builder
		for _, p := range s.counts.pieces(text) {
			switch {
			case p.count != nil && odd:
				b.WriteString(`"` + printed(p.count) + `"`)
			case p.count != nil:
				b.WriteString(printed(p.count))
			case odd:
				b.WriteString(s.word(p.text))
			default:
				b.WriteString(escapedBy(p.text, "\"\\$`"))
			}
		}
		if odd {
			return b.String()
		}
		return `"` + b.String() + `"`
	case odd:
		var b strings.Builder
		for _, r := range text {
			b.WriteString(ansi(r))
		}
		return "$'" + b.String() + "'"
	case strings.Contains(text, "'") && !strings.ContainsAny(text, "\"\\`!\n"):
		return `"` + escapedBy(text, "$") + `"`
	default:
		return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
	}
}

// escapedBy puts a backslash before each of some characters.
func escapedBy(text, characters string) string {
	var b strings.Builder
	for _, r := range text {
		if strings.ContainsRune(characters, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// ansi returns a character as it is between $' and '.
func ansi(r rune) string {
	const hex = "0123456789abcdef"
	if at := strings.IndexRune("\n\r\t'\\", r); at >= 0 {
		return `\` + `nrt'\`[at:at+1]
	}
	if !unseen(r) {
		return string(r)
	}
	var b []byte
	for _, c := range []byte(string(r)) {
		b = append(b, '\\', 'x', hex[c>>4], hex[c&15])
	}
	return string(b)
}

// printed returns a count as the shell prints it.
func printed(c *count) string {
	number := "$((" + c.formula("i", nil) + "))"
	if c.width == 0 {
		return number
	}
	if len(c.steps) == 0 {
		number = "$i"
	}
	return "$(printf '%0" + strconv.Itoa(c.width) + "d' " + number + ")"
}

func isWord(r rune) bool {
	return r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
}
