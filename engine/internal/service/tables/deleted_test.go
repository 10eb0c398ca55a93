package tables_test

import (
	"strings"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/internal/account"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// do sends one request with the headers that every client sends, and returns the status and the error code.
// url can be a path after the account.
func do(e *enginetest.Tables, method, url, body string) (status int, code string) {
	if strings.HasPrefix(url, "/") {
		url = enginetest.Base + url
	}
	req := wire.Request{Method: method, URL: url, Body: []byte(body)}
	req.Headers.Add("Accept", "application/json")
	req.Headers.Add("Content-Type", "application/json")
	if method == "DELETE" {
		req.Headers.Add("If-Match", "*")
	}
	response, _ := e.Do(req)
	return response.Status, gjson.GetBytes(response.Body, `odata\.error.code`).String()
}

// ok stands for no error code.
var ok fault.Code

func expect(t *testing.T, e *enginetest.Tables, method, url, body string, status int, code fault.Code) {
	t.Helper()
	if gotStatus, gotCode := do(e, method, url, body); gotStatus != status || gotCode != code.Name {
		t.Errorf("%s %s: got %d %q, want %d %q", method, url, gotStatus, gotCode, status, code)
	}
}

func TestTableBeingDeleted(t *testing.T) {
	const create, one = `{"TableName":"Orders"}`, `{"PartitionKey":"a","RowKey":"1"}`
	var skipped time.Duration
	e := enginetest.New(t, func(o *account.Options) {
		clock := o.Clock
		o.Clock = func() table.Ticks { return clock() + table.Ticks(skipped/100) }
	})
	expect(t, e, "POST", "/Tables", create, 201, ok)
	expect(t, e, "POST", "/Orders", one, 201, ok)
	expect(t, e, "DELETE", "/Tables('ORDERS')", "", 204, ok)

	uses := []struct {
		method, path, body string
		status             int
		code               fault.Code // once the table is gone
	}{
		{"GET", "/Tables('Orders')", "", 404, fault.ResourceNotFound},
		{"DELETE", "/Tables('Orders')", "", 404, fault.ResourceNotFound},
		{"GET", "/orders()", "", 404, fault.TableNotFound},
		{"GET", "/Orders(PartitionKey='a',RowKey='1')", "", 404, fault.TableNotFound},
		{"POST", "/Orders", one, 404, fault.TableNotFound},
		{"PUT", "/Orders(PartitionKey='a',RowKey='1')", `{}`, 404, fault.TableNotFound},
		{"DELETE", "/Orders(PartitionKey='a',RowKey='1')", "", 404, fault.TableNotFound},
		{"POST", "/Tables", create, 201, ok},
	}
	for _, use := range uses {
		expect(t, e, use.method, use.path, use.body, 409, fault.TableBeingDeleted)
	}
	skipped = 41 * time.Second
	for _, use := range uses {
		expect(t, e, use.method, use.path, use.body, use.status, use.code)
	}
	expect(t, e, "GET", "/Orders(PartitionKey='a',RowKey='1')", "", 404, fault.ResourceNotFound)
}

func TestTableNames(t *testing.T) {
	e := enginetest.New(t, nil)
	for _, c := range []struct {
		name   string
		status int
		code   fault.Code
	}{
		{"abc", 201, ok},
		{"ABC", 409, fault.TableAlreadyExists},
		{strings.Repeat("a", 63), 201, ok},
		{strings.Repeat("a", 64), 400, fault.OutOfRangeInput},
		{"ab", 400, fault.OutOfRangeInput},
		{"", 400, fault.OutOfRangeInput},
		{"a-b", 400, fault.InvalidResourceName},
		{"1ab", 400, fault.InvalidResourceName},
		{"naïve", 400, fault.InvalidResourceName},
		{"Tables", 400, fault.InvalidInput},
	} {
		expect(t, e, "POST", "/Tables", `{"TableName":"`+c.name+`"}`, c.status, c.code)
	}
}

func TestAuthorize(t *testing.T) {
	refused := fault.Refused(fault.AuthenticationFailed, "")
	e := enginetest.New(t, func(o *account.Options) {
		o.Authorize = func(_ grant.Service, r wire.Request, _ table.Ticks) (grant.Grant, error) {
			switch {
			case strings.Contains(r.URL, "Secret"):
				return grant.Grant{}, refused
			case strings.Contains(r.URL, "Broken"):
				panic("a broken host")
			default:
				return grant.Owner(), nil
			}
		}
	})
	expect(t, e, "GET", "/Tables", "", 200, ok)
	expect(t, e, "GET", "/Secret()", "", 403, fault.AuthenticationFailed)
	expect(t, e, "GET", "/Secret(", "", 403, fault.AuthenticationFailed)
	expect(t, e, "GET", "/Secret()?timeout=x", "", 403, fault.AuthenticationFailed)
	expect(t, e, "GET", "/Broken()", "", 500, fault.InternalError)
	expect(t, e, "GET", "/Tables", "", 200, ok)
}

// A write to a full account changes nothing, and the account keeps working.
func TestFull(t *testing.T) {
	e := enginetest.NewWithin(t, 400, nil)
	long := `{"PartitionKey":"a","RowKey":"2","Text":"` + strings.Repeat("x", 400) + `"}`
	expect(t, e, "POST", "/Tables", `{"TableName":"Orders"}`, 201, ok)
	expect(t, e, "POST", "/Orders", `{"PartitionKey":"a","RowKey":"1"}`, 201, ok)
	expect(t, e, "POST", "/Orders", long, 413, fault.AccountFull)
	expect(t, e, "GET", "/Orders(PartitionKey='a',RowKey='2')", "", 404, fault.ResourceNotFound)
	expect(t, e, "POST", "/Orders", `{"PartitionKey":"a","RowKey":"3"}`, 201, ok)
	expect(t, e, "DELETE", "/Tables('Orders')", "", 204, ok)
}

// A write that another one overtakes doesn't set the Timestamp back.
func TestConcurrentOvertaken(t *testing.T) {
	began, release := make(chan bool), make(chan bool)
	e := enginetest.New(t, func(o *account.Options) {
		o.Authorize = func(_ grant.Service, r wire.Request, _ table.Ticks) (grant.Grant, error) {
			if strings.HasSuffix(r.URL, "?slow") {
				began <- true
				<-release
			}
			return grant.Owner(), nil
		}
	})
	const one = "/Orders(PartitionKey='a',RowKey='1')"
	timestamp := func() table.Ticks {
		t.Helper()
		req := wire.Request{Method: "GET", URL: enginetest.Base + one}
		req.Headers.Add("Accept", "application/json")
		response, _ := e.Do(req)
		at, ok := table.ParseTicks(gjson.GetBytes(response.Body, "Timestamp").String())
		if !ok {
			t.Fatalf("no Timestamp in %s", response.Body)
		}
		return at
	}
	expect(t, e, "POST", "/Tables", `{"TableName":"Orders"}`, 201, ok)
	slow := make(chan int)
	go func() {
		status, _ := do(e, "PUT", one+"?slow", `{"N":1}`)
		slow <- status
	}()
	<-began
	expect(t, e, "PUT", one, `{"N":2}`, 204, ok)
	before := timestamp()
	release <- true
	if status := <-slow; status != 204 {
		t.Fatalf("the slow write was answered with %d", status)
	}
	if after := timestamp(); after <= before {
		t.Errorf("the Timestamp went from %v to %v", before, after)
	}
}
