// Package complete says what could be written at a place of an .http script: the words of the language, and
// the tables, properties and keys of the data that the script is for.
//
// What a line is part of is what the parser makes of the lines above it (script.Above). The line itself is
// only read as far as it's written, a filter in it by filter.go. words.go has a remark on each word, and a
// test that none is missing.
package complete
