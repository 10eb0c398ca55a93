package main

import (
	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/matrix"
)

// measureDesign runs the patterns of a file under its designs, with the file's counts and with those at
// which the
// most common type has another number of entities, unless that's zero.
func measureDesign(f *design.File, at int) (*design.Matrix, error) {
	var o matrix.Options
	if at > 0 {
		o.At = []int{at}
	}
	return matrix.Run(f, o)
}
