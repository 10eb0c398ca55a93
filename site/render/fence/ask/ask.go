// Package ask makes questions of ask fences.
package ask

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/site/render/fence"
	"github.com/rowkey/rowkey/site/render/fence/live"
	"github.com/rowkey/rowkey/site/render/markup"
)

// Ask is a question with answers to choose from. In front of the example that answers it, it is a
// prediction: the page's script covers that result until the reader has chosen. Anywhere else an
// example of the page is the proof, to which the answer links.
//
// Without answers of its own it asks what a query reads. The answers are then what it read when the page was
// built, and what two other plans would have read, and the reason begins with how it read.
type Ask struct {
	number    int // among the page's questions, from 1
	question  string
	choices   []string
	right     int // the index of the right one
	because   string
	predicted bool

	proof       string // the name of the request that shows it
	expectation string // what that meets if the right answer is right
	title       string // of the proof
	sentence    string // the expectation in words: "reads exactly 9 entities"
}

// Kind makes questions of ask fences.
var Kind = fence.Kind{Word: "ask", Place: place}

var proofLine = regexp.MustCompile(`^= (\w+)(?:: (.+))?$`)

// place makes a question of a fence.
func place(p *fence.Page, f *ast.FencedCodeBlock) fence.Content {
	n := &Ask{right: -1}
	line, proof := 0, 0
	read := p.Each(f, func(text string) error {
		line++
		err := n.read(text)
		if n.because == "" {
			proof = line // in the end
		}
		return err
	})
	switch {
	case !read:
		return nil
	case n.proof != "" && n.expectation == "" && len(n.choices) == 0:
		if err := n.guess(p); err != nil {
			p.ProblemIn(p.LineIn(f, proof), err.Error())
			return nil
		}
	case n.question == "" || len(n.choices) < 2 || n.right < 0:
		p.Problem(f, "a question is text, then two answers or more with - in front, "+
			"of which the right one has *")
		return nil
	case n.expectation == "" || n.because == "":
		p.Problem(f, "a question ends with its proof, = request: expectation, and with the reason "+
			"in a sentence")
		return nil
	}
	if next, ok := fence.Of[*live.Live](f.NextSibling()); ok {
		_, n.predicted = next.Example.Measures[n.proof]
	}
	if err := n.prove(p); err != nil {
		p.ProblemIn(p.LineIn(f, proof), err.Error())
	}
	n.number = len(fence.Placed[*Ask](p)) + 1
	return n
}

// read reads one line.
func (n *Ask) read(line string) error {
	proof := proofLine.FindStringSubmatch(line)
	mark, choice, _ := strings.Cut(line, " ")
	switch {
	case line == "":
	case proof != nil:
		n.proof, n.expectation = proof[1], proof[2]
	case n.proof != "":
		n.because = strings.TrimSpace(n.because + " " + line)
	case mark == "*" && n.right >= 0:
		return errors.New("a question has one right answer")
	case mark == "-" || mark == "*":
		if mark == "*" {
			n.right = len(n.choices)
		}
		n.choices = append(n.choices, choice)
	case len(n.choices) > 0:
		return errors.New("after the answers comes the proof: = request: cost.entitiesRead == 9")
	default:
		n.question = strings.TrimSpace(n.question + " " + line)
	}
	return nil
}

// guess makes the answers of what the proof read.
func (n *Ask) guess(p *fence.Page) error {
	m, ok := p.Measure(n.proof)
	if !ok {
		return unknown(n.proof)
	}
	g := m.Guess
	if g == nil {
		return fmt.Errorf("%q isn't a query that is the last request of its example, so write the answers", n.proof)
	}
	near := g.Near()
	if near == nil && g.Sentence != "" {
		return fmt.Errorf("other plans of %q would read as much, so write the answers", n.proof)
	}
	answers, ways := append(near, fence.Other{Read: g.Read}), []string{}
	for _, other := range near {
		ways = append(ways, other.Way+" would read "+view.Number(other.Read))
	}
	slices.SortFunc(answers, func(a, b fence.Other) int { return a.Read - b.Read })
	for i, answer := range answers {
		if answer.Read == g.Read {
			n.right = i
		}
		n.choices = append(n.choices, view.Count(answer.Read, "entity", "entities"))
	}
	n.question = cmp.Or(n.question, "What will this read?")
	n.expectation = fmt.Sprintf("cost.entitiesRead == %d", g.Read)
	if words := strings.Join(ways, ", "); words != "" {
		n.because = strings.TrimSpace(g.Sentence + ". " + strings.ToUpper(words[:1]) + words[1:] + ". " + n.because)
	}
	return nil
}

func unknown(name string) error {
	return fmt.Errorf("no request with the name %q ran on this page", name)
}

// prove checks the expectation that makes an answer the right one.
func (n *Ask) prove(p *fence.Page) error {
	m, ok := p.Measure(n.proof)
	if !ok {
		return unknown(n.proof)
	}
	found, err := m.Meets(n.expectation)
	if err != nil {
		return err
	}
	n.sentence = found.Sentence
	for _, e := range p.Examples {
		if _, ok := e.Measures[n.proof]; ok {
			n.title, n.proof = e.Title, e.Name
		}
	}
	if !found.OK {
		return fmt.Errorf("the answer isn't right: expected %s, got %s", n.expectation, found.Got)
	}
	return nil
}

// Predicts reports whether it asks for the result of the example after it.
func (n *Ask) Predicts() bool { return n.predicted }

// Plain is the question with its answers.
func (n *Ask) Plain() string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**\n\n", n.question)
	for _, choice := range n.choices {
		b.WriteString("- " + choice + "\n")
	}
	fmt.Fprintf(&b, "\nAnswer: %s. %s\n", strings.TrimSuffix(n.choices[n.right], "."), n.because)
	return b.String()
}

// HTML writes it as a form without a button.
func (n *Ask) HTML() []byte {
	b := &markup.Builder{}
	b.Add(`<fieldset class="ask`)
	if n.predicted {
		b.Add(" is-first")
	}
	b.Add(`"><legend>`).Add(string(markup.Inline(n.question))).Add("</legend>\n")
	for i, choice := range n.choices {
		b.Add(`<label><input type="radio" name="ask-`).Number(n.number).Add(`"`)
		if i == n.right {
			b.Add(` class="right"`)
		}
		b.Add("> ").Add(string(markup.Inline(choice))).Add("</label>\n")
	}
	b.Add(`<div class="ask-said" role="status"><p><strong class="ask-yes">Right.</strong> `)
	b.Add(`<strong class="ask-no">Not quite: `)
	b.Add(string(markup.Inline(strings.TrimSuffix(n.choices[n.right], ".")))).Add(".</strong> ")
	b.Add(string(markup.Inline(n.because)))
	if !n.predicted {
		b.Add(` <a class="ask-proof" href="#`).Text(n.proof).Add(`">“`).Text(n.title).Add("” ")
		b.Text(n.sentence).Add(".</a>")
	}
	return b.Add("</p></div>\n</fieldset>\n").Bytes()
}
