// Package fault is the catalogue of errors the service answers with: their codes, statuses and
// messages.
//
// In the story: any stage may return an *Error, or its own error that engine/faults.go turns into
// one; engine/respond.go alone makes a body of it. A Code is itself an error, so callers ask
// errors.Is(err, fault.EntityAlreadyExists).
//
// It knows nothing of who raises a fault or of JSON. No status stands anywhere else, and no message
// but those that quote the request.
// https://learn.microsoft.com/rest/api/storageservices/table-service-error-codes
package fault
