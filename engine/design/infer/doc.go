// Package infer describes data and requests as a design file: types of entities come from tables,
// designs from their keys, and questions from the requests that were sent to them. What these can't
// say, such as how often a question is asked, is guessed, and the file says so.
//
// Scripts runs .http files in an account, with the data beside them, and Tables describes what is
// in it then. It's a chain of its own: typesIn tells the types in a table apart (kinds.go), finds
// out how their keys are made (keys.go) and what their values are like (values.go); ask makes a
// question of each request (ask.go, where.go), and guess makes some where there are no requests.
package infer
