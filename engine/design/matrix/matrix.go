package matrix

import (
	"errors"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/compile"
	"github.com/rowkey/rowkey/engine/design/generate"
	"github.com/rowkey/rowkey/engine/table"
)

// Options say how much is measured.
type Options struct {
	At         []int // further sizes: how many entities the file's most common type has
	Most       int   // the most entities of a type that are measured; 0: 100,000
	Bytes      int   // the most memory that measured entities take, about; 0: 250 MB
	Choices    int   // of values for each pattern, at most; 0: 256
	Thresholds bool  // also say what a pattern exceeds at larger sizes still

	// Progress hears which part of the run is done and what is being done, and ends the run by returning
	// false. It's called about every thousand entities.
	Progress func(part float64, doing string) bool
}

// ErrCanceled is the error of a run that Options.Progress ended.
var ErrCanceled = errors.New("canceled")

const (
	usualMost  = 100_000
	usualBytes = 250_000_000
	mostNodes  = 256
)

// Run measures a file.
func Run(f *design.File, o Options) (*design.Matrix, error) { return new(Bench).Run(f, o) }

// Run measures a file. What is the same as in an earlier run isn't measured again.
func (b *Bench) Run(f *design.File, o Options) (*design.Matrix, error) {
	if o.Most == 0 {
		o.Most = usualMost
	}
	if o.Bytes == 0 {
		o.Bytes = usualBytes
	}
	if o.Choices == 0 {
		o.Choices = mostNodes
	}
	measurable := min(float64(o.Most)/greatest(f), float64(o.Bytes)/max(1, bytesOf(f)))
	m := &design.Matrix{File: f, Cells: make([][]design.Cell, len(f.Patterns)),
		Sizes: append([]int{mostCommon(f)}, o.At...), Stored: make([][]float64, len(f.Designs))}
	for i, p := range f.Patterns {
		for _, d := range f.Designs {
			m.Cells[i] = append(m.Cells[i], design.Cell{Pattern: p, Design: d})
		}
	}
	for k, size := range m.Sizes {
		scale := float64(size) / float64(m.Sizes[0])
		r := &run{bench: b, file: f, options: o, scale: min(scale, measurable), round: k,
			data: map[string]*data{}, chosen: map[int][]choice{}}
		for j := range f.Designs {
			if err := r.measure(m, j, scale); err != nil {
				return nil, err
			}
		}
	}
	return m, nil
}

// mostCommon returns how many entities the most common type has: of those that grow, if any does.
func mostCommon(f *design.File) int {
	growing := 0
	for _, e := range f.Entities {
		if !e.Fixed {
			growing = max(growing, e.Count)
		}
	}
	if growing > 0 {
		return growing
	}
	return int(greatest(f))
}

// bytesOf returns about how many bytes of memory the entities of a file take: once as they were made, and
// once for each place of the design that has the most.
func bytesOf(f *design.File) (most float64) {
	sizes := map[string]float64{}
	made := 0.
	for _, e := range f.Entities {
		one := table.Entity{Properties: generate.New(e, 1, f.Seed).Properties(0)}
		sizes[e.Name] = float64(e.Count) * float64(one.Size())
		made += sizes[e.Name]
	}
	for _, d := range f.Designs {
		sum := made
		for _, place := range d.Places {
			sum += sizes[place.Entity.Name] * float64(place.RowsEach())
		}
		most = max(most, sum)
	}
	return most
}

// measure measures a design, and computes what it costs at a larger scale.
func (r *run) measure(m *design.Matrix, j int, scale float64) error {
	r.design, r.at = r.file.Designs[j], j
	r.divided, r.forms = r.parts(r.design), map[*design.Place]compile.Form{}
	for i, p := range r.file.Patterns {
		got, err := r.measured(i)
		if err != nil {
			return err
		}
		cell := &m.Cells[i][j]
		at := r.figures(p, got, scale)
		plan := got.planFor(r.partOf(p.Entity))
		exceeds := exceeded(marks(p, at, got.hottest(&at.figures), got.lost))
		if r.round == 0 {
			cell.Plan, cell.Figures, cell.Marks = plan, at.figures, exceeds
			cell.Worst, cell.Heat, cell.Tables = got.worst, got.heat, got.tables
			missed(r.file, cell)
		} else {
			cell.Growth = append(cell.Growth, design.Growth{Figures: at.figures, Marks: exceeds})
		}
		cell.Lanes = got.lanes
		if r.options.Thresholds && r.round == len(m.Sizes)-1 {
			cell.Thresholds = r.thresholds(p, got, scale)
		}
	}
	bytes, err := r.bytes(scale)
	m.Stored[j] = append(m.Stored[j], bytes)
	return err
}
