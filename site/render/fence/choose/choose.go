// Package choose makes forms of choose fences, which rule out guides.
package choose

import (
	"fmt"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/rowkey/rowkey/site/render/fence"
	"github.com/rowkey/rowkey/site/render/markup"
)

// choose asks questions and strikes out the guides that the answers rule out. It works without
// script.
type choose struct {
	questions []question
	options   []option
}

type question struct {
	name, text string
	answers    []string
}

// option is a guide, with the answers that it fits for each question.
type option struct {
	title, address, why string
	fits                [][]string
}

// Kind makes forms of choose fences.
var Kind = fence.Kind{Word: "choose", Entry: "front", Place: place}

// place makes one of a fence. Above its empty line are the questions, "Name: Text? | answer |
// answer", and below it the guides, "slug: answer, answer | answer | why", with the answers to each
// question.
func place(p *fence.Page, f *ast.FencedCodeBlock) fence.Content {
	n := &choose{}
	asks := true
	p.Each(f, func(line string) error {
		if line == "" {
			asks = false
			return nil
		}
		return n.read(p, line, asks)
	})
	return n
}

func (n *choose) read(p *fence.Page, line string, asks bool) error {
	name, rest, ok := strings.Cut(line, ": ")
	parts := strings.Split(rest, " | ")
	switch {
	case !ok:
		return fmt.Errorf("a line of a choose fence begins with a name and a colon, not %q", line)
	case asks:
		n.questions = append(n.questions, question{name, parts[0], parts[1:]})
		return nil
	case len(parts) != len(n.questions)+1:
		return fmt.Errorf("%s has %d parts; one for each question and the reason are %d",
			name, len(parts), len(n.questions)+1)
	}
	guide := p.Library.Guide(name)
	if guide == nil {
		return fmt.Errorf("there is no guide %s", name)
	}
	o := option{title: guide.Title, address: guide.URL(), why: parts[len(parts)-1]}
	for i, q := range n.questions {
		fits := strings.Split(parts[i], ", ")
		for _, answer := range fits {
			if !slices.Contains(q.answers, answer) {
				return fmt.Errorf("%q isn't an answer to %s", answer, q.name)
			}
		}
		o.fits = append(o.fits, fits)
	}
	n.options = append(n.options, o)
	return nil
}

// HTML writes it as a form. Classes say which answers rule out what: a style sheet does the rest.
func (n *choose) HTML() []byte {
	b := &markup.Builder{}
	b.Add(`<form class="choose">` + "\n")
	for i, q := range n.questions {
		b.Add("<fieldset><legend>").Text(q.text).Add("</legend>")
		for k, answer := range q.answers {
			fmt.Fprintf(b, `<label><input type="radio" name="c%d" class="c-%d-%d"> `, i, i, k)
			b.Text(answer).Add("</label>")
		}
		b.Add("</fieldset>\n")
	}
	b.Add(`<ul class="choose-list">` + "\n")
	for _, o := range n.options {
		var out []string
		for i, q := range n.questions {
			for k, answer := range q.answers {
				if !slices.Contains(o.fits[i], answer) {
					out = append(out, fmt.Sprintf("no-%d-%d", i, k))
				}
			}
		}
		b.Add(`<li class="`).Add(strings.Join(out, " ")).Add(`"><a href="`).Text(o.address).Add(`">`)
		b.Text(o.title).Add("</a><p>").Text(o.why).Add("</p></li>\n")
	}
	b.Add(`</ul><button type="reset">Start over</button></form>` + "\n")
	return b.Bytes()
}
