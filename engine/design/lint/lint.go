package lint

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
)

// rules are the rules by what they look at.
var (
	ofPlaces = []func(*linter, *design.Design, *design.Place){
		timeFirst, unpadded, onePartition, unbounded, hotValue, separateCopy, emptyCopy, sameKey,
	}
	ofCells = []func(*linter, *design.Cell){
		tableScan, wastedReads, matchesNothing, missingProjection, acrossPartitions, apartFrom,
		moved, readFirst, contended,
	}
)

// linter collects findings.
type linter struct {
	file     *design.File
	matrix   *design.Matrix // nil if nothing was measured
	findings []design.Finding
	hot      map[*design.Design][]*partition
}

// Check returns the findings on a file, errors first and then the worst first. The matrix can be nil or
// empty if nothing was measured.
func Check(f *design.File, m *design.Matrix) []design.Finding {
	if m != nil && len(m.Cells) == 0 {
		m = nil
	}
	l := &linter{file: f, matrix: m, hot: map[*design.Design][]*partition{}}
	for _, e := range f.Entities {
		nearLimit(l, e)
	}
	for _, d := range f.Designs {
		for _, p := range d.Places {
			for _, rule := range ofPlaces {
				rule(l, d, p)
			}
		}
	}
	if m != nil {
		for _, row := range m.Cells {
			for i := range row {
				for _, rule := range ofCells {
					rule(l, &row[i])
				}
			}
		}
	}
	l.allowed()
	return l.sorted()
}

// allowed takes away the findings that the file allows. What allows nothing is one itself.
func (l *linter) allowed() {
	for _, a := range l.file.Allows {
		before := len(l.findings)
		l.findings = slices.DeleteFunc(l.findings, func(f design.Finding) bool {
			return f.Code == a.Code && f.Line == a.On
		})
		if len(l.findings) == before && l.matrix != nil {
			l.add(design.Finding{
				Code: "stale-allow", Line: a.Line, Guide: "choosing-a-partition-key", Severity: 105,
				Says: "It allows " + a.Code + " on the next line, where nobody would say it any more. Take it out.",
			}, nil, true)
		}
	}
}

// sorted returns the findings without what is said twice: a copy can have the same fault in the same line,
// and a pattern the same under several designs. Of these the first is said, and the others are named.
func (l *linter) sorted() (all []design.Finding) {
	rank := func(f design.Finding) int {
		if f.Error {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(l.findings, func(a, b design.Finding) int {
		return cmp.Or(rank(a)-rank(b), b.Severity-a.Severity, a.Line-b.Line, strings.Compare(a.Code, b.Code))
	})
	for i := range l.findings {
		f := &l.findings[i]
		if k := slices.IndexFunc(all, func(g design.Finding) bool { return alike(f, &g) }); k < 0 {
			all = append(all, *f)
		} else if g := &all[k]; f.Design != g.Design && !slices.Contains(g.Also, f.Design) {
			g.Also = append(g.Also, f.Design)
		}
	}
	for i := range all {
		if f := &all[i]; f.Also != nil {
			f.Says += " Likewise under " + design.List(quoted(f.Also)) + "."
		}
	}
	return all
}

func quoted(names []string) (all []string) {
	for _, name := range names {
		all = append(all, "“"+name+"”")
	}
	return all
}

// alike reports whether two findings say the same of a pattern, whatever the design and its numbers, or of a
// line.
func alike(a, b *design.Finding) bool {
	return a.Code == b.Code && a.Line == b.Line && a.Pattern == b.Pattern &&
		(a.Pattern != "" || a.Says == b.Says)
}

// add adds a finding. A worse one than a warning is an error only under the design that is meant.
func (l *linter) add(f design.Finding, d *design.Design, worse bool) {
	if d != nil {
		f.Design = d.Name
	}
	f.Error = worse && (d == nil || d == l.file.Meant())
	l.findings = append(l.findings, f)
}

// inserts returns how many entities of a type are inserted a second.
func (l *linter) inserts(e *design.Entity) (rate float64) {
	for _, p := range l.file.Patterns {
		if p.Verb == design.Insert && p.Entity == e {
			rate += p.Rate * float64(max(p.Batch, 1))
		}
		for _, w := range p.With {
			if w.Entity == e {
				rate += p.Rate * float64(w.Count)
			}
		}
	}
	return rate
}

// deletes returns how many entities of a type are deleted a second.
func (l *linter) deletes(e *design.Entity) (rate float64) {
	for _, p := range l.file.Patterns {
		if p.Verb == design.Delete && p.Entity == e {
			rate += p.Rate
		}
	}
	return rate
}
