// Package answer looks into responses: a path into a JSON or XML body, the part of a transaction's reply
// that matters, the service's error code.
//
// Both readers of responses use it: expectations, which compare what they find with what a script asks
// for, and templates, which put a value from an earlier response into a later request. It doesn't check
// what it finds, and it never sends anything. A body of XML is read by a function from outside, because
// accounts with only tables have none and the small engine stays small without it.
package answer
