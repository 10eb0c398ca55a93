package tables_test

import (
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/internal/format/errorbody"
)

// TestMethodsOfResources: every method on every resource. A minus is 405 MethodNotAllowed. All others are
// refused with 405 UnsupportedHttpVerb, whatever the resource is, except the OPTIONS of a preflight.
func TestMethodsOfResources(t *testing.T) {
	const entity = "/Orders(PartitionKey='p',RowKey='r')"
	methods := strings.Fields("GET HEAD POST PUT MERGE PATCH DELETE")
	for path, want := range map[string]string{
		"/Tables":           "QueryTables - CreateTable - - - -",
		"/Tables('Orders')": "QueryTable - - - - - DeleteTable",
		"/Orders":           "QueryEntities - InsertEntity - - - -",
		"/Orders()":         "QueryEntities - InsertEntity - - - -",
		entity: "QueryEntity - - InsertOrReplaceEntity InsertOrMergeEntity InsertOrMergeEntity " +
			"DeleteEntity",
		entity + "\nIf-Match: *": "QueryEntity - - UpdateEntity MergeEntity MergeEntity DeleteEntity",
		"/$batch":                "- - EntityGroupTransaction - - - -",
		"/$metadata":             "QueryMetadata - - - - - -",
	} {
		for i, want := range strings.Fields(want) {
			response, tr := populated(t).Do(sent(methods[i] + " " + path))
			got := tr.Operation
			code, _ := errorbody.Read(response.Body)
			if response.Status == 405 && (code == "MethodNotAllowed" || methods[i] == "HEAD") {
				got = "-" // the answer to a HEAD has no body
			}
			if got != want {
				t.Errorf("%s %s: got %q, %d, want %s", methods[i], path, got, response.Status, want)
			}
		}
		for _, method := range []string{"TRACE", "CONNECT", "QUERY", "get"} {
			response, _ := populated(t).Do(sent(method + " " + path))
			if code, _ := errorbody.Read(response.Body); code != "UnsupportedHttpVerb" || response.Status != 405 {
				t.Errorf("%s %s: got %d %s", method, path, response.Status, code)
			}
		}
	}
}
