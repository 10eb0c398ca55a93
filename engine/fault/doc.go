// Package fault is the catalogue of errors that the services answer with: their codes, statuses and
// messages, one file for each service, and common.go and resources.go for what they share.
//
// Every stage of a request may return an *Error. The errors of inner packages become one in
// engine/internal/account/faults.go, and the service's own form of it is written when the request is
// answered.
//
// The package doesn't know who raises a fault or how one is sent. The linker leaves out the codes that
// a program never raises, so the small engine of a page carries those of tables alone.
package fault
