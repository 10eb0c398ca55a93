package lex

import "strings"

// IsLetter reports whether c is an ASCII letter.
func IsLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// IsDigit reports whether c is an ASCII digit.
func IsDigit(c byte) bool { return c >= '0' && c <= '9' }

// IsDigits reports whether s is one or more digits and nothing else.
func IsDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// IsName reports whether s can name a request or a variable: a letter or _, then letters, digits and _.
func IsName(s string) bool {
	for i := range len(s) {
		c := s[i]
		if !IsLetter(c) && c != '_' && (i == 0 || !IsDigit(c)) {
			return false
		}
	}
	return s != ""
}

// IsToken reports whether s can be the name of a header.
func IsToken(s string) bool {
	for i := range len(s) {
		if c := s[i]; !IsLetter(c) && !IsDigit(c) && strings.IndexByte("!#$%&'*+-.^_`|~", c) < 0 {
			return false
		}
	}
	return s != ""
}

// IsSpace reports whether c is a space or a tab.
func IsSpace(c byte) bool { return c == ' ' || c == '\t' }

// Word returns s up to its first space or tab.
func Word(s string) string {
	if i := strings.IndexAny(s, " \t"); i >= 0 {
		return s[:i]
	}
	return s
}

// Scanner reads part of a line from left to right.
type Scanner struct {
	Text    string
	At, End int
}

// Skip moves past spaces and tabs.
func (s *Scanner) Skip() { s.Take(IsSpace) }

// Take returns the longest run of bytes that want accepts, and moves past it.
func (s *Scanner) Take(want func(byte) bool) string {
	from := s.At
	for s.At < s.End && want(s.Text[s.At]) {
		s.At++
	}
	return s.Text[from:s.At]
}

// Rest is what has not been read yet.
func (s *Scanner) Rest() string { return s.Text[s.At:s.End] }
