// Package report writes a matrix and what a reviewer would say of it: as text for a terminal, as Markdown for
// a review, as JSON for programs.
//
// It decides nothing but one thing: OK, which is what a command's exit code says.
package report
