package datadir_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/hosts/datadir"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
)

// TestCompaction: many writes to few entities don't make the journal long.
func TestCompaction(t *testing.T) {
	disk := newFaultyDisk(datadir.OSDisk())
	renamed := make(chan bool, 100)
	disk.works = func(_ int, step string) bool {
		if step == "sync folder" {
			renamed <- true
		}
		return true
	}
	path := t.TempDir()
	var reported reports
	d, err := datadir.OpenOn(disk, path, datadir.Options{Report: reported.add, Slack: 10_000})
	if err != nil {
		t.Fatal(err)
	}
	e := tables(t, d, options(9))
	<-renamed // the new journal
	createTable(t, e)
	waits, longest := 0, int64(0)
	for i := range 600 {
		write(t, e, fmt.Sprint(i%5), strings.Repeat("x", 100))
		info, err := os.Stat(filepath.Join(path, enginetest.Account+".journal"))
		if err != nil {
			t.Fatal(err)
		}
		if longest = max(longest, info.Size()); info.Size() > 12_000 {
			<-renamed
			waits++
		}
	}
	want := held(t, e)
	closed(t, d)
	if compactions := waits + len(renamed); compactions < 3 || longest > 14_000 {
		t.Errorf("%d compactions, and the journal had up to %d bytes", compactions, longest)
	}
	d = open(t, path, datadir.Options{Report: reported.add})
	defer closed(t, d)
	if got := held(t, tables(t, d, options(9))); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := reported.take(); got != nil {
		t.Errorf("reported: %q", got)
	}
}

// TestCompactionInterrupted fails each step of a compaction, alone or together with all steps after it.
// Nothing that was answered is lost, and no file of the attempt remains.
func TestCompactionInterrupted(t *testing.T) {
	t.Run("here", func(t *testing.T) { interrupt(newFixture(t)) })
	t.Run("windows", func(t *testing.T) { interrupt(newFixtureOn(t, datadir.ClosingDisk())) })
}

func interrupt(r *fixture) {
	for i := range 10 {
		write(r.T, r.tables, fmt.Sprint(i%3), fmt.Sprint(i))
	}
	if err := r.dir.Compact(); err != nil {
		r.Fatal(err)
	}
	r.restart()
	r.disk.failOn()
	if err := r.dir.Compact(); err != nil {
		r.Fatal(err)
	}
	steps, want := r.disk.steps, []string{"create", "write", "write", "sync", "rename", "sync folder"}
	if !slices.Equal(steps, want) {
		r.Fatalf("a compaction takes the steps %q, want %q", steps, want)
	}
	for n, step := range steps {
		for _, dies := range []bool{false, true} {
			write(r.T, r.tables, "0", fmt.Sprint(n, dies))
			r.disk.short = 10
			r.disk.failAt(n, dies)
			if err := r.dir.Compact(); !errors.Is(err, errDisk) {
				r.Fatalf("%s: got %v", step, err)
			}
			want := held(r.T, r.tables)
			if dies || step == "sync folder" {
				r.refused(errDisk)
			} else {
				write(r.T, r.tables, "1", fmt.Sprint(n))
				want = held(r.T, r.tables)
			}
			r.unchanged(want)
			r.restart()
			r.reports.take() // the process may have died within the refused write
			r.unchanged(want)
			if files, _ := filepath.Glob(filepath.Join(r.path, "*.new")); files != nil {
				r.Errorf("%s: %q are left", step, files)
			}
		}
	}
}
