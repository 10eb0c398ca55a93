package main

import (
	"strings"

	"github.com/rowkey/rowkey/engine"
)

// room is the limit of keys and entities, in bytes. A Durable Object has 128 MB of memory. In measurements
// with entities of various sizes, an account that was full used up to 83 MB of it.
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
