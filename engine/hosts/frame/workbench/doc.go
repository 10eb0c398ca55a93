// Package workbench answers the calls of a page that compares choices of keys; package protocol
// lists them under DesignCall. A program in a page answers one call at a time, so a long run comes
// in parts, between which the page can ask for something else.
package workbench
