// Package peer compares two runs of a script, by the engine and by Azurite, field by field, and checks the
// differences against a list of known ones.
//
// The scripts in engine/suites/corpus run against both. Compare pairs their steps in order and returns what
// differs. Times, identifiers and addresses differ in every run, so they are normalized first. The list,
// engine/suites/deviations.txt, says for each difference who is right and why we think so. Check finds
// differences that aren't in the list, and entries that match no difference: the list is complete and
// current.
//
//	steps → normalized answers (answer) → differences (compare, body) → checked (deviation)
//
// It sends no requests; its tests do.
package peer
