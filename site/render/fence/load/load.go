// Package load simulates load fences, and lists what the simulation assumes.
package load

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/url"
	"strconv"
	"strings"
	"sync"

	"github.com/yuin/goldmark/ast"

	"github.com/rowkey/rowkey/engine/partition"
	"github.com/rowkey/rowkey/site/entry"
	"github.com/rowkey/rowkey/site/kept"
	"github.com/rowkey/rowkey/site/render/fence"
	"github.com/rowkey/rowkey/site/render/markup"
)

// loadModelURL is the page about the model and its assumptions.
const loadModelURL = "/docs/load-model/"

// loadPicture is how the addresses of pictures begin. The rest changes with what they show.
const loadPicture = "a/load-"

// load is the pictures of a load on one design or two, and what they show in words.
type load struct {
	results  []*partition.Result
	pictures []string // their addresses
	text     string   // of the fence
}

// simulated has results by their scenarios, because a simulation takes up to a second, guides share some, and
// a page is rendered whenever its writer saves it.
var simulated sync.Map

// simulate runs the designs of a fence.
func simulate(scenarios []partition.Scenario, keep kept.Folder) (results []*partition.Result) {
	for _, s := range scenarios {
		label := s.Label
		s.Label = ""
		run, _ := simulated.LoadOrStore(fmt.Sprint(s), sync.OnceValue(func() *partition.Result {
			return result(s, keep)
		}))
		r := *run.(func() *partition.Result)()
		r.Label = label
		results = append(results, &r)
	}
	return results
}

// model is a hash of the model's code.
var model = sync.OnceValue(func() []byte {
	hash := sha256.New()
	files, _ := fs.Glob(partition.Source, "*") // can't fail: they're in the program
	for _, name := range files {
		text, _ := fs.ReadFile(partition.Source, name)
		fmt.Fprintf(hash, "%s %d %s\n", name, len(text), text)
	}
	return hash.Sum(nil)
})

// result runs a scenario, unless the same model has done so before.
func result(s partition.Scenario, keep kept.Folder) *partition.Result {
	var r *partition.Result
	body, err := keep.Get(fmt.Appendf(nil, "%x %+v", model(), s), "json", func() ([]byte, error) {
		r = partition.Run(s)
		return json.Marshal(r)
	})
	if r == nil && (err != nil || json.Unmarshal(body, &r) != nil) {
		r = partition.Run(s)
	}
	r.Scenario = s // in JSON its ranges have the same name as those at the end, so they're left out
	return r
}

// Kind simulates load fences.
var Kind = fence.Kind{Word: "load", Entry: "figures", Place: place}

// place draws the pictures of a fence's load.
func place(p *fence.Page, f *ast.FencedCodeBlock) fence.Content {
	n := &load{text: strings.TrimSpace(p.Inside(f))}
	scenarios, errs := partition.Parse(p.Inside(f))
	for _, e := range errs {
		p.ProblemIn(p.LineIn(f, e.Line), "column "+strconv.Itoa(e.Column)+": "+e.Error())
	}
	if p.Unplayed {
		return n
	}
	n.results = simulate(scenarios, p.Loads)
	for _, r := range n.results {
		svg := drawLoad(r)
		hash := sha256.Sum256(svg)
		name := fmt.Sprintf("%s%x.svg", loadPicture, hash[:6])
		p.Picture(name, svg)
		n.pictures = append(n.pictures, "/"+name)
	}
	return n
}

// HTML returns the story of each picture above it. Pictures load when a reader comes near.
func (n *load) HTML() []byte {
	b := &markup.Builder{}
	b.Add(`<figure class="load"><div>`)
	for i, r := range n.results {
		b.Add("<div><p><b>").Text(r.Label).Add(":</b> ").Text(r.Story()).Add("<br>").Text(loadSubtitle(r))
		b.Add(`</p><img src="`).Add(n.pictures[i]).Add(`" width="`).Number(loadWidth).Add(`" height="`)
		b.Number(loadHeight).Add(`" loading="lazy" alt="`).Text(loadAlt(r)).Add(`"></div>`)
	}
	b.Add(`</div><figcaption><a href="`).Text(playLoadURL(n.text)).Add(`">Play this load.</a> <a href="` +
		loadModelURL + `">A model</a>, not a measurement.</figcaption></figure>` + "\n")
	return b.Bytes()
}

// playLoadURL is the address at which the workbench plays a load; site/ui/load/text.ts reads it.
func playLoadURL(text string) string {
	return entry.DesignPath + "#load=" + strings.ReplaceAll(url.QueryEscape(text), "%3A", ":")
}

// loadAlt tells what a picture shows. The numbers are in the caption.
func loadAlt(r *partition.Result) string {
	alt := "PartitionKeys from top to bottom, time from left to right. " + r.Shape().Says()
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

// Plain is the stories of a load as a list.
func (n *load) Plain() string {
	var b strings.Builder
	for _, r := range n.results {
		fmt.Fprintf(&b, "- **%s:** %s\n", r.Label, r.Story())
	}
	return b.String() + "\nThat's from [a model](" + loadModelURL + "index.md), not a measurement.\n"
}
