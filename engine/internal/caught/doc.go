// Package caught describes recovered panics, for the places that turn one into an answer. fmt could do that
// too, but it would be a tenth of the engine that pages load.
package caught
