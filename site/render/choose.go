package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// choose asks questions and strikes out the guides that the answers rule out. It works without script.
type choose struct {
	ast.BaseBlock
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

var kindChoose = ast.NewNodeKind("Choose")

func (n *choose) Kind() ast.NodeKind { return kindChoose }

func (n *choose) IsRaw() bool { return true }

func (n *choose) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// placeChoose makes it from a fence. Above its empty line are the questions, "Name: Text? | answer | answer",
// and below it the guides, "slug: answer, answer | answer | why", with the answers to each question.
func (j *job) placeChoose(fence *ast.FencedCodeBlock) {
	n := &choose{}
	n.SetPos(fence.Pos())
	asks := true
	for i := range fence.Lines().Len() {
		segment := fence.Lines().At(i)
		line := strings.TrimSpace(string(segment.Value(j.source)))
		if line == "" {
			asks = false
			continue
		}
		if err := n.read(j, line, asks); err != nil {
			j.problemAt(segment.Start, err.Error())
		}
	}
	j.doc.Extras = true
	fence.Parent().ReplaceChild(fence.Parent(), fence, n)
}

func (n *choose) read(j *job, line string, asks bool) error {
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
	guide := j.library.Guide(name)
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

// chooseRenderer writes it as a form. Classes say which answers rule out what: a style sheet does the rest.
type chooseRenderer struct{}

func (chooseRenderer) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(kindChoose, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			_, _ = w.Write(n.(*choose).html())
		}
		return ast.WalkSkipChildren, nil
	})
}

func (n *choose) html() []byte {
	b := &builder{}
	b.add(`<form class="choose">` + "\n")
	for i, q := range n.questions {
		b.add("<fieldset><legend>").text(q.text).add("</legend>")
		for k, answer := range q.answers {
			fmt.Fprintf(b, `<label><input type="radio" name="c%d" class="c-%d-%d"> `, i, i, k)
			b.text(answer).add("</label>")
		}
		b.add("</fieldset>\n")
	}
	b.add(`<ul class="choose-list">` + "\n")
	for _, o := range n.options {
		var out []string
		for i, q := range n.questions {
			for k, answer := range q.answers {
				if !slices.Contains(o.fits[i], answer) {
					out = append(out, fmt.Sprintf("no-%d-%d", i, k))
				}
			}
		}
		b.add(`<li class="`).add(strings.Join(out, " ")).add(`"><a href="`).text(o.address).add(`">`)
		b.text(o.title).add("</a><p>").text(o.why).add("</p></li>\n")
	}
	b.add(`</ul><button type="reset">Start over</button></form>` + "\n")
	return b.Bytes()
}
