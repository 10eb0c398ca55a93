package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	designs "github.com/rowkey/rowkey/engine/design/command"
	"github.com/rowkey/rowkey/engine/design/infer"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
)

// maxScale is how far the figures of a design are computed.
const maxScale = 1_000_000_000

func designCommand(c console, args []string) int {
	flags := newFlags("design")
	asJSON := flags.Bool("json", false, "print one line of JSON for each file")
	asMarkdown := flags.Bool("markdown", false, "print Markdown for a design review")
	explain := flags.Bool("explain", false, "also say why, and what the figures rest on")
	at := flags.Int("at", 0, "also say what the patterns cost when the most common type has `N` entities")
	to, types := reportFlag(flags), typesFlag(flags)
	folderOut := flags.String("write", "", "write what comes out at the end into this `folder`")
	names, code, ok := c.parse(flags, args)
	if !ok {
		return code
	}
	folder, unread := []sandbox.File(nil), error(nil)
	if len(names) == 1 {
		if found, _ := designsIn(names[0]); found == nil {
			folder, unread = readFolder(names[0])
		}
	}
	wrong := typed(folder, types)
	switch {
	case len(names) == 0:
		c.fail(errors.New("design needs at least one file: rowkey design FILE…"))
	case unread != nil:
		c.fail(fmt.Errorf("cannot read %s: %w", names[0], reason(unread)))
	case wrong != nil:
		return c.misused(wrong)
	case folder != nil:
		return describeCommand(c, folder)
	case *asJSON && *asMarkdown:
		c.fail(errors.New("--json and --markdown exclude each other"))
	case *asJSON && *explain:
		c.fail(errors.New("--explain is for text and Markdown: JSON has every figure"))
	case *folderOut != "" && len(names) > 1:
		c.fail(errors.New("--write takes one file: rowkey design FILE --write FOLDER"))
	case *at < 0 || *at > maxScale:
		c.fail(errors.New("--at needs a number of entities from 1 to 1000000000"))
	default:
		o := designs.Options{JSON: *asJSON, Markdown: *asMarkdown, Explain: *explain, At: *at}
		files, err := designFiles(names)
		if err != nil {
			return c.misused(err)
		}
		if *folderOut != "" && len(files) == 1 {
			if err := writeDesign(c, files[0], *folderOut); err != nil {
				return c.misused(err)
			}
		}
		return c.result("measuring "+all(names), func() designs.Result { return designs.Run(files, o) }, to)
	}
	return exitUsage
}

// writeDesign writes the files of the design that is meant into a folder. It says which on the standard error
// output, and leaves a file with errors to the report of them.
func writeDesign(c console, of designs.File, folder string) error {
	files, err := designs.Write(of)
	if err == nil && files != nil {
		err = os.MkdirAll(folder, 0o777)
	}
	for _, each := range files {
		if err != nil {
			break
		}
		name := filepath.Join(folder, each.Name)
		say(c.err, "%s: %s", name, each.Says)
		err = os.WriteFile(name, []byte(each.Text), 0o666)
	}
	if err != nil {
		return fmt.Errorf("cannot write to %s: %w", folder, reason(err))
	}
	return nil
}

func suggestCommand(c console, args []string) int {
	flags := newFlags("suggest")
	return furtherCommand(c, flags, args, func(files []designs.File) designs.Result {
		return designs.Suggest(files)
	})
}

func loadCommand(c console, args []string) int {
	flags := newFlags("load")
	times := flags.Float64("times", 1, "so many times the rates of the file: `N`")
	return furtherCommand(c, flags, args, func(files []designs.File) designs.Result {
		return designs.Load(files, *times)
	})
}

// furtherCommand runs something on design files.
func furtherCommand(
	c console, flags *flag.FlagSet, args []string, run func([]designs.File) designs.Result,
) int {
	names, code, ok := c.parse(flags, args)
	if !ok {
		return code
	}
	files, err := designFiles(names)
	if len(names) == 0 {
		err = fmt.Errorf("%s needs at least one design file: %s FILE…",
			strings.TrimPrefix(flags.Name(), "rowkey "), flags.Name())
	}
	if err != nil {
		return c.misused(err)
	}
	return c.result("measuring "+all(names), func() designs.Result { return run(files) }, &reporting{})
}

// result writes what comes of a command on design files, and returns the exit code.
func (c console) result(what string, of func() designs.Result, to *reporting) int {
	var r designs.Result
	c.busy(what, func() { r = of() })
	_, _ = c.out.Write(r.Out)
	_, _ = c.err.Write(r.Err)
	return max(r.Exit, to.write(c, r.Outcomes))
}

// describeCommand prints a design file that describes the scripts and the data of a folder.
func describeCommand(c console, files []sandbox.File) int {
	for i := range files {
		files[i].Name = filepath.Base(files[i].Name)
	}
	d, err := infer.Files(full.Sandbox(), files)
	if err != nil {
		if r, ok := errors.AsType[*infer.Refusal](err); ok {
			err = errors.New(strings.TrimSpace(r.Message + " " + r.Hint))
		}
		return c.misused(err)
	}
	_, _ = io.WriteString(c.out, d.Text)
	for _, note := range d.Notes {
		say(c.err, "%s", note)
	}
	return exitOK
}

// designsIn returns the design files of a folder and of those in it. It returns none for another name.
func designsIn(name string) (found []string, err error) {
	if info, err := os.Stat(name); err != nil || !info.IsDir() {
		return nil, nil
	}
	all, err := inFolder(name)
	for _, each := range all {
		if strings.HasSuffix(each, ".rowkey.yaml") {
			found = append(found, each)
		}
	}
	return found, err
}

// designFiles reads all files, and those of folders, before any is measured.
func designFiles(names []string) (files []designs.File, err error) {
	for _, name := range names {
		found, problem := designsIn(name)
		for _, each := range found {
			text, unread := readText(each, filepath.Dir(each))
			files, problem = append(files, designs.File{Name: each, Text: text}), errors.Join(problem, unread)
		}
		if found == nil && problem == nil {
			text := ""
			if name == "-" {
				var all []byte
				all, problem = io.ReadAll(io.LimitReader(os.Stdin, maxFile))
				text = string(all)
			} else {
				text, problem = readText(name, "")
			}
			files = append(files, designs.File{Name: name, Text: text})
		}
		if problem != nil {
			err = errors.Join(err, fmt.Errorf("cannot read %s: %w", name, reason(problem)))
		}
	}
	return files, err
}
