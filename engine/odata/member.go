package odata

import "github.com/tidwall/gjson"

// Member walks from object to object by the names of members. The result does not exist when one is
// missing.
//
// gjson's own Get reads a path language, which brings encoding/json and 130 KB of WebAssembly with
// it. Nothing under engine/ or wasm/ calls it.
func Member(doc gjson.Result, names ...string) gjson.Result {
	for _, name := range names {
		var found gjson.Result
		if doc.IsObject() {
			doc.ForEach(func(key, value gjson.Result) bool {
				if key.String() == name {
					found = value
				}
				return !found.Exists()
			})
		}
		doc = found
	}
	return doc
}
