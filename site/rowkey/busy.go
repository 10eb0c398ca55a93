package main

import (
	"fmt"
	"os"
	"time"
)

// isTerminal reports whether somebody sees what is written to a file, and lines can be written over.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}

// busy does what may take long. On a terminal it says so, and for how many seconds by now, on a line that is
// gone afterwards. The work writes nothing.
func (c console) busy(what string, work func()) {
	if c.second == 0 {
		work()
		return
	}
	ending, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		c.count(what, ending)
	}()
	work()
	close(ending)
	<-ended
}

// count counts seconds until it's to end.
func (c console) count(what string, ending <-chan struct{}) {
	const home = "\r\x1b[K" // the line is empty, and the cursor at its beginning
	ticks := time.NewTicker(c.second)
	defer ticks.Stop()
	for seconds := 1; ; seconds++ {
		select {
		case <-ticks.C:
			fmt.Fprintf(c.err, "%s%s: %d s", home, what, seconds)
		case <-ending:
			if seconds > 1 {
				fmt.Fprint(c.err, home)
			}
			return
		}
	}
}

// all names a file, or says how many there are.
func all(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	return fmt.Sprintf("%d files", len(names))
}
