package tables_test

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/wire"
)

// TestLimits inserts entities at each limit, and just over it.
func TestLimits(t *testing.T) {
	text := func(n int) string { return `"T":"` + strings.Repeat("x", n) + `"` }
	binary := func(n int) string {
		return `"B@odata.type":"Edm.Binary","B":"` + base64.StdEncoding.EncodeToString(make([]byte, n)) + `"`
	}
	for name, c := range map[string]struct {
		properties string
		code       fault.Code
	}{
		"252 properties":            {members(numbered(252)), ok},
		"253 properties":            {members(numbered(253)), fault.TooManyProperties},
		"text of 32,768 characters": {text(1 << 15), ok},
		"text of 32,769 characters": {text(1<<15 + 1), fault.PropertyValueTooLarge},
		"half as many emoji":        {`"T":"` + strings.Repeat("😀", 1<<14) + `"`, ok},
		"one emoji more": {`"T":"` + strings.Repeat("😀", 1<<14+1) + `"`,
			fault.PropertyValueTooLarge},
		"binary of 65,536 bytes": {binary(1 << 16), ok},
		"binary of 65,537 bytes": {binary(1<<16 + 1), fault.PropertyValueTooLarge},
		"a name of 255":          {`"` + strings.Repeat("n", 255) + `":1`, ok},
		"a name of 256":          {`"` + strings.Repeat("n", 256) + `":1`, fault.PropertyNameTooLong},
		"1 MiB":                  {members(large(1 << 20)), ok},
		"1 MiB and a byte":       {members(large(1<<20 + 1)), fault.EntityTooLarge},
	} {
		t.Run(name, func(t *testing.T) {
			e := enginetest.New(t, nil)
			expect(t, e, "POST", "/Tables", `{"TableName":"Orders"}`, 201, ok)
			status := 201
			if c.code != ok {
				status = 400
			}
			expect(t, e, "POST", "/Orders", `{"PartitionKey":"p","RowKey":"r",`+c.properties+`}`, status,
				c.code)
		})
	}
}

// members returns the inside of a JSON object.
func members(body string) string { return body[1 : len(body)-1] }

// large returns a body for an entity of total bytes, with the keys p and r. The keys and the entity itself
// count 8 bytes, and each binary property 8 + 4 + 4 plus its value.
func large(total int) string {
	var b strings.Builder
	left := total - 8
	for i := 10; left > 0; i++ {
		n := min(left-16, 1<<16)
		if left-16-n < 17 && left-16-n > 0 {
			n -= 100 // leave room for one more
		}
		fmt.Fprintf(&b, `,"%c%c@odata.type":"Edm.Binary","%c%c":"%s"`, 'A'+i/26, 'a'+i%26, 'A'+i/26, 'a'+i%26,
			base64.StdEncoding.EncodeToString(make([]byte, n)))
		left -= 16 + n
	}
	return "{" + b.String()[1:] + "}"
}

// TestLimitsOfMerge: limits apply to the merged entity, and a refused merge changes nothing.
func TestLimitsOfMerge(t *testing.T) {
	const one = "/Orders(PartitionKey='p',RowKey='r')"
	for name, c := range map[string]struct {
		before, fits, over string
		code               fault.Code
	}{
		"properties": {numbered(251), `{"Q":"x","P0":2}`, `{"R":1}`, fault.TooManyProperties},
		// A string counts 8, 2 for its name Q, 4, and 2 for each character.
		"size": {large(1<<20 - 16), `{"Q":"x"}`, `{"Q":"xx"}`, fault.EntityTooLarge},
	} {
		t.Run(name, func(t *testing.T) {
			e := populated(t)
			expect(t, e, "PUT", one, c.before, 204, ok)
			expect(t, e, "PATCH", one, c.fits, 204, ok)
			before := e.Digest()
			expect(t, e, "PATCH", one, c.over, 400, c.code)
			if e.Digest() != before {
				t.Error("the merge that was refused changed something")
			}
			expect(t, e, "PATCH", one, `{"Q":""}`, 204, ok)
		})
	}
}

// TestLimitsOfKeys: keys are measured in UTF-16 code units, and an emoji has two.
func TestLimitsOfKeys(t *testing.T) {
	e := populated(t)
	for _, c := range []struct {
		key    string
		status int
		code   fault.Code
	}{
		{strings.Repeat("k", 512), 201, ok},
		{strings.Repeat("😀", 256), 201, ok},
		{strings.Repeat("k", 513), 400, fault.PropertyValueTooLarge},
		{strings.Repeat("😀", 256) + "k", 400, fault.PropertyValueTooLarge},
	} {
		expect(t, e, "POST", "/Orders", `{"PartitionKey":"`+c.key+`","RowKey":"r"}`, c.status, c.code)
		expect(t, e, "POST", "/Orders", `{"PartitionKey":"p","RowKey":"`+c.key+`"}`, c.status, c.code)
		status, found := 204, 200
		if c.code != ok {
			status, found = 400, 404
		}
		path := "/Orders(PartitionKey='p',RowKey='" + wire.Escape(c.key, "") + "')"
		expect(t, e, "PUT", path, `{}`, status, c.code)
		if found == 200 {
			expect(t, e, "GET", path, "", 200, ok)
		} else {
			expect(t, e, "GET", path, "", 404, fault.ResourceNotFound)
			expect(t, e, "DELETE", path, "", 404, fault.ResourceNotFound)
		}
	}
}

// TestLimitsOfBodies pads a body and a transaction with spaces to 4 MiB, and to one byte more.
func TestLimitsOfBodies(t *testing.T) {
	e := populated(t)
	for _, request := range []string{"POST /Orders\n\n{\"PartitionKey\":\"p\",\"RowKey\":\"s\"}",
		envelope(insert("t"))} {
		req := sent(request)
		req.Body = append(req.Body, strings.Repeat(" ", 4<<20-len(req.Body))...)
		over := req
		over.Body = append(slices.Clone(req.Body), ' ')
		if response, _ := e.Do(over); response.Status != 413 {
			t.Errorf("4 MiB and a byte: got %d %s", response.Status, response.Body)
		}
		if response, _ := e.Do(req); response.Status >= 300 ||
			strings.Contains(string(response.Body), "odata.error") {
			t.Errorf("4 MiB: got %d %.300s", response.Status, response.Body)
		}
	}
}

// TestLimitsOfOptions: $select can have 255 different names, and $top is from 0 to 1,000.
func TestLimitsOfOptions(t *testing.T) {
	e := populated(t)
	names := strings.ReplaceAll(members(strings.ReplaceAll(numbered(255), ":1", "")), `"`, "")
	for _, path := range []string{"/Orders()", "/Orders(PartitionKey='p',RowKey='r')"} {
		expect(t, e, "GET", path+"?$select="+names, "", 200, ok)
		expect(t, e, "GET", path+"?$select="+names+",P0", "", 200, ok)
		expect(t, e, "GET", path+"?$select="+names+",Q", "", 400, fault.InvalidInput)
	}
	for _, path := range []string{"/Orders()", "/Tables"} {
		for top, status := range map[string]int{
			"0": 200, "1": 200, "1000": 200, "1001": 400, "-1": 400, "1.5": 400, "five": 400, "": 400,
		} {
			code := ok
			if status == 400 {
				code = fault.InvalidInput
			}
			expect(t, e, "GET", path+"?$top="+top, "", status, code)
		}
	}
}
