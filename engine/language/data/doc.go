// Package data reads and writes the entities that a table starts with, as text: csv whose first line names
// the properties and their types. docs/script.md has the format.
//
//	PartitionKey,RowKey,LastName,Age:Int32
//	Sales,000377,Marin,52
//	# 5000 times
//	dept-{{$index%10}},{{$pad $index 6}},Generated,{{$randomInt 20 60}}
//
// Parse reads a fence of a page, a file TABLE.csv or a part of one. It finds what is wrong with the text
// itself, with line and column. Each then makes the entities, one after another, and finds what the service
// would refuse in an insert. So a large text is never held as entities.
//
// The package stores nothing and knows no table but the one it reads. It doesn't use encoding/csv, which is
// heavier than this package, has no columns for its errors, and takes "" for an empty cell.
package data
