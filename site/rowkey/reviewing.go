package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	designs "github.com/rowkey/rowkey/engine/design/command"
	designlint "github.com/rowkey/rowkey/engine/design/lint"
	"github.com/rowkey/rowkey/engine/design/matrix"
	"github.com/rowkey/rowkey/engine/design/read"
	designreport "github.com/rowkey/rowkey/engine/design/report"
	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/language/report"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/shape"
	"github.com/rowkey/rowkey/engine/spelling"
	"github.com/rowkey/rowkey/site/review"
	"github.com/rowkey/rowkey/site/watched"
)

// reviewing reads versions.
type reviewing struct {
	c    console
	in   subject
	runs int // of a program or a script in a month
	code int // of what can't be read
}

// read reads a version. An empty file, such as /dev/null, asks nothing: it's what was there before the first.
func (r *reviewing) read(name string, first bool) (v review.Version) {
	if r.in == aFolder {
		if none, err := inFolder(name); first && err == nil && len(none) == 0 {
			return v // it's what was there before the first, too
		}
		files, err := filesToLint([]string{name})
		if err != nil {
			r.misused(err)
			return v
		}
		r.folder(&v, name, files)
		return v
	}
	text, err := readText(name, "")
	switch {
	case err != nil:
		r.misused(fmt.Errorf("cannot read %s: %w", name, reason(err)))
	case strings.TrimSpace(text) == "":
	case r.in == aDesign:
		r.designs(&v, "", designs.File{Name: name, Text: text})
	case r.in == aScript:
		r.scripts(&v, "", []sandbox.File{{Name: name, Text: text}})
	default:
		r.program(&v, name, text)
	}
	return v
}

func (r *reviewing) misused(err error) { r.code = max(r.code, r.c.misused(err)) }

// folder reads the scripts of a folder, which start with the data beside them, its pages and its designs.
func (r *reviewing) folder(v *review.Version, root string, files []sandbox.File) {
	var scripts []sandbox.File
	for _, f := range files {
		if filepath.Ext(f.Name) == ".yaml" {
			r.designs(v, root, designs.File{Name: f.Name, Text: f.Text})
			continue
		}
		if filepath.Ext(f.Name) == ".md" {
			f.Folder = ""
		}
		scripts = append(scripts, f)
	}
	r.scripts(v, root, scripts)
}

// within is the name of a file in a folder; "" if it's compared on its own.
func within(root, name string) string {
	if root == "" {
		return ""
	}
	if path, err := filepath.Rel(root, name); err == nil {
		name = path
	}
	return filepath.ToSlash(name)
}

// program reads a baseline of rowkey watch, or its report in JSON.
func (r *reviewing) program(v *review.Version, name, text string) {
	if !strings.HasPrefix(strings.TrimSpace(text), "{") {
		b, err := watched.Parse(name, text)
		if err != nil {
			r.misused(err)
			return
		}
		v.Questions = b.Questions()
		v.Unpriced = "A baseline doesn't count requests, so it doesn't say what a month costs: " +
			"compare what rowkey watch --json writes."
		return
	}
	var report watched.Report
	if err := json.Unmarshal([]byte(text), &report); err != nil {
		r.misused(fmt.Errorf("cannot read %s: it isn't what rowkey watch --json writes: %w", name, err))
		return
	}
	v.Questions, v.Findings = report.Questions()
	for _, q := range v.Questions {
		billed, _ := q.Figure("transactions")
		r.price(q, billed.Value)
	}
	r.month(v)
}

// price gives a question its price: so many transactions in each run.
func (r *reviewing) price(q *review.Question, transactions float64) {
	p := design.ExamplePrices()
	q.Currency, q.Price = p.Currency, q.Price+transactions*float64(r.runs)*p.Each()
}

// month adds what all questions cost that have no rate.
func (r *reviewing) month(v *review.Version) {
	sum, p := 0., design.ExamplePrices()
	for _, q := range v.Questions {
		sum += q.Price
	}
	rests := fmt.Sprintf("That's %s such runs (--runs), at an example price of %s %g for 10,000 transactions.",
		spelling.Number(r.runs), p.Currency, p.Transactions)
	v.Months = append(v.Months, review.Month{Price: designreport.Cash(p.Currency, sum), Rests: rests})
}

// scripts reads the requests of scripts and pages, and runs them.
func (r *reviewing) scripts(v *review.Version, root string, files []sandbox.File) {
	ran := full.Run(files)
	_, _ = r.c.err.Write(report.Shown(ran.AppendErrors(nil)))
	if ran.ExitCode() == report.ExitBroken {
		r.code = exitUsage
		return
	}
	tables := tablesOf(files)
	for _, f := range files {
		found, _, code := lintFile(r.c, f, tables[f.Folder])
		r.code = max(r.code, code)
		for _, x := range found {
			v.Findings = append(v.Findings, findingOf(within(root, f.Name), x))
		}
		if filepath.Ext(f.Name) == ".md" {
			r.designs(v, root, designs.File{Name: f.Name, Text: f.Text})
		}
	}
	var own review.Version
	for _, f := range ran.Files {
		i := slices.IndexFunc(files, func(o sandbox.File) bool { return o.Name == f.Name })
		if i < 0 {
			continue // data
		}
		s, lines := script.Parse(f.Name, files[i].Text), strings.Split(files[i].Text, "\n")
		for j := range f.Steps {
			if f.Steps[j].Trace == nil || f.Steps[j].Hidden {
				continue
			}
			q := r.step(&own, within(root, f.Name), &f.Steps[j])
			for _, sent := range s.Between(f.Steps[j].Line, f.Steps[j].Line) {
				q.Wanted = q.Wanted || wantsScan(sent, lines)
			}
		}
	}
	if own.Questions != nil {
		r.month(&own)
		v.Questions = append(v.Questions, own.Questions...)
		v.Months = append(v.Months, own.Months...)
	}
}

