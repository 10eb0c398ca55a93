package endpoint

import (
	"fmt"

	"github.com/rowkey/rowkey/engine"
)

// words says how much an account contains. It leaves out messages and blobs if there are none.
func words(c engine.Contents) string {
	text := count(c.Tables, "table", "tables") + " with " + count(c.Entities, "entity", "entities")
	if c.Messages > 0 {
		text += ", " + count(c.Messages, "message", "messages")
	}
	if c.Blobs > 0 {
		text += ", " + count(c.Blobs, "blob", "blobs")
	}
	return text
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
