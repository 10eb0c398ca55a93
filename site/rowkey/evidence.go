package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"

	"github.com/rowkey/rowkey/site/evidence"
)

// evidenceCommand tries answers to the tasks of the skill, or writes the questions.
func evidenceCommand(c console, args []string) int {
	flags := newFlags("evidence")
	asJSON := flags.Bool("json", false, "print one line of JSON")
	asMarkdown := flags.Bool("markdown", false, "print a table of Markdown")
	questions := flags.String("questions", "", "write the questions into this `folder`, and nothing else")
	to := reportFlag(flags)
	names, code, ok := c.parse(flags, args)
	if !ok {
		return code
	}
	tasks, err := evidence.Tasks()
	switch {
	case err != nil:
		return c.fail(err)
	case *asJSON && *asMarkdown:
		return c.misused(errors.New("--json and --markdown exclude each other"))
	case *questions != "" && len(names) == 0:
		if err := writeQuestions(*questions, tasks); err != nil {
			return c.misused(err)
		}
		return exitOK
	case len(names) != 1:
		return c.misused(errors.New("evidence takes a folder of answers: rowkey evidence FOLDER"))
	}
	runs, err := evidence.Find(names[0], tasks)
	if err == nil && runs == nil {
		err = fmt.Errorf("%s has no file that is named after a task: rowkey evidence --questions FOLDER writes "+
			"them", names[0])
	}
	if err != nil {
		return c.misused(err)
	}
	for _, run := range runs {
		for _, name := range run.Others {
			c.fail(fmt.Errorf("%s is of no task", name))
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	r := evidence.Run(ctx, tasks, runs)
	switch {
	case *asJSON:
		fmt.Fprint(c.out, r.JSON())
	case *asMarkdown:
		c.show(r.Markdown())
	default:
		c.show(r.Text())
	}
	for i := range runs {
		if r.Right(i) < len(tasks) {
			code = exitFailed
		}
	}
	return max(code, to.write(c, r.Outcomes()))
}

// writeQuestions writes a file for each task, with what is asked.
func writeQuestions(folder string, tasks []*evidence.Task) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	for _, t := range tasks {
		if err := os.WriteFile(filepath.Join(folder, t.Name+".md"), []byte(t.Question+"\n"), 0o666); err != nil {
			return err
		}
	}
	return nil
}
