// Package fault is the catalogue of errors that the services answer with: their codes, statuses and
// messages. Each service has a file; common.go and resources.go have the codes they share.
//
// Every stage of a request can return an *Error. engine/internal/account/faults.go turns other errors
// into one, and the service writes it into the answer, in the form that its clients expect.
//
// The package doesn't know which operations raise a fault, or how it's sent. The linker leaves out codes
// that a program never raises, so the small engine of a page carries only those of tables.
package fault
