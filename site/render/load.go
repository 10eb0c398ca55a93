package render

import (
	"crypto/sha256"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"sync"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"

	"github.com/rowkey/rowkey/engine/partition"
	"github.com/rowkey/rowkey/site/entry"
)

// loadModelURL is the page about the model and its assumptions.
const loadModelURL = "/docs/load-model/"

// loadPicture is how the addresses of pictures begin. The rest changes with what they show.
const loadPicture = "a/load-"

// load is the pictures of a load on one design or two, and what they show in words.
type load struct {
	ast.BaseBlock
	results  []*partition.Result
	pictures []string // their addresses
	text     string   // of the fence
}

var kindLoad = ast.NewNodeKind("Load")

func (n *load) Kind() ast.NodeKind { return kindLoad }

func (n *load) IsRaw() bool { return true }

func (n *load) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// simulated keeps results by the text of their fence: a simulation takes about half a second, and a page is
// rendered whenever somebody who writes it saves.
var simulated sync.Map

// simulate runs the designs of a fence.
func simulate(text string) ([]*partition.Result, []*partition.Error) {
	if had, ok := simulated.Load(text); ok {
		return had.([]*partition.Result), nil
	}
	scenarios, errs := partition.Parse(text)
	if errs != nil {
		return nil, errs
	}
	var results []*partition.Result
	for _, s := range scenarios {
		results = append(results, partition.Run(s))
	}
	simulated.Store(text, results)
	return results, nil
}

// placeLoad replaces a fence by the pictures of its load.
func (j *job) placeLoad(fence *ast.FencedCodeBlock) {
	j.doc.Figures = true
	n := &load{text: strings.TrimSpace(string(fence.Lines().Value(j.source)))}
	n.SetPos(fence.Pos())
	results, errs := simulate(string(fence.Lines().Value(j.source)))
	for _, e := range errs {
		at := j.line(fence)
		if e.Line <= fence.Lines().Len() {
			at = j.lineAt(fence.Lines().At(e.Line - 1).Start)
		}
		j.problemIn(at, "column "+strconv.Itoa(e.Column)+": "+e.Error())
	}
	n.results = results
	if j.doc.Pictures == nil {
		j.doc.Pictures = map[string][]byte{}
	}
	for _, r := range results {
		svg := drawLoad(r)
		hash := sha256.Sum256(svg)
		name := fmt.Sprintf("%s%x.svg", loadPicture, hash[:6])
		j.doc.Pictures[name] = svg
		n.pictures = append(n.pictures, "/"+name)
	}
	fence.Parent().ReplaceChild(fence.Parent(), fence, n)
}

// html returns the pictures, which load when a reader comes near, and the story of each.
func (n *load) html() []byte {
	b := &builder{}
	b.add(`<figure class="load"><div>`)
	for i, r := range n.results {
		b.add(`<img src="`).add(n.pictures[i]).add(`" width="`).number(loadWidth).add(`" height="`)
		b.number(loadHeight).add(`" loading="lazy" alt="`).text(loadAlt(r)).add(`">`)
	}
	b.add("</div>\n<figcaption>")
	for _, r := range n.results {
		b.add("<p><b>").text(r.Label).add(":</b> ").text(r.Story()).add("</p>\n")
	}
	b.add(`<p><a href="`).text(playLoadURL(n.text)).add(`">Play this load.</a> <a href="` + loadModelURL +
		`">A model</a>, not a measurement.</p></figcaption></figure>` + "\n")
	return b.Bytes()
}

// playLoadURL is the address at which the workbench plays a load; site/ui/load/text.ts reads it.
func playLoadURL(text string) string {
	return entry.DesignPath + "#load=" + strings.ReplaceAll(url.QueryEscape(text), "%3A", ":")
}

// loadAlt tells what a picture shows. The numbers are in the caption.
func loadAlt(r *partition.Result) string {
	alt := r.Label + ": PartitionKeys from top to bottom, time from left to right. " + r.Shape().Says()
	f := r.Refusals()
	if f.Columns == 0 {
		return alt + " No cell is marked as refused."
	}
	alt += " Cells are marked as refused from " + loadTime(float64(f.First)*r.Step()) + " to " +
		loadTime(float64(f.Last+1)*r.Step())
	if f.Stretches > 1 {
		alt += ", in " + strconv.Itoa(f.Stretches) + " stretches"
	}
	return alt + "."
}

// plainLoad returns the stories of a load as a list.
func (j *job) plainLoad(lines []string) string {
	results, _ := simulate(strings.Join(lines, "\n") + "\n")
	var b strings.Builder
	for _, r := range results {
		fmt.Fprintf(&b, "- **%s:** %s\n", r.Label, r.Story())
	}
	return b.String() + "\nThat's from [a model](" + loadModelURL + "index.md), not a measurement.\n"
}

// placeAssumptions replaces a fence by a table of what the model assumes.
func (j *job) placeAssumptions(fence *ast.FencedCodeBlock) {
	table := &assumptions{}
	table.SetPos(fence.Pos())
	fence.Parent().ReplaceChild(fence.Parent(), fence, table)
}

type assumptions struct{ ast.BaseBlock }

var kindAssumptions = ast.NewNodeKind("Assumptions")

func (n *assumptions) Kind() ast.NodeKind { return kindAssumptions }

func (n *assumptions) IsRaw() bool { return true }

func (n *assumptions) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// assumed returns the rows of the table: name, value, what it does, source.
func assumed() (rows [][4]string) {
	defaults := partition.Default()
	for _, a := range defaults.List() {
		value := strings.TrimSpace(loadNumber(*a.Value) + " " + a.Unit)
		value = strings.ReplaceAll(value, " %", "%")
		rows = append(rows, [4]string{a.Name, value, a.Why, a.Source})
	}
	return rows
}

func (n *assumptions) html() []byte {
	b := &builder{}
	b.add(`<div class="table" tabindex="0" role="group" aria-label="Assumptions"><table>` + "\n<thead><tr>")
	for _, title := range []string{"Name", "Value", "What it does", "Source"} {
		b.add(`<th scope="col">`).add(title).add("</th>")
	}
	b.add("</tr></thead>\n<tbody>\n")
	for _, row := range assumed() {
		b.add(`<tr><th scope="row"><code>`).text(row[0]).add("</code></th>")
		for _, cell := range row[1:] {
			b.add("<td>").text(cell).add("</td>")
		}
		b.add("</tr>\n")
	}
	return b.add("</tbody></table></div>\n").Bytes()
}

func plainAssumptions([]string) string {
	var b strings.Builder
	b.WriteString("| Name | Value | What it does | Source |\n|---|---|---|---|\n")
	for _, row := range assumed() {
		b.WriteString("| `" + row[0] + "` | " + strings.Join(row[1:], " | ") + " |\n")
	}
	return b.String()
}

// loadRenderer writes loads and the table of assumptions.
type loadRenderer struct{}

func (loadRenderer) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(kindLoad, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			_, _ = w.Write(n.(*load).html())
		}
		return ast.WalkSkipChildren, nil
	})
	r.Register(kindAssumptions, func(
		w util.BufWriter, _ []byte, n ast.Node, entering bool,
	) (ast.WalkStatus, error) {
		if entering {
			_, _ = w.Write(n.(*assumptions).html())
		}
		return ast.WalkSkipChildren, nil
	})
}
