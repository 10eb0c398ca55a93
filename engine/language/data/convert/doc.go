// Package convert turns what people have into the data of a table: csv of any kind, csv of Azure
// Storage Explorer, JSON, answers of the service, JSON lines, tables in HTML and Markdown.
//
// A text is read twice. Inspect finds out what it is, and says what it assumes: types with reasons,
// names that have to change, and columns that could be the keys, with numbers. Somebody chooses. A
// Conversion then writes the data in the format of package data, and tells which rows are bad.
//
// The types that the values of a column suggest are decided here and nowhere else: for what is
// imported in the playground, for a folder on the command line, and for data that is described as a
// design.
package convert
