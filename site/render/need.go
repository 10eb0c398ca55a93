package render

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/site/content"
)

// need is what a reader of the map may need, and the guides that help.
type need struct {
	Words string
	slugs []string
}

// needs are in the order of the map's filter.
var needs = []need{
	{"understand the basics", []string{
		"data-model", "query-kinds", "choosing-a-partition-key", "sorting-and-keys", "entity-group-transactions",
		"paging", "capacity-and-cost",
	}},
	{"find it by something else", []string{
		"query-kinds", "intra-partition-secondary-index", "inter-partition-secondary-index", "index-table",
		"index-entities", "composite-partition-key", "parallel-queries",
	}},
	{"order it, or read it by time", []string{
		"sorting-and-keys", "log-tail", "time-series", "time-bucketing", "prepend-append", "paging", "data-series",
	}},
	{"show related things together", []string{
		"one-to-many", "one-to-one", "denormalization", "compound-key", "client-side-join", "materialized-view",
		"inheritance", "heterogeneous-entities",
	}},
	{"change it safely", []string{
		"entity-group-transactions", "optimistic-concurrency", "merge-or-replace",
		"eventually-consistent-transactions", "index-table", "inter-partition-secondary-index",
	}},
	{"take more load", []string{
		"choosing-a-partition-key", "partitions-and-scale", "hash-sharding", "prepend-append", "parallel-queries",
		"time-bucketing", "log-data",
	}},
	{"store something big", []string{
		"data-model", "large-entities", "chunked-entities", "wide-entities", "data-series",
	}},
	{"delete it, or keep a log", []string{
		"high-volume-delete", "time-bucketing", "time-series", "log-data",
	}},
	{"know the cost, or protect it", []string{
		"capacity-and-cost", "projection", "access-control", "encryption",
	}},
}

// Needs are the choices of the map.
func (layout) Needs() []need { return needs }

// Kinds are the kinds of guides.
func (l layout) Kinds() (kinds []content.Kind) {
	for _, g := range l.Groups {
		kinds = append(kinds, g.Kind)
	}
	return kinds
}

// Rows are the guides in the order of the map's list: patterns first, because they're what most readers need.
func (l layout) Rows() []*content.Page {
	pages := (&content.Library{Groups: l.Groups}).Pages()
	slices.SortStableFunc(pages, func(a, b *content.Page) int {
		return rank(a.Kind) - rank(b.Kind)
	})
	return pages
}

func rank(k content.Kind) int {
	return slices.Index([]content.Kind{
		content.Pattern, content.Modelling, content.AntiPattern, content.Foundation,
	}, k)
}

// excluded returns a class for each choice of the map that leaves a guide out. A style sheet does the rest.
func excluded(p *content.Page) string {
	classes := []string{"kind-is-" + string(p.Kind)}
	for i, n := range needs {
		if !slices.Contains(n.slugs, p.Slug) {
			classes = append(classes, fmt.Sprintf("no-n-%d", i))
		}
	}
	return strings.Join(classes, " ")
}

// CheckNeeds finds guides that meet no need, and needs that name guides that aren't there.
func CheckNeeds(l *content.Library) error {
	met := map[string]bool{}
	var problems []error
	for _, n := range needs {
		for _, slug := range n.slugs {
			met[slug] = true
			if l.Guide(slug) == nil {
				problems = append(problems, fmt.Errorf("%q names the guide %s, which doesn't exist", n.Words, slug))
			}
		}
	}
	for _, g := range l.Guides() {
		for _, p := range g.Pages {
			if !met[p.Slug] {
				problems = append(problems, fmt.Errorf("no need of the map leads to the guide %s", p.Slug))
			}
		}
	}
	return errors.Join(problems...)
}
