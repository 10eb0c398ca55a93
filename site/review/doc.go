// Package review says what a change did to what is asked of tables: to the plans of a program's requests, of
// scripts, and of the patterns of a design. All of them are questions, and are compared in the same way.
package review
