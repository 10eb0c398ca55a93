package tables_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/suites/enginetest"
	"github.com/rowkey/rowkey/engine/trace"
)

// operation writes one operation of a change set. The method may be followed by an If-Match.
func operation(method, url, body string) string {
	method, tag, conditional := strings.Cut(method, " ")
	text := "--c\nContent-Type: application/http\n\n" + method + " " + url +
		" HTTP/1.1\nAccept: application/json\n"
	if conditional {
		text += "If-Match: " + tag + "\n"
	}
	if body != "" {
		text += "Content-Type: application/json\n"
	}
	return text + "\n" + body + "\n"
}

func insert(rowKey string) string {
	return operation("POST", "Orders", `{"PartitionKey":"p","RowKey":"`+rowKey+`"}`)
}

// envelope writes the request that sends a change set.
func envelope(operations ...string) string {
	return "POST /$batch\nContent-Type: multipart/mixed; boundary=b\n\n" +
		"--b\nContent-Type: multipart/mixed; boundary=c\n\n" + strings.Join(operations, "") + "--c--\n--b--\n"
}

// transact sends a change set. It returns how many answers the reply has, and the code and message of the one
// that is an error.
func transact(e *enginetest.Tables, operations ...string) (parts int, code, text string, tr trace.Trace) {
	response, tr := e.Do(sent(envelope(operations...)))
	for line := range strings.Lines(string(response.Body)) {
		if strings.HasPrefix(line, "HTTP/1.1 ") {
			parts++
		}
		if found := gjson.Get(line, `odata\.error`); found.Exists() {
			code, text = found.Get("code").String(), found.Get("message.value").String()
		}
	}
	return parts, code, text, tr
}

// TestFaultsInTransactions makes the first, second or last of three operations fail, in many ways. The answer
// has its index, and nothing is written.
func TestFaultsInTransactions(t *testing.T) {
	e := enginetest.New(t, nil)
	expect(t, e, "POST", "/Tables", `{"TableName":"Orders"}`, 201, ok)
	expect(t, e, "POST", "/Tables", `{"TableName":"Bills"}`, 201, ok)
	expect(t, e, "POST", "/Orders", `{"PartitionKey":"p","RowKey":"there"}`, 201, ok)
	const there = "Orders(PartitionKey='p',RowKey='there')"
	for name, c := range map[string]struct {
		operation string
		code      fault.Code
	}{
		"conflict": {insert("there"), fault.EntityAlreadyExists},
		"missing": {operation("DELETE *", "Orders(PartitionKey='p',RowKey='none')", ""),
			fault.ResourceNotFound},
		"stale":          {operation(`DELETE W/"x"`, there, ""), fault.UpdateConditionNotSatisfied},
		"no etag":        {operation("DELETE", there, ""), fault.InvalidInput},
		"malformed etag": {operation("PUT x", there, `{}`), fault.InvalidInput},
		"malformed JSON": {operation("PUT", there, `{"A":`), fault.InvalidInput},
		"no RowKey":      {operation("POST", "Orders", `{"PartitionKey":"p"}`), fault.PropertiesNeedValue},
		"bad key":        {insert("a/b"), fault.OutOfRangeInput},
		"bad key in URL": {operation("PUT", "Orders(PartitionKey='p',RowKey='a%23b')", `{}`),
			fault.OutOfRangeInput},
		"bad path": {operation("PUT", "Orders(PartitionKey='p')", `{}`), fault.InvalidInput},
		"bad name": {operation("PUT", there, `{"1":1}`), fault.PropertyNameInvalid},
		"too large": {operation("PUT", there, `{"A":"`+strings.Repeat("x", 32769)+`"}`),
			fault.PropertyValueTooLarge},
		"a date too old": {operation("PUT", there, `{"A":"1500-01-01","A@odata.type":"Edm.DateTime"}`),
			fault.OutOfRangeInput},
		"a query":      {operation("GET", there, ""), fault.NotImplemented},
		"create table": {operation("POST", "Tables", `{"TableName":"Other"}`), fault.NotImplemented},
		"delete table": {operation("DELETE", "Tables('Bills')", ""), fault.NotImplemented},
		"a batch":      {operation("POST", "$batch", "x"), fault.NotImplemented},
		"another part": {operation("PUT", "Orders/A", `{}`), fault.InvalidInput},
		"method":       {operation("POST", there, `{}`), fault.MethodNotAllowed},
		"account":      {operation("PUT", "/contoso/"+there, `{}`), fault.InvalidURI},
	} {
		for at := range 3 {
			operations := []string{insert("0"), insert("1"), insert("2")}
			operations[at] = c.operation
			parts, code, text, tr := transact(e, operations...)
			if parts != 1 || code != c.code.Name || !strings.HasPrefix(text, fmt.Sprintf("%d:", at)) {
				t.Errorf("%s at %d: got %d parts, %s %s", name, at, parts, code, text)
			}
			if tr.Cost.EntitiesWritten != 0 || len(tr.Partitions) != 0 || len(tr.Touched) != 0 ||
				tr.Cost.Transactions != 1 {
				t.Errorf("%s at %d: the trace says %+v", name, at, tr)
			}
		}
	}
	checkOnly(t, e, "there")
	// The order of operations decides which one is at fault.
	elsewhere := operation("PUT", "Bills(PartitionKey='p',RowKey='1')", `{}`)
	for name, c := range map[string]struct {
		operations []string
		code       fault.Code
		index      string
	}{
		"another partition": {[]string{insert("0"), operation("PUT", "Orders(PartitionKey='q',RowKey='1')",
			`{}`)},
			fault.CommandsInBatchActOnDifferentPartitions, "1:"},
		"another table": {[]string{insert("0"), insert("1"), elsewhere},
			fault.CommandsInBatchActOnDifferentPartitions, "2:"},
		"another table yet": {[]string{elsewhere, insert("1")},
			fault.CommandsInBatchActOnDifferentPartitions, "1:"},
		"the same entity": {[]string{insert("0"), insert("1"),
			operation("DELETE *", "orders(PartitionKey='p',RowKey='0')", "")}, fault.InvalidDuplicateRow,
			"2:"},
		"no table": {[]string{operation("PUT", "None(PartitionKey='p',RowKey='1')", `{`),
			insert("1")}, fault.TableNotFound, "0:"},
	} {
		if parts, code, text, _ := transact(e, c.operations...); parts != 1 || code != c.code.Name ||
			!strings.HasPrefix(text, c.index) {
			t.Errorf("%s: got %d parts, %s %s", name, parts, code, text)
		}
	}
	checkOnly(t, e, "there")
}

