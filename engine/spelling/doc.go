// Package spelling writes numbers and Markdown, and finds the name that a misspelt one was meant to be: of a
// table, a method, a directive. What to say about it is for the caller.
package spelling
