package command

import (
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/lint"
	"github.com/rowkey/rowkey/engine/design/load"
	"github.com/rowkey/rowkey/engine/design/matrix"
	"github.com/rowkey/rowkey/engine/design/suggest"
	"github.com/rowkey/rowkey/engine/partition"
)

// Suggest returns what the command rowkey suggest prints: keys that could be tried for the design that is
// meant.
func Suggest(files []File) Result {
	r := runner{}
	for _, f := range files {
		for _, d := range r.designs(f) {
			r.suggest(d)
		}
	}
	return r.result()
}

func (r *runner) suggest(d File) {
	const few = 4000
	var bench matrix.Bench
	all, errs, err := suggest.Of(d.Name, d.Text, func(f *design.File) (*design.Matrix, error) {
		return bench.Run(f, matrix.Options{Most: few})
	}, lint.Check)
	switch {
	case errs != nil:
		r.refuse(d.Name, errs)
		return
	case err != nil:
		r.err = append(r.err, "cannot measure "+d.Name+": "+err.Error()+"\n"...)
		r.fail(Wrong)
		return
	}
	r.out = append(r.out, d.Name+"\n"...)
	if len(all) == 0 {
		r.out = append(r.out,
			"\nNothing: each question is answered well by one of the designs, or no keys help.\n"...)
	}
	for _, s := range all {
		r.out = append(r.out, "\n"+s.Design+": "+s.Says+"\n"...)
		if s.Why != "" {
			r.out = append(r.out, s.Why+"\n"...)
		}
		for line := range strings.Lines(s.Keys) {
			r.out = append(r.out, "  "+line...)
		}
	}
}

// Load returns what the command rowkey load prints: how the designs stand their load, at so many times the
// rates. It fails if that of the design that is meant is beyond the service's targets.
func Load(files []File, times float64) Result {
	r := runner{}
	for _, f := range files {
		for _, d := range r.designs(f) {
			if m := r.measure(d); m != nil {
				r.load(d.Name, m, times)
			}
		}
	}
	return r.result()
}

func (r *runner) load(name string, m *design.Matrix, times float64) {
	r.out = append(r.out, name+"\n"...)
	for i, d := range m.File.Designs {
		l, ok := load.Of(m, []int{i}, times)
		if !ok {
			r.err = append(r.err, name+": no pattern has a rate. Write rate: 50/s in one of them.\n"...)
			r.fail(Wrong)
			return
		}
		for _, note := range l.Notes {
			r.out = append(r.out, "\n"+note...)
		}
		if scenarios, errs := partition.Parse(l.Text); errs == nil {
			r.out = append(r.out, "\n"+d.Name+": "+partition.Run(scenarios[0]).Story()...)
		}
		r.out = append(r.out, "\n"...)
		if d == m.File.Meant() && load.VerdictOf(m, i, times).Exceeds() {
			r.fail(Missed)
		}
	}
}