// checkOnly checks that Orders has only one entity, and that the tables are the same as before.
func checkOnly(t *testing.T, e *enginetest.Tables, rowKey string) {
	t.Helper()
	layout := e.Layout("Orders")
	if len(layout.Partitions) != 1 || strings.Join(layout.Partitions[0].RowKeys, " ") != rowKey {
		t.Errorf("Orders holds %v", layout.Partitions)
	}
	if bills := e.Layout("Bills"); len(bills.Partitions) != 0 {
		t.Errorf("Bills holds %v", bills.Partitions)
	}
	expect(t, e, "GET", "/Tables('Bills')", "", 200, ok)
	expect(t, e, "GET", "/Tables('Other')", "", 404, fault.ResourceNotFound)
}

// TestTransactionOfOne: in a transaction of one operation, faults of stored data have no index, others do.
func TestTransactionOfOne(t *testing.T) {
	e := enginetest.New(t, nil)
	expect(t, e, "POST", "/Tables", `{"TableName":"Orders"}`, 201, ok)
	expect(t, e, "POST", "/Orders", `{"PartitionKey":"p","RowKey":"there"}`, 201, ok)
	for _, c := range []struct{ operation, text string }{
		{insert("there"), "The specified entity already exists.\n"},
		{operation("DELETE *", "Orders(PartitionKey='p',RowKey='none')", ""),
			"The specified resource does not exist.\n"},
		{operation("PUT", "None(PartitionKey='p',RowKey='r')", `{}`),
			"0:The table specified does not exist.\n"},
		{insert("a/b"), "0:The 'RowKey' parameter of value 'a/b' is out of range.\n"},
		{operation("POST", "Orders", `{"RowKey":"1"}`),
			"0:The values are not specified for all properties in the entity.\n"},
		{operation("PUT", "Orders(PartitionKey='p',RowKey='a%2Fb')", `{}`),
			"0:Bad Request - Error in query syntax.\n"},
		{insert("new"), ""},
	} {
		if _, _, text, _ := transact(e, c.operation); !strings.HasPrefix(text, c.text) ||
			(text == "") != (c.text == "") {
			t.Errorf("got %q, want %q", text, c.text)
		}
	}
}

// TestReplyLines: lines of a reply end in CR LF, whether those of the request do or not.
func TestReplyLines(t *testing.T) {
	e := populated(t)
	for _, request := range []string{envelope(insert("1"), insert("2")), envelope(insert("3"), insert("r"))} {
		head, body, _ := strings.Cut(request, "\n\n")
		for _, body := range []string{body, strings.ReplaceAll(body, "\n", "\r\n")} {
			response, _ := e.Do(sent(head + "\n\n" + body))
			text := strings.ReplaceAll(string(response.Body), "\r\n", "")
			if strings.ContainsAny(text, "\r\n") || !strings.HasSuffix(string(response.Body), "--\r\n") {
				t.Errorf("%d %q", response.Status, response.Body)
			}
		}
	}
}

func TestTransactionLength(t *testing.T) {
	e := enginetest.New(t, nil)
	expect(t, e, "POST", "/Tables", `{"TableName":"Orders"}`, 201, ok)
	var operations []string
	for i := range 101 {
		operations = append(operations, insert(fmt.Sprint(i)))
	}
	const want = "99:The batch request operation exceeds the maximum 100 changes per change set.\n"
	if parts, _, text, _ := transact(e, operations...); parts != 1 || !strings.HasPrefix(text, want) {
		t.Errorf("101 operations: %d parts, %s", parts, text)
	}
	parts, _, text, tr := transact(e, operations[:100]...)
	if parts != 100 || text != "" || tr.Cost.EntitiesWritten != 100 || tr.Cost.Transactions != 1 {
		t.Errorf("100 operations: %d parts, %s, %+v", parts, text, tr.Cost)
	}
}