func findingOf(file string, x linted) review.Finding {
	return review.Finding{File: file, Line: x.Line, Code: x.Code, About: x.About, Says: x.Says,
		Fails: x.Severity == "error"}
}

// step adds a request of a script. Requests of one name, and those without one of a shape, are one question.
func (r *reviewing) step(v *review.Version, file string, of *runner.Step) *review.Question {
	sent := shape.Of(of.Request, of.Trace)
	name := cmp.Or(of.Name, of.Title, sent)
	i := slices.IndexFunc(v.Questions, func(q *review.Question) bool { return q.File == file && q.Name == name })
	if i < 0 {
		i = len(v.Questions)
		v.Questions = append(v.Questions, &review.Question{
			File: file, Line: of.Line, Name: name, About: of.Trace.Table, Shape: sent,
			Figures: []review.Figure{{Name: "read"}, {Name: "written"}, {Name: "transactions"}},
		})
	}
	q, kind := v.Questions[i], of.Trace.Plan.Kind
	if of.Trace.Fault != nil && of.Trace.Fault.Code == fault.TableNotFound {
		kind = asked(&of.Request).Plan.Kind
	}
	if of.Method == "GET" && int(kind) > q.Dear {
		q.Dear, q.Scans = int(kind), kind.Scans()
		_, q.Plan = kind.Shown()
	}
	for k, n := range []int{of.Cost.EntitiesRead, of.Cost.EntitiesWritten, of.Cost.Transactions} {
		q.Figures[k].Value += float64(n)
	}
	r.price(q, float64(of.Cost.Transactions))
	return q
}

// wantsScan reports whether a request allows or expects that it scans.
func wantsScan(r *script.Request, lines []string) bool {
	return slices.ContainsFunc(lines[r.First-1:r.Line], func(line string) bool {
		return strings.Contains(line, "@allow table-scan")
	}) || slices.ContainsFunc(r.Expects, func(e *script.Expect) bool {
		plan, ok := strings.CutPrefix(e.Text, "plan == ")
		return ok && strings.HasSuffix(plan, "-scan")
	})
}

// designs reads the designs of a file, which needs to have one.
func (r *reviewing) designs(v *review.Version, root string, f designs.File) {
	for _, d := range designs.Designs(f) {
		r.design(v, root, d)
	}
}

// design reads what the patterns of a design file take under each design.
func (r *reviewing) design(v *review.Version, root string, d designs.File) {
	file, bad := read.File(d.Name, d.Text)
	if bad != nil {
		r.code = max(r.code, r.c.complain(d.Name, bad))
		return
	}
	m, err := matrix.Run(file, matrix.Options{})
	if err != nil {
		r.misused(fmt.Errorf("cannot measure %s: %w", d.Name, err))
		return
	}
	own := within(root, d.Name)
	for _, row := range m.Cells {
		for i := range row {
			v.Add(questionOf(own, file, &row[i]))
		}
	}
	for _, x := range designlint.Check(file, m) {
		v.Findings = append(v.Findings, findingOf(own, linted{Line: x.Line, Code: x.Code,
			Severity: severity(x.Error), About: aboutDesign(x), Says: x.Says}))
	}
	rests := "That's at the rates of the file, by example prices."
	if p := file.Prices; p.Line > 0 {
		rests = strings.TrimSpace("That's at the rates and prices of the file. " + p.Date)
	}
	bills := designreport.Report{Matrix: m}
	for i, each := range file.Designs {
		if price := bills.Month(i, 0).Price; price != "" {
			of := each.Name
			if own != "" {
				of = own + ": " + of
			}
			v.Months = append(v.Months, review.Month{Of: of, Price: price, Rests: rests})
		}
	}
}

// questionOf is a pattern under a design.
func questionOf(file string, of *design.File, c *design.Cell) *review.Question {
	times, price := designreport.PerMonth(c, of.Prices)
	q := &review.Question{
		File: file, Line: c.Pattern.Line, Name: c.Pattern.Name + " under " + c.Design.Name,
		Plan: designreport.Plan(c), Dear: int(c.Plan.Kind)<<8 + int(c.Plan.Finds), Aside: c.Design != of.Meant(),
	}
	for _, name := range []string{"read", "requests", "transactions", "bytes", "written"} {
		q.Figures = append(q.Figures, review.Figure{Name: name, Value: *c.Figures.By(name)})
	}
	q.Figures = append(q.Figures, review.Figure{Name: "times a month", Value: times, Loose: true})
	for _, l := range c.Missed {
		q.Missed = append(q.Missed, l.Figure)
	}
	if times > 0 {
		q.Currency, q.Price = of.Prices.Currency, price
	}
	return q
}
