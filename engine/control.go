package engine

import (
	"sync"
	"time"

	"github.com/rowkey/rowkey/engine/hosts/control"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// NewControl returns what breaks accounts on request, for Options.Control. It has the time of day, and what's
// late really waits: until it's time, its client is gone, or end is called. health says why the accounts
// can't be reached, nil for accounts that always can; others are names that the caller answers itself.
func NewControl(health func() error, others ...string) (c *control.Control, end func()) {
	ended := make(chan struct{})
	wait := func(span table.Ticks, r wire.Request) {
		var over <-chan time.Time
		if span != control.Forever {
			over = time.After(span.Duration())
		}
		select {
		case <-over:
		case <-r.Gone():
		case <-ended:
		}
	}
	now := func() table.Ticks { return table.TicksOf(time.Now()) }
	return control.New(control.Options{Clock: now, Wait: wait, Health: health, Others: others}),
		sync.OnceFunc(func() { close(ended) })
}
