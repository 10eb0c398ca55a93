// Package workbench answers the calls of a page that compares choices of keys:
//
//	{"op":"design","text":…,"at":4000,"most":4000}
//	    → {"part":0.25,"doing":…}    the same call again goes on, any other one ends it
//	    → {"ok":true,"patterns":[{"name":…,"line":…},…],"designs":[{"name":…,"bill":…},…],
//	       "cells":[[{"kind":…,…},…],…],
//	       "prices":{"line":…,"currency":…,"date":…,"each":[…,…,…]},"findings":[…],"markdown":…,
//	       "json":…}
//	    → {"ok":false,"errors":[{"fence":0,"line":1,"column":1,"message":…,"hint":…},…]}
//
//	{"op":"rates","text":…,"designs":[0,1],"times":10}
//	    → {"ok":true,"load":…,"notes":[…]}                 the load that the file's rates make, ten times
//	    → {"ok":false,"errors":[…]}
//	{"op":"load","text":…}                                 a load, as guides have it
//	    → {"ok":true,"assume":[…],"results":[…]}           package partition has their members
//	    → {"ok":false,"errors":[…]}
//	{"op":"suggest","text":…}
//	    → {"ok":true,"suggestions":[{"design":…,"pattern":…,"says":…,"text":…},…]}    with one design more
//	    → {"ok":false,"errors":[…]}
//	{"op":"rest"}
//	    → {"ok":true}    when what earlier calls left has been collected, so that the next needn't do it
//
// The text of a design is a design file. With "at", the file's most common type has that many entities, and
// the others grow as it does. Up to "most" entities of a type are measured, or 100,000, and figures for more
// are computed. A program in a page answers one call at a time, so a long run comes in parts, between which
// the page can ask for something else.
//
// Cells are in rows, one for each pattern, with a cell for each design; reply.go has their members. Their
// figures are at the size that was asked for, and so is what a month costs; the growth begins with the file's
// own size. Prices are for 10,000 transactions, for a gigabyte stored a month, and for one sent; line 0 says
// that the file has none. The Markdown is the same matrix for a design review, and the JSON for programs:
// both are what the command design prints.
package workbench
