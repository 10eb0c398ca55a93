package playground

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rowkey/rowkey/engine/internal/format/filter"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/language/lint"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/protocol"
	"github.com/rowkey/rowkey/engine/spelling"
	"github.com/rowkey/rowkey/engine/table"
)

// source is the lines of a script.
type source []string

// fix returns the change that a lint rule proposes.
func (lines source) fix(f *lint.Finding) *protocol.Fix {
	switch {
	case f.Fix == nil:
		return nil
	case f.Fix.First > 0:
		return &protocol.Fix{
			Label: f.Fix.Label, Note: f.Fix.Note, First: f.Fix.First, Last: f.Fix.Last, Write: f.Fix.Write,
		}
	}
	line := []rune(lines[f.Line-1])
	at := f.Column - 1
	return lines.write(f.Line, f.Fix.Label, string(line[:at])+f.Fix.Write+string(line[at+f.Length:]))
}

// write returns the change that writes a line anew.
func (lines source) write(line int, label, text string) *protocol.Fix {
	return &protocol.Fix{Label: label, First: line, Last: line, Write: text}
}

// respell returns the change that writes a misspelt word of an error's line as it was meant.
func (lines source) respell(e *script.Error) *protocol.Fix {
	meant := strings.TrimLeft(e.Meant, "# ")
	if meant == "" {
		return nil
	}
	line := lines[e.Line-1]
	from, to, least := 0, 0, max(3, len(meant))
	for at := 0; at < len(line); {
		end := at + strings.IndexFunc(line[at:]+" ", func(r rune) bool { return !inWord(r) })
		word := line[at:end]
		directive := strings.HasPrefix(meant, "@")
		if d := spelling.Distance(word, meant); end >= e.Column && d > 0 && d < least &&
			directive == strings.HasPrefix(word, "@") {
			from, to, least = at, end, d
		}
		at = end + 1
	}
	if to == 0 {
		return nil
	}
	return lines.write(e.Line, "Write "+meant, line[:from]+meant+line[to:])
}

func inWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_.$-@", r)
}

// offers returns the changes that the answer to a request suggests.
func (d *desk) offers(s *script.Script, lines source, step *runner.Step) (all []protocol.Offer) {
	if step.Trace == nil || step.Line > len(lines) {
		return nil
	}
	address, _ := odata.ParseAddress(strings.TrimPrefix(step.Target, "/"))
	if f := step.Trace.Fault; f != nil && f.Meant != "" && address.Table != "" {
		line := lines[step.Line-1]
		if better := strings.Replace(line, "/"+address.Table, "/"+f.Meant, 1); better != line {
			all = append(all, protocol.Offer{
				About: protocol.AboutTable, Fix: *lines.write(step.Line, "Write "+f.Meant, better),
			})
		}
	}
	if step.Trace.Plan.Splits {
		for _, f := range lint.Check(s, strings.Join(lines, "\n")) {
			if fix := lines.fix(&f); f.Code == "or-over-keys" && fix != nil && fix.First <= step.Line &&
				fix.Last >= step.Line {
				all = append(all, protocol.Offer{About: protocol.AboutAlternatives, Says: fix.Note, Fix: *fix})
			}
		}
	}
	if step.Method == "GET" && step.Response.Status == 200 && step.Plan != "" {
		all = append(all, d.misspelt(address, lines, step)...)
	}
	return all
}

// misspelt returns the change of a property that a query names, that no entity of the table has, and that
// was meant to be another.
func (d *desk) misspelt(a odata.Address, lines source, step *runner.Step) []protocol.Offer {
	known := []string{table.PartitionKey, table.RowKey, table.Timestamp}
	named := properties(a)
	missing := slices.DeleteFunc(named, func(name string) bool { return slices.Contains(known, name) })
	d.view(func(tx *store.Tx) {
		const sample = 1000
		n := 0
		for row := range tx.Scan(keys.Entities(a.Table)) {
			missing = slices.DeleteFunc(missing, func(name string) bool {
				_, found := row.Property(name)
				return found
			})
			if n++; n <= sample {
				for _, p := range row.Entity(nil, nil).Properties {
					if !slices.Contains(known, p.Name) {
						known = append(known, p.Name)
					}
				}
			}
		}
	})
	for _, name := range missing {
		if meant := spelling.Nearest(name, known); meant != "" {
			fix := lines.rename(step.Line, name, meant)
			return []protocol.Offer{{
				About: protocol.AboutProperty, Fix: fix,
				Says: "No entity of " + a.Table + " has " + name + ". Did you mean " + meant + "?",
			}}
		}
	}
	return nil
}

// properties returns those that a query names.
func properties(a odata.Address) (names []string) {
	add := func(name string) {
		if name = strings.TrimSpace(name); name != "" && name != "*" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if source, _ := a.Param("$filter"); source != "" {
		e, _ := filter.Parse(source)
		for _, name := range filter.Properties(e) {
			add(name)
		}
	}
	selected, _ := a.Param("$select")
	for name := range strings.SplitSeq(selected, ",") {
		add(name)
	}
	return names
}

// rename writes another name wherever the query that begins at a line has this one.
func (lines source) rename(line int, name, by string) protocol.Fix {
	fix := protocol.Fix{Label: "Write " + by, First: line, Last: line - 1}
	var written []string
	for _, text := range lines[line-1:] {
		path, query, found := strings.Cut(text, "?")
		if start := strings.TrimLeft(text, " \t"); fix.Last >= line {
			if found = strings.HasPrefix(start, "?") || strings.HasPrefix(start, "&"); !found {
				break
			}
			path, query = text[:len(text)-len(start)], start
		} else if found {
			path += "?"
		}
		written = append(written, path+renamed(query, name, by))
		fix.Last++
	}
	fix.Write = strings.Join(written, "\n")
	return fix
}

// renamed writes another name in a query. Strings and variables stay as they are.
func renamed(query, name, by string) string {
	parts := strings.Split(query, "'")
	for i := 0; i < len(parts); i += 2 { // between strings
		out, rest := "", parts[i]
		for rest != "" {
			n := strings.IndexFunc(rest+" ", func(r rune) bool { return r == '.' || !inWord(r) })
			if rest[:n] == name && !strings.HasSuffix(out, "{{") {
				out += by
			} else {
				out += rest[:n]
			}
			_, size := utf8.DecodeRuneInString(rest[n:])
			out, rest = out+rest[n:n+size], rest[n+size:]
		}
		parts[i] = out
	}
	return strings.Join(parts, "'")
}
