// Package evidence says whether answers to tasks about tables are right, by what they do. Whoever writes
// them gets the same question, a person, or a model with or without help; the engine counts what they read.
//
//	task.go    a task: a page of Markdown with a question, data, and what must hold afterwards
//	answer.go  an answer: requests, keys of a design, or a program; alone or in a transcript
//	run.go     an answer runs on a fork of the task's data, beside a rival and faults if the task has them
//	report.go  the results of folders of answers
package evidence
