package evidence

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/rowkey/rowkey/engine/outcome"
	"github.com/rowkey/rowkey/engine/spelling"
)

// Report is how the answers of some runs went.
type Report struct {
	Runs  []string `json:"runs"`
	Tasks []Row    `json:"tasks"`
	files [][]string
}

// Row is a task, and how each run answered it; nil for no answer.
type Row struct {
	Task    string    `json:"task"`
	Title   string    `json:"title"`
	Results []*Result `json:"results"`
}

// Run tries all answers, those of a task one after another.
func Run(ctx context.Context, tasks []*Task, runs []*Answers) *Report {
	r := &Report{}
	for _, run := range runs {
		r.Runs = append(r.Runs, run.Name)
	}
	for _, t := range tasks {
		row, files := Row{Task: t.Name, Title: t.Title}, []string(nil)
		for _, run := range runs {
			name := run.Files[t.Name]
			files = append(files, name)
			if name == "" || ctx.Err() != nil {
				row.Results = append(row.Results, nil)
				continue
			}
			a, err := read(name)
			result := Result{Wrong: []string{fmt.Sprint(err)}}
			if err == nil {
				result = t.Try(ctx, a)
			}
			row.Results = append(row.Results, &result)
		}
		r.Tasks, r.files = append(r.Tasks, row), append(r.files, files)
	}
	return r
}

// Right returns how many answers of a run are right.
func (r *Report) Right(run int) (n int) {
	for _, row := range r.Tasks {
		if result := row.Results[run]; result != nil && result.Right {
			n++
		}
	}
	return n
}

// says is a result in words.
func (x *Result) says() string {
	switch {
	case x == nil:
		return "no answer"
	case x.Right:
		return "right"
	}
	return "wrong: " + strings.Join(x.Wrong, "; ")
}

// Text returns a line for each answer that isn't right, and how many are.
func (r *Report) Text() string {
	var b strings.Builder
	for i, name := range r.Runs {
		fmt.Fprintf(&b, "%s: %d of %s right\n", name, r.Right(i), spelling.Count(len(r.Tasks), "task", "tasks"))
		for _, row := range r.Tasks {
			if x := row.Results[i]; x == nil || !x.Right {
				fmt.Fprintf(&b, "  %s: %s\n", row.Task, x.says())
			}
		}
	}
	return b.String()
}

// Markdown returns a table: a row for each task, a column for each run.
func (r *Report) Markdown() string {
	heads, right := []string{"task"}, []string{"**right**"}
	for i, name := range r.Runs {
		heads = append(heads, spelling.Escaped(name))
		right = append(right, fmt.Sprintf("%d of %d", r.Right(i), len(r.Tasks)))
	}
	rows := [][]string{heads}
	for _, row := range r.Tasks {
		cells := []string{spelling.Escaped(row.Title)}
		for _, x := range row.Results {
			cells = append(cells, spelling.Escaped(x.says()))
		}
		rows = append(rows, cells)
	}
	return spelling.Table(append(rows, right))
}

// JSON returns the report for programs, on one line.
func (r *Report) JSON() string {
	text, _ := json.Marshal(r) // strings and numbers always can be
	return string(text) + "\n"
}

// Outcomes returns how each answer went.
func (r *Report) Outcomes() (all []outcome.Outcome) {
	for i, row := range r.Tasks {
		for run, x := range row.Results {
			o := outcome.Outcome{File: r.files[i][run], Name: r.Runs[run] + ": " + row.Task}
			if x == nil || !x.Right {
				o.Says = x.says()
			}
			all = append(all, o)
		}
	}
	return all
}
