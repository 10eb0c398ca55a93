// Package shape says what requests have in common that differ only in constants: the operation, the table,
// and the filter with a ? for each constant. A program has few shapes, however many requests it sends.
package shape
