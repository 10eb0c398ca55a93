package render

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// ask is a question with answers to choose from. In front of the example that answers it, it is a
// prediction: the page's script covers that result until the reader has chosen. Anywhere else an example of
// the page is the proof, to which the answer links.
type ask struct {
	ast.BaseBlock
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

var kindAsk = ast.NewNodeKind("Ask")

func (n *ask) Kind() ast.NodeKind { return kindAsk }

func (n *ask) IsRaw() bool { return true }

func (n *ask) Dump(source []byte, level int) {
	ast.DumpHelper(n, source, level, map[string]string{"Question": n.question}, nil)
}

var proofLine = regexp.MustCompile(`^= (\w+): (.+)$`)

// placeAsk makes a question of a fence.
func (j *job) placeAsk(fence *ast.FencedCodeBlock) {
	n := &ask{right: -1}
	n.SetPos(fence.Pos())
	at := fence.Pos()
	for i := range fence.Lines().Len() {
		segment := fence.Lines().At(i)
		if err := n.read(strings.TrimSpace(string(segment.Value(j.source)))); err != nil {
			j.problemAt(segment.Start, err.Error())
			return
		}
		if n.because == "" {
			at = segment.Start // in the end of the proof
		}
	}
	switch {
	case n.question == "" || len(n.choices) < 2 || n.right < 0:
		j.problem(fence,
			"a question is text, then two answers or more with - in front, of which the right one has *")
		return
	case n.proof == "" || n.because == "":
		j.problem(fence,
			"a question ends with its proof, = request: expectation, and with the reason in a sentence")
		return
	}
	if next, ok := fence.NextSibling().(*live); ok {
		_, n.predicted = next.example.Measures[n.proof]
	}
	if err := j.prove(n); err != nil {
		j.problemAt(at, err.Error())
	}
	j.asked = append(j.asked, n)
	n.number = len(j.asked)
	fence.Parent().ReplaceChild(fence.Parent(), fence, n)
}

// read reads one line.
func (n *ask) read(line string) error {
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

// prove checks the expectation that makes an answer the right one.
func (j *job) prove(n *ask) error {
	m, ok := j.measure(n.proof)
	if !ok {
		return fmt.Errorf("no request with the name %q ran on this page", n.proof)
	}
	found, err := m.Meets(n.expectation)
	if err != nil {
		return err
	}
	n.sentence = found.Sentence
	for _, e := range j.examples {
		if _, ok := e.Measures[n.proof]; ok {
			n.title, n.proof = e.Title, e.Name
		}
	}
	if !found.OK {
		return fmt.Errorf("the answer isn't right: expected %s, got %s", n.expectation, found.Got)
	}
	return nil
}

// askRenderer writes questions.
type askRenderer struct{}

func (askRenderer) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(kindAsk, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			_, _ = w.Write(n.(*ask).html())
		}
		return ast.WalkSkipChildren, nil
	})
}

func (n *ask) html() []byte {
	b := &builder{}
	b.add(`<fieldset class="ask`)
	if n.predicted {
		b.add(" is-first")
	}
	b.add(`"><legend>`).add(string(inline(n.question))).add("</legend>\n")
	for i, choice := range n.choices {
		b.add(`<label><input type="radio" name="ask-`).number(n.number).add(`"`)
		if i == n.right {
			b.add(` class="right"`)
		}
		b.add("> ").add(string(inline(choice))).add("</label>\n")
	}
	b.add(`<div class="ask-said" role="status"><p><strong class="ask-yes">Right.</strong> `)
	b.add(`<strong class="ask-no">Not quite: `)
	b.add(string(inline(strings.TrimSuffix(n.choices[n.right], ".")))).add(".</strong> ")
	b.add(string(inline(n.because)))
	if !n.predicted {
		b.add(` <a class="ask-proof" href="#`).text(n.proof).add(`">“`).text(n.title).add("” ")
		b.text(n.sentence).add(".</a>")
	}
	return b.add("</p></div>\n</fieldset>\n").Bytes()
}
