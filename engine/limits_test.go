package engine_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/rowkey/rowkey/engine/enginetest"
	"github.com/rowkey/rowkey/engine/fault"
)

// TestLimits inserts entities that just fit and entities that just do not.
func TestLimits(t *testing.T) {
	text := func(n int) string { return `"T":"` + strings.Repeat("x", n) + `"` }
	binary := func(n int) string {
		return `"B@odata.type":"Edm.Binary","B":"` + base64.StdEncoding.EncodeToString(make([]byte, n)) + `"`
	}
	many := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `"P%d":1,`, i)
		}
		return strings.TrimSuffix(b.String(), ",")
	}
	// An entity with the keys p and r has 8 bytes, each of these binary properties 8 + 4 + 4 + n.
	large := func(total int) string {
		var b strings.Builder
		left := total - 8
		for i := 10; left > 0; i++ {
			n := min(left-16, 1<<16)
			if left-16-n < 17 && left-16-n > 0 {
				n -= 100 // leave room for one more
			}
			fmt.Fprintf(&b, `"%c%c@odata.type":"Edm.Binary","%c%c":"%s",`, 'A'+i/26, 'a'+i%26, 'A'+i/26, 'a'+i%26,
				base64.StdEncoding.EncodeToString(make([]byte, n)))
			left -= 16 + n
		}
		return strings.TrimSuffix(b.String(), ",")
	}
	for name, c := range map[string]struct {
		properties string
		code       fault.Code
	}{
		"252 properties":            {many(252), ""},
		"253 properties":            {many(253), fault.TooManyProperties},
		"text of 32,768 characters": {text(1 << 15), ""},
		"text of 32,769 characters": {text(1<<15 + 1), fault.PropertyValueTooLarge},
		"half as many emoji":        {`"T":"` + strings.Repeat("😀", 1<<14) + `"`, ""},
		"one emoji more":            {`"T":"` + strings.Repeat("😀", 1<<14+1) + `"`, fault.PropertyValueTooLarge},
		"binary of 65,536 bytes":    {binary(1 << 16), ""},
		"binary of 65,537 bytes":    {binary(1<<16 + 1), fault.PropertyValueTooLarge},
		"a name of 255":             {`"` + strings.Repeat("n", 255) + `":1`, ""},
		"a name of 256":             {`"` + strings.Repeat("n", 256) + `":1`, fault.PropertyNameTooLong},
		"1 MiB":                     {large(1 << 20), ""},
		"1 MiB and a byte":          {large(1<<20 + 1), fault.EntityTooLarge},
	} {
		t.Run(name, func(t *testing.T) {
			e := enginetest.New(t, nil)
			expect(t, e, "POST", "/Tables", `{"TableName":"Orders"}`, 201, "")
			status := 201
			if c.code != "" {
				status = 400
			}
			expect(t, e, "POST", "/Orders", `{"PartitionKey":"p","RowKey":"r",`+c.properties+`}`, status, c.code)
		})
	}
}
