// Package lint says what a reviewer would say of an .http script: what will be slow, hot or lost, with the
// numbers that the script has, the remedy, and the guide. engine/design/lint does the same for design files;
// a code means the same in both.
//
// Nothing is sent. Each request is expanded as a run would expand it (operation.go), except for what only a
// response could give, and then the rules look at queries (query.go), at writes and transactions (write.go),
// and at the keys that a table gets (keys.go). The words about a filter are those of the query's plan.
//
// An error is what can't work or loses something. Everything else is a warning, because a script doesn't say
// how often its requests are sent.
package lint
