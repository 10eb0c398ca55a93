package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/engine/language/data/convert"
	"github.com/rowkey/rowkey/engine/seed"
	"github.com/rowkey/rowkey/site/endpoint"
)

// seeding is what accounts begin with.
type seeding struct {
	names   []string // files and folders
	types   *convert.Types
	changes *changes // of their files, since they were read
	now     func() time.Time
}

// seedFlags adds the flags of what accounts begin with.
func seedFlags(flags *flag.FlagSet, o *endpoint.Options) *seeding {
	s := &seeding{types: typesFlag(flags)}
	flags.Func("seed", "a `file` or folder of requests and data with which accounts in memory begin; "+
		"can be given again", func(name string) error {
		s.names = append(s.names, name)
		return nil
	})
	flags.IntVar(&o.Forks, "forks", 0, "how many more accounts there can be, `N`: a request makes one by "+
		"naming it, with the key of the first account and the seed")
	return s
}

// open opens the seed that the flags ask for.
func (s *seeding) open(c console, o *endpoint.Options) (err error) {
	s.now = func() time.Time { return timeOf(o.Control) }
	switch {
	case o.Forks < 0:
		return errors.New("-forks needs a number of accounts")
	case slices.Contains(s.names, ""):
		return errors.New("-seed needs a file or a folder")
	case s.names != nil && o.Folder != "":
		return errors.New("-seed and -data exclude each other: a folder has what was stored in it")
	case s.names != nil:
		s.changes = newChanges(s.look)
		o.Seed, err = c.openSeed(s)
	default:
		err = s.types.Unused()
	}
	return err
}

// look returns the files of the seed that are there.
func (s *seeding) look() map[string]stamp {
	files := map[string]stamp{}
	add := func(name string) {
		if info, err := os.Stat(name); err == nil && !info.IsDir() {
			files[filepath.ToSlash(name)] = stamp{info.ModTime(), info.Size()}
		}
	}
	for _, name := range s.names {
		add(name)
		entries, _ := os.ReadDir(name) // a file has none
		_, _ = seed.Read(seed.Names(entries), func(file string) (string, error) {
			add(filepath.Join(name, file))
			return "", nil
		})
	}
	return files
}

// watchSeed lets accounts begin again when files of the seed have changed, as if the server were started
// again: people edit a seed to see it. It waits until an editor has written all of them.
func (s *serving) watchSeed() {
	var changed []string
	for {
		select {
		case <-s.ended:
			return
		case <-time.After(looksEvery):
		}
		if now := s.options.seeding.changes.changed(); len(now) > 0 {
			changed = append(changed, now...)
		} else if changed != nil {
			say(s.console.out, "\nchanged: %s", list(slices.Compact(slices.Sorted(slices.Values(changed)))))
			s.reseed()
			changed = nil
		}
	}
}

func (s *serving) reseed() {
	from, err := s.console.openSeed(s.options.seeding)
	if err == nil {
		err = s.endpoint.Reseed(from)
	}
	if err != nil {
		s.console.fail(fmt.Errorf("%w\nthe accounts keep what they have", err))
		return
	}
	for _, a := range s.options.Accounts {
		fmt.Fprintf(s.console.out, "account %s begins again, with %s; what was written to it is gone\n",
			a.Name, s.endpoint.Has(a))
	}
}

// openSeed opens an account that has what files, and those of folders, leave in it.
func (c console) openSeed(s *seeding) (a *engine.Account, err error) {
	var files []seed.File
	var problems error
	for _, name := range s.names {
		found, err := seedsOf(name)
		if err != nil {
			problems = errors.Join(problems, fmt.Errorf("-seed %s: %w", name, reason(err)))
		}
		files = append(files, found...)
	}
	for i := range files {
		if f := &files[i]; filepath.Ext(f.Name) == ".csv" {
			f.Text = s.types.Typed(f.Name, f.Text)
		}
	}
	if problems = errors.Join(problems, s.types.Unused()); problems != nil {
		return nil, problems
	}
	c.busy("storing the seed", func() { a, err = seed.Open(files, s.now) })
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
		text, err := readText(filepath.Join(name, file), name)
		return text, reason(err)
	})
}
