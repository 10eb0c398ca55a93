package command_test

import (
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/lint"
	"github.com/rowkey/rowkey/engine/design/load"
	"github.com/rowkey/rowkey/engine/design/matrix"
	"github.com/rowkey/rowkey/engine/design/read"
)

// The comments at the end of a known file say what has to come out.
var (
	cellLine    = regexp.MustCompile(`^# (.+?)(?: at (\d+))? under (.+?): (.+)$`)
	findingLine = regexp.MustCompile(`^# finding (\S+) (error|warning) under (.+?)(?:, (\d+) times)?$`)
	loadLine    = regexp.MustCompile(`^# load (exceeds|is within) under (.+)$`)
	missedLine  = regexp.MustCompile(`^# missed (\d+)$`)
)

// TestKnown: whole designs whose figures were recomputed by hand, each of which was wrong once.
func TestKnown(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.rowkey.yaml")
	if len(files) < 15 {
		t.Fatal(files)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			k := known{T: t}
			for line := range strings.Lines(string(text)) {
				if _, after, ok := strings.Cut(line, " at "); strings.HasPrefix(line, "# ") && ok {
					if n, err := strconv.Atoi(after[:max(0, strings.Index(after, " "))]); err == nil {
						k.sizes = append(k.sizes, n)
					}
				}
			}
			f, errs := read.File(name, string(text))
			if errs != nil {
				t.Fatal(errs[0])
			}
			if k.matrix, err = matrix.Run(f, matrix.Options{At: k.sizes}); err != nil {
				t.Fatal(err)
			}
			k.findings = lint.Check(f, k.matrix)
			said := 0
			for line := range strings.Lines(string(text)) {
				if k.holds(strings.TrimSuffix(line, "\n")) {
					said++
				}
			}
			if said == 0 {
				t.Error("the file says nothing that has to hold")
			}
		})
	}
}

type known struct {
	*testing.T
	sizes    []int
	matrix   *design.Matrix
	findings []design.Finding
}

// holds checks a line, if it says something.
func (k *known) holds(line string) bool {
	if m := findingLine.FindStringSubmatch(line); m != nil {
		want, n := 1, 0
		if m[4] != "" {
			want, _ = strconv.Atoi(m[4])
		}
		for _, f := range k.findings {
			if f.Code == m[1] && f.Error == (m[2] == "error") && (f.Design == m[3] || slices.Contains(f.Also, m[3])) {
				n++
			}
		}
		if n != want {
			k.Errorf("%s: found %d times", line, n)
		}
		return true
	}
	if m := loadLine.FindStringSubmatch(line); m != nil {
		if v := load.VerdictOf(k.matrix, k.design(m[2]), 1); v.Exceeds() != (m[1] == "exceeds") {
			k.Errorf("%s: %+v", line, v)
		}
		return true
	}
	if m := missedLine.FindStringSubmatch(line); m != nil {
		n := 0
		for _, row := range k.matrix.Cells {
			for _, c := range row {
				n += len(c.Missed)
			}
		}
		if strconv.Itoa(n) != m[1] {
			k.Errorf("%s: %d", line, n)
		}
		return true
	}
	m := cellLine.FindStringSubmatch(line)
	if m == nil {
		return false
	}
	i := slices.IndexFunc(k.matrix.File.Patterns, func(p *design.Pattern) bool { return p.Name == m[1] })
	if i < 0 {
		k.Fatalf("%s: there's no such pattern", line)
	}
	c, size := &k.matrix.Cells[i][k.design(m[3])], 0
	if m[2] != "" {
		n, _ := strconv.Atoi(m[2])
		size = 1 + slices.Index(k.sizes, n)
	}
	for _, want := range strings.Split(m[4], ", ") {
		k.figure(line, c, c.At(size), want)
	}
	return true
}

func (k *known) design(name string) int {
	i := slices.IndexFunc(k.matrix.File.Designs, func(d *design.Design) bool { return d.Name == name })
	if i < 0 {
		k.Fatalf("there's no design %q", name)
	}
	return i
}

// figure checks a figure to 3 percent, or the plan.
func (k *known) figure(line string, c *design.Cell, f *design.Figures, want string) {
	name, number, _ := strings.Cut(want, " ")
	n, err := strconv.ParseFloat(number, 64)
	if err != nil {
		_, words, _ := c.Plan.Kind.Shown()
		if c.Figures.Read > 0 && c.Plan.Kind >= design.Write {
			_, finds, _ := c.Plan.Finds.Shown()
			words += " after " + finds
		}
		if !strings.EqualFold(words, want) {
			k.Errorf("%s: it's %s", line, words)
		}
		return
	}
	got := f.Most
	if name != "most" {
		got = *f.By(name)
	}
	const near, little = 0.03, 0.06
	if math.Abs(got-n) > near*n+little {
		k.Errorf("%s: %s is %v", line, name, got)
	}
}
