package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/rowkey/rowkey/engine/outcome"
)

// reporting is where the outcomes of a command also go, in forms that CI reads.
type reporting struct {
	github bool
	junit  string // a file; "" for none
}

// reportFlag adds the flag that says where.
func reportFlag(flags *flag.FlagSet) *reporting {
	to := &reporting{}
	const use = "also say it for CI, `how`: junit=FILE writes a file of tests, github prints annotations; " +
		"can be given again"
	flags.Func("report", use, func(how string) error {
		file, junit := strings.CutPrefix(how, "junit=")
		switch {
		case how == "github":
			to.github = true
		case junit && file != "":
			to.junit = file
			return hasFolder(file)
		default:
			return errors.New("write junit=FILE or github")
		}
		return nil
	})
	return to
}

// hasFolder returns an error if a file can't be written because its folder isn't there. It's asked before
// what takes long.
func hasFolder(file string) error {
	if info, err := os.Stat(filepath.Dir(file)); err != nil || !info.IsDir() {
		return fmt.Errorf("there's no folder %s", filepath.Dir(file))
	}
	return nil
}

// write writes the outcomes, and returns the exit code.
func (to *reporting) write(c console, all []outcome.Outcome) int {
	if to.github {
		for _, o := range all {
			if o.Says != "" {
				_, _ = io.WriteString(c.out, annotation(o))
			}
		}
	}
	if to.junit == "" {
		return exitOK
	}
	if err := os.WriteFile(to.junit, junitFile(all), 0o666); err != nil {
		return c.fail(fmt.Errorf("--report: %w", err))
	}
	return exitOK
}
