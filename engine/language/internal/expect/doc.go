// Package expect parses and checks expectations: what a script writes after # @expect, such as
// status == 200 or cost.entitiesRead <= 10.
//
// Parsing and checking are in one package because both depend on the same three tables: the
// subjects, the operators and what each subject can be compared with. Package script parses an
// expectation when it parses a request, and package runner has it checked once there is an answer. The
// value may contain {{ }}, which this package doesn't know: the caller expands it first. Nothing is
// sent from here and no trace is computed.
package expect
