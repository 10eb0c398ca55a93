package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/rowkey/rowkey/engine/enginetest"
	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/wire"
)

// TestOrderOfChecks gives requests with more than one fault, and the one that is told: of what was
// sent before of what is stored, of a table before of its entities.
func TestOrderOfChecks(t *testing.T) {
	e := enginetest.New(t, nil)
	expect(t, e, "POST", "/Tables", `{"TableName":"Orders"}`, 201, "")
	expect(t, e, "POST", "/Orders", `{"PartitionKey":"p","RowKey":"r"}`, 201, "")
	const here, gone, nowhere = "/Orders(PartitionKey='p',RowKey='r')", "/Orders(PartitionKey='p',RowKey='x')", "/None(PartitionKey='p',RowKey='r')"
	long := "/Orders(PartitionKey='p',RowKey='" + strings.Repeat("k", 513) + "')"
	large := `{"A":"` + strings.Repeat("x", 32769) + `"}`
	many := `{"P":1`
	for n := range 252 {
		many += fmt.Sprintf(`,"P%d":1`, n)
	}
	many += "}"
	const stale = `W/"x"`
	for _, c := range []struct {
		method, path string
		ifMatch      []string
		body         string
		code         fault.Code
	}{
		{"PUT", nowhere, []string{"*"}, large, fault.TableNotFound},
		{"PUT", nowhere, []string{"x"}, large, fault.InvalidInput},
		{"PUT", nowhere, []string{"*"}, `{`, fault.InvalidInput},
		{"PUT", gone, []string{"*"}, large, fault.PropertyValueTooLarge},
		{"PATCH", gone, []string{"*"}, many, fault.TooManyProperties},
		{"PUT", here, []string{stale}, large, fault.PropertyValueTooLarge},
		{"PATCH", here, []string{stale}, many, fault.TooManyProperties},
		{"PATCH", long, []string{"*"}, `{}`, fault.PropertyValueTooLarge},
		{"PUT", gone, []string{stale}, `{}`, fault.ResourceNotFound},
		{"DELETE", gone, []string{stale}, "", fault.ResourceNotFound},
		{"DELETE", long, []string{"*"}, "", fault.ResourceNotFound},
		{"DELETE", nowhere, []string{stale}, "", fault.TableNotFound},
		{"DELETE", nowhere, nil, "", fault.InvalidInput},

		{"PUT", here, []string{stale}, `{}`, fault.UpdateConditionNotSatisfied},
		{"PUT", here, []string{`""`}, `{}`, fault.UpdateConditionNotSatisfied},
		{"PUT", here, []string{""}, `{}`, fault.InvalidInput},
		{"PUT", here, []string{`W/"x", W/"y"`}, `{}`, fault.InvalidInput},
		{"PUT", here, []string{`*, W/"y"`}, `{}`, fault.InvalidInput},
		{"PUT", here, []string{`w/"x"`}, `{}`, fault.InvalidInput},
		{"PUT", here, []string{`W/"x`}, `{}`, fault.InvalidInput},
		{"PUT", here, []string{"*", stale}, `{}`, fault.InvalidInput},
		{"PUT", here, []string{"*"}, `{}`, ""},
	} {
		req := wire.Request{Method: c.method, URL: enginetest.Base + c.path, Body: []byte(c.body)}
		req.Headers.Add("Content-Type", "application/json")
		for _, tag := range c.ifMatch {
			req.Headers.Add("If-Match", tag)
		}
		response, _ := e.Do(req)
		if got := gjson.GetBytes(response.Body, `odata\.error.code`).String(); got != string(c.code) {
			t.Errorf("%s %.40s if %q: got %d %q, want %q", c.method, c.path, c.ifMatch, response.Status, got, c.code)
		}
	}
}
