package main

import (
	"strconv"

	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/site/render"
)

// measures returns what the named requests of an example cost when it ran.
func measures(steps []runner.Step, example int) map[string]render.Measure {
	found := map[string]render.Measure{}
	for i, s := range steps {
		if s.Example != example || s.Name == "" {
			continue
		}
		sent := &steps[lastSent(steps, i)]
		found[s.Name] = render.Measure{
			Run: strconv.Itoa(sent.Line), Label: view.Label(view.ExchangeOf(sent)), Cost: sent.Cost,
		}
	}
	return found
}

// lastSent returns the last step of the transaction of step i, or i if it isn't in one.
func lastSent(steps []runner.Step, i int) int {
	for i+1 < len(steps) && steps[i].Transaction != "" && steps[i+1].Transaction == steps[i].Transaction &&
		steps[i+1].Example == steps[i].Example {
		i++
	}
	return i
}
