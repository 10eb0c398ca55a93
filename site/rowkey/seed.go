package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/seed"
	"github.com/rowkey/rowkey/site/endpoint"
)

// seedFlags adds the flags of what accounts begin with. After they're read, the function that it returns
// opens the seed.
func seedFlags(flags *flag.FlagSet, o *endpoint.Options) func() error {
	var names []string
	flags.Func("seed", "a `file` or folder of requests and data with which accounts in memory begin; "+
		"can be given again", func(name string) error {
		names = append(names, name)
		return nil
	})
	flags.IntVar(&o.Forks, "forks", 0, "how many more accounts there can be, `N`: a request makes one by "+
		"naming it, with the key of the first account and the seed")
	return func() (err error) {
		switch {
		case o.Forks < 0:
			return errors.New("-forks needs a number of accounts")
		case names != nil && o.Folder != "":
			return errors.New("-seed and -data exclude each other: a folder has what was stored in it")
		case names != nil:
			o.Seed, err = openSeed(names)
		}
		return err
	}
}

// openSeed opens an account that has what files, and those of folders, leave in it.
func openSeed(names []string) (*engine.Account, error) {
	var files []seed.File
	var problems error
	for _, name := range names {
		found, err := seedsOf(name)
		if err != nil {
			problems = errors.Join(problems, fmt.Errorf("-seed %s: %w", name, reason(err)))
		}
		files = append(files, found...)
	}
	if problems != nil {
		return nil, problems
	}
	a, err := seed.Open(files)
	if err != nil {
		return nil, fmt.Errorf("-seed %w", err)
	}
	return a, nil
}

// seedsOf reads a file, or those of a folder that a seed can have.
func seedsOf(name string) (files []seed.File, err error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		text, err := readText(name, "")
		return []seed.File{{Name: filepath.Base(name), Text: text}}, err
	}
	entries, err := os.ReadDir(name)
	if err != nil {
		return nil, err
	}
	return seed.Read(seed.Names(entries), func(file string) (string, error) {
		return readText(filepath.Join(name, file), name)
	})
}
