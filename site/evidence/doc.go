// Package evidence says whether answers to tasks about tables are right, by what they do. A person, a model
// without help and one with tools get the same question; the engine counts what their answers read.
//
//	task.go    a task: a page of Markdown with a question, data, and what must hold afterwards
//	answer.go  an answer: requests, keys of a design, or a program; alone or in a transcript
//	run.go     an answer runs on a fork of the task's data, beside a rival and faults if the task has them
//	report.go  the results of folders of answers
package evidence
