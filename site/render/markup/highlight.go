package markup

import (
	_ "embed"
	"encoding/json"
	"regexp"
	"strings"
)

// Token is a run of an example's text and the class it is shown in; Class "" is plain text.
type Token struct{ Class, Text string }

// HTTP cuts the text of an http example into tokens whose texts, joined, are the text itself.
func HTTP(text string) []Token { return cut(grammars["http"], "http", text) }

// JavaScript does the same with the text of a js example.
func JavaScript(text string) []Token { return cut(grammars["javascript"], "javascript", text) }

// grammar is the rules of a language by state. The same file is the grammar of the editor on the
// page (site/ui/highlight.ts), and testdata/highlight.json beside that holds both to the same
// tokens.
//
// A rule is a pattern, a class and, unless the state stays as it is, the next state. The first rule
// whose pattern matches where the text goes on takes what its group matched, or all of it if it has
// no group; a match of nothing only changes the state. A * at the end of the class means that {{…}}
// within is a variable (tk-v). "+state" comes back to the present state at the next "-". The name
// of another state in place of a rule stands for the rules of that one.
//
// Patterns mean the same in Go and in JavaScript: neither \s nor . nor anything that looks around
// is in them. They colour and don't judge; the engine finds errors.
type grammar map[string][]rule

type rule struct {
	pattern     *regexp.Regexp
	class, next string // next is "" for the same state
	variables   bool
}

//go:embed grammar.json
var grammarFile []byte

var grammars = readGrammars()

// readGrammars panics if the file is wrong, since it is part of the program.
func readGrammars() map[string]grammar {
	var files map[string]map[string][]json.RawMessage
	must(json.Unmarshal(grammarFile, &files))
	all := map[string]grammar{}
	for language, states := range files {
		all[language] = grammar{}
		for name := range states {
			all[language][name] = rules(states, name)
		}
	}
	return all
}

func rules(states map[string][]json.RawMessage, name string) (all []rule) {
	for _, raw := range states[name] {
		var other string
		if json.Unmarshal(raw, &other) == nil {
			all = append(all, rules(states, other)...)
			continue
		}
		var parts []string
		must(json.Unmarshal(raw, &parts))
		r := rule{pattern: regexp.MustCompile("^(?:" + parts[0] + ")")}
		r.class, r.variables = strings.CutSuffix(parts[1], "*")
		if len(parts) > 2 {
			r.next = parts[2]
		}
		all = append(all, r)
	}
	return all
}

func must(err error) {
	if err != nil {
		panic("bug: " + err.Error())
	}
}

// cut cuts a text by the rules of a grammar, from a state on.
func cut(g grammar, state, text string) []Token {
	h := &highlighter{}
	var back []string
	for text != "" {
		r, taken := g.first(state, text)
		if r.variables {
			h.within(r.class, text[:taken])
		} else {
			h.emit(r.class, text[:taken])
		}
		text = text[taken:]
		switch {
		case r.next == "":
		case r.next == "-":
			state, back = back[len(back)-1], back[:len(back)-1]
		case strings.HasPrefix(r.next, "+"):
			state, back = r.next[1:], append(back, state)
		default:
			state = r.next
		}
	}
	return h.tokens
}

// first is the first rule of a state that matches, and how much it takes. There always is one.
func (g grammar) first(state, text string) (r rule, taken int) {
	for _, r := range g[state] {
		if m := r.pattern.FindStringSubmatchIndex(text); m != nil {
			return r, m[len(m)-1]
		}
	}
	panic("bug: no rule of " + state + " matches")
}

// highlighter collects tokens.
type highlighter struct{ tokens []Token }

func (h *highlighter) emit(class, text string) {
	if text == "" {
		return
	}
	if last := len(h.tokens) - 1; last >= 0 && h.tokens[last].Class == class {
		h.tokens[last].Text += text
		return
	}
	h.tokens = append(h.tokens, Token{class, text})
}

// within is text of one class in which {{…}} is marked; one that is not closed runs to the end.
func (h *highlighter) within(class, text string) {
	for text != "" {
		plain, _, _ := strings.Cut(text, "{{")
		h.emit(class, plain)
		text = text[len(plain):]
		end := len(text)
		if i := strings.Index(text, "}}"); i >= 0 {
			end = i + len("}}")
		}
		h.emit("tk-v", text[:end])
		text = text[end:]
	}
}
