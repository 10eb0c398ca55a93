// Package compare says in what two answers to the same request differ, such as those of the engine and of the
// service.
//
// It compares what a client acts upon: the status, the error code, some headers, and the body by value. What
// is different in any two answers is set aside: times, ETags, identifiers, the address of the account, and
// the words of an error. Of such a header or member it compares only whether it's there. An answer to an
// entity group transaction is compared part by part.
//
// The package sends nothing: rowkey run --compare and the playground bring both answers.
package compare
