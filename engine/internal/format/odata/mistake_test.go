package odata_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
)

func TestMistakeInJSON(t *testing.T) {
	const value = "expected a value: text in double quotes, a number, true, false or null"
	for body, want := range map[string]string{
		``:                             value + " in its line 1, column 1",
		`{"A":1`:                       "expected a comma or } in its line 1, column 7",
		`{"A":1,}`:                     "expected a name in double quotes in its line 1, column 8",
		"{\n  \"A\": 1\n  \"B\": 2\n}": "expected a comma or } in its line 3, column 3",
		`{'A':1}`:                      "expected a name in double quotes in its line 1, column 2",
		`{"A" 1}`:                      "expected a colon in its line 1, column 6",
		`{"é":nul}`:                    value + " in its line 1, column 6",
		`{"A":"x`:                      value + " in its line 1, column 6",
		`{"A":[1 2]}`:                  "expected a comma or ] in its line 1, column 9",
		`{"A":01}`:                     value + " in its line 1, column 6",
		`{} {}`:                        "expected the end in its line 1, column 4",
	} {
		_, _, err := odata.DecodeInsert([]byte(body))
		f, ok := errors.AsType[*fault.Error](err)
		if !ok {
			t.Errorf("%.20q was taken: %v", body, err)
			continue
		}
		if want := "The body is not JSON: " + want + "."; f.Hint != want {
			t.Errorf("%.20q: %s, want %s", body, f.Hint, want)
		}
	}
}

// FuzzMistake checks that the hint for malformed JSON always names the mistake.
func FuzzMistake(f *testing.F) {
	f.Add([]byte(`{"A":"\`))
	f.Add([]byte("[1,\x00]"))
	f.Fuzz(func(t *testing.T, body []byte) {
		nested := bytes.Count(body, []byte("[")) + bytes.Count(body, []byte("{"))
		if _, ok := odata.ParseJSON(body); ok || !utf8.Valid(body) || nested > 100 {
			return // valid, or refused for another reason
		}
		_, _, err := odata.DecodeInsert(body)
		fault, ok := errors.AsType[*fault.Error](err)
		if !ok || !strings.HasPrefix(fault.Hint, "The body is not JSON: ") {
			t.Fatalf("%q: %v", body, err)
		}
	})
}
