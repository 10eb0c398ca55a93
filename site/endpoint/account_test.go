package endpoint_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine"
	"github.com/rowkey/rowkey/site/endpoint"
)

func TestParseAccounts(t *testing.T) {
	known := []string{engine.DevelopmentKey}
	one, both, two := []string{"b25l"}, []string{"b25l", "dHdv"}, []string{"dHdv"}
	for text, want := range map[string][]endpoint.Account{
		"":                         {{Name: "devstoreaccount1", Keys: known}},
		"contoso":                  {{Name: "contoso", Keys: known}},
		"contoso:b25l":             {{Name: "contoso", Keys: one}},
		" contoso:b25l:dHdv ; ;":   {{Name: "contoso", Keys: both}},
		"contoso:b25l;test-2:dHdv": {{Name: "contoso", Keys: one}, {Name: "test-2", Keys: two}},

		// What Node.js reads in a key that isn't quite base64: node -p 'Buffer.from("my-key","base64")'.
		"contoso:my-key":  {{Name: "contoso", Keys: []string{"my+kew=="}}},
		"contoso:mykey":   {{Name: "contoso", Keys: []string{"myke"}}},
		"contoso:a_b=":    {{Name: "contoso", Keys: []string{"a/Y="}}},
		"contoso:b25lYg=": {{Name: "contoso", Keys: []string{"b25lYg=="}}},
	} {
		got, err := endpoint.ParseAccounts(text)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%q: %v (-want +got):\n%s", text, err, diff)
		}
	}
}

// TestWrongAccounts: an error says which account is wrong, and doesn't repeat its key.
func TestWrongAccounts(t *testing.T) {
	const notAName = " isn't an account name: use 3 to 24 lower-case letters, digits and hyphens"
	for text, want := range map[string]string{
		";":                        "no account is named; write NAME or NAME:KEY, separated by semicolons",
		"contoso:c2VjcmV0:b25l:":   "account contoso has 3 keys; it can have at most two",
		"contoso:b25l:se!cret":     "account contoso: key 2 is not base64",
		"contoso:":                 "account contoso: key 1 is not base64",
		"contoso;contoso:c2VjcmV0": "account contoso is named twice",
		"Contoso:c2VjcmV0":         `"Contoso"` + notAName,
		"../etc:c2VjcmV0":          `"../etc"` + notAName,
	} {
		_, err := endpoint.ParseAccounts(text)
		if err == nil || err.Error() != want || strings.Contains(err.Error(), "c2VjcmV0") {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
	for _, name := range []string{
		"ab", "abcdefghijklmnopqrstuvwxy", "contoso-secondary", "-contoso", "a_b", "köln",
	} {
		if _, err := endpoint.ParseAccounts(name); err == nil {
			t.Errorf("%q is accepted as a name", name)
		}
	}
}
