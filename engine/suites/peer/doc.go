// Package peer compares two runs of one script, by the engine and by Azurite, field by field, and
// holds the differences against a list of those that are known.
//
// In the story: beside the hosts. The scripts of engine/enginetest/corpus run against both; their
// steps are paired in order and Compare yields what differs. Times, identifiers and addresses, which
// differ on each run, are put in one form before. The list, engine/enginetest/deviations.txt, says
// of each difference who is right and why we think so. Judge finds differences that it does not have
// and entries that fit none: the list is what is so, no more and no less.
//
//	steps → answers in one form (answer) → differences (compare, body) → judged (deviation)
package peer
