package matrix

import (
	"errors"
	"slices"

	"github.com/rowkey/rowkey/engine/design"
)

// Options say how much is measured.
type Options struct {
	At     []int // further sizes: how many entities the file's most common type has
	Most   int   // the most entities of a type that are measured; 0: 100,000
	Tries  int   // with how many choices of parameters each pattern runs; 0: 3
	Cancel func() bool
}

// ErrCanceled is the error of a run that Options.Cancel ended.
var ErrCanceled = errors.New("canceled")

const (
	usualMost  = 100_000
	usualTries = 3
)

// Run measures a file.
func Run(f *design.File, o Options) (*design.Matrix, error) {
	if o.Most == 0 {
		o.Most = usualMost
	}
	if o.Tries == 0 {
		o.Tries = usualTries
	}
	largest := 1
	for _, e := range f.Entities {
		largest = max(largest, e.Count)
	}
	m := &design.Matrix{File: f, Cells: make([][]design.Cell, len(f.Patterns))}
	for i, p := range f.Patterns {
		for _, d := range f.Designs {
			m.Cells[i] = append(m.Cells[i], design.Cell{Pattern: p, Design: d})
		}
	}
	for k, size := range append([]int{largest}, o.At...) {
		scale := float64(size) / float64(largest)
		d := newData(f, min(scale, float64(o.Most)/float64(largest)))
		for j := range f.Designs {
			b, err := newBench(d, j, o)
			if err != nil {
				return nil, err
			}
			for _, i := range readsFirst(f) {
				if o.Cancel != nil && o.Cancel() {
					return nil, ErrCanceled
				}
				cell := &m.Cells[i][j]
				if got := b.run(i, scale); k == 0 {
					cell.Plan, cell.Figures = got.plan, got.figures
					judge(f, cell, got, b.lost)
				} else {
					cell.Growth = append(cell.Growth, got.figures)
				}
			}
			b.close()
		}
	}
	return m, nil
}

// readsFirst returns the places of the patterns, those that change nothing first.
func readsFirst(f *design.File) (order []int) {
	for i := range f.Patterns {
		order = append(order, i)
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return min(1, int(f.Patterns[a].Verb)) - min(1, int(f.Patterns[b].Verb))
	})
	return order
}
