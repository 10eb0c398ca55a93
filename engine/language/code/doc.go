// Package code writes requests that ran as code for other tools: programs in C#, Go, Java, JavaScript
// and Python, scripts for curl and PowerShell, and .http files for three editors.
//
// A program is written in two steps. A job says what a client library is asked to do for a request
// (call.go finds that out, and job.go puts loops and transactions together). Then write.go writes
// the jobs by the syntax of a language, which is a file of texts in the folder syntax; what those
// files can have in them is in syntax.go. curl.go, powershell.go and httpfile.go write
// requests as they were sent.
//
// In a loop, the script's $index changes. Texts of jobs have a mark for each count that comes of
// it: a character of Unicode's private use area.
package code
