package lex_test

import (
	"testing"

	"github.com/rowkey/rowkey/engine/language/internal/lex"
)

func TestNames(t *testing.T) {
	for _, c := range []struct {
		text                string
		name, token, digits bool
	}{
		{"", false, false, false},
		{"a1_", true, true, false},
		{"_", true, true, false},
		{"1a", false, true, false},
		{"42", false, true, true},
		{"a-b", false, true, false},
		{"a b", false, false, false},
		{"x:", false, false, false},
		{"ü", false, false, false},
	} {
		if got := lex.IsName(c.text); got != c.name {
			t.Errorf("%q is a name: %t", c.text, got)
		}
		if got := lex.IsToken(c.text); got != c.token {
			t.Errorf("%q is a token: %t", c.text, got)
		}
		if got := lex.IsDigits(c.text); got != c.digits {
			t.Errorf("%q is digits: %t", c.text, got)
		}
	}
}

func TestScanner(t *testing.T) {
	s := lex.Scanner{Text: "# status \t== 200", At: 2, End: 16}
	subject := s.Take(lex.IsLetter)
	s.Skip()
	if subject != "status" || s.Rest() != "== 200" || lex.Word(s.Rest()) != "==" || lex.Word("200") != "200" {
		t.Errorf("got %q and %q", subject, s.Rest())
	}
}
