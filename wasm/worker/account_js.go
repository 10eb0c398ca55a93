package main

import (
	"strings"

	"github.com/rowkey/rowkey/engine"
)

// room is how many bytes of keys and entities the account takes. An object has 128 MB, and entities of
// whatever size have been seen to take up to 83 MB of them when they fill this room.
const room = 16 << 20

// open opens the account that the environment describes.
func open(environment func(string) string) (*engine.Account, error) {
	o := engine.Options{
		Name: environment("ROWKEY_ACCOUNT"), Keys: strings.Split(environment("ROWKEY_KEYS"), ":"),
		Admission: engine.Signed, Origins: strings.Fields(environment("ROWKEY_ORIGINS")), MaxBytes: room,
	}
	if environment("ROWKEY_UNSIGNED") == "allow" {
		o.Admission = engine.Unsigned
	}
	return engine.Open(o)
}
