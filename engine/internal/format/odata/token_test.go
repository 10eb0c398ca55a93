package odata_test

import (
	"testing"

	"github.com/rowkey/rowkey/engine/internal/format/odata"
)

// TestToken: the first three are tokens from the real service.
func TestToken(t *testing.T) {
	for key, want := range map[string]string{
		"contToken":                             "1!12!Y29udFRva2Vu",
		"1":                                     "1!4!MQ--",
		"testtablex5iqmdsp\x0101d6e2e94cd855c7": "1!48!dGVzdHRhYmxleDVpcW1kc3ABMDFkNmUyZTk0Y2Q4NTVjNw--",
		"Smith":                                 "1!8!U21pdGg-",
		"<.>":                                   "1!4!PC4*",
		"ÿÿÿ":                                   "1!8!w7_Dv8O_",
		"":                                      "1!0!",
	} {
		if got := odata.EncodeToken(key); got != want {
			t.Errorf("%q: got %s, want %s", key, got, want)
		}
		if got, ok := odata.DecodeToken(want); !ok || got != key {
			t.Errorf("%s: got %q, %v", want, got, ok)
		}
	}
}

func TestDecodeTokenRefuses(t *testing.T) {
	for _, text := range []string{
		"", "Smith", "1!4!MQ==", "1!5!MQ--", "1!04!MQ--", "2!4!MQ--", "1!4!MQ--!", "!MQ--", "1!4!MR--",
		"1!4!M\nQ--", "1!3!MQ-", "1!4!gIAA", "1!!", "1!4!1!4!MQ--",
	} {
		if key, ok := odata.DecodeToken(text); ok {
			t.Errorf("%q was read as %q", text, key)
		}
	}
}
