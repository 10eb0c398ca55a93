package model_test

import (
	"net/url"
	"strings"
)

// flaws are bodies that every write refuses, and insertFlaws those that only inserts refuse.
var (
	flaws = []flaw{
		{instead: `{"A":`, fault: unreadable},
		{instead: `[]`, fault: unreadable},
		{members: `"Z":{}`, fault: unreadable},
		{members: `"Z@odata.type":"Edm.Int64","Z":"9223372036854775808"`, fault: unreadable},
		{members: `"Z@odata.type":"Edm.Int32","Z":"2147483648"`, fault: unreadable},
		{members: `"Z@odata.type":"Edm.Guid","Z":"a455c695"`, fault: unreadable},
		{members: `"Z@odata.type":"Edm.Binary","Z":"?"`, fault: unreadable},
		{members: `"Z@odata.type":"Edm.Float","Z":"1"`, fault: unreadable},
		{members: `"Z":1,"Z":2`, fault: fault{code: "DuplicatePropertiesSpecified"}},
		{members: `"1Z":1`, fault: fault{code: "PropertyNameInvalid"}},
		{members: `"` + strings.Repeat("n", 256) + `":1`, fault: fault{code: "PropertyNameTooLong"}},
		{members: `"Z":"1600-12-31T23:59:59Z","Z@odata.type":"Edm.DateTime"`, fault: fault{
			code: "OutOfRangeInput", text: "The 'Z' parameter of value '12/31/1600 23:59:59' is out of range.",
		}},
	}
	insertFlaws = []flaw{
		{noRow: true, fault: fault{code: "PropertiesNeedValue"}},
		{noRow: true, members: `"RowKey":null`, fault: fault{code: "PropertiesNeedValue"}},
		{noRow: true, members: `"RowKey":5`, fault: fault{code: "InvalidInput"}},
		{members: `"RowKey@odata.type":"Edm.Guid"`, fault: fault{code: "InvalidInput"}},
	}
	unreadable = fault{code: "InvalidInput", text: "An error occurred while processing this request."}
)

// refusals are requests that are always refused.
var refusals = func() (all []op) {
	invalid, missing := fault{code: "InvalidInput"}, fault{code: "NotImplemented"}
	query := func(f fault, option, text string) {
		all = append(all, refusal{"GET", "/Alpha()?" + option + "=" + url.QueryEscape(text), "", f})
	}
	for _, top := range []string{"-1", "1001", "ten"} {
		query(invalid, "$top", top)
	}
	query(invalid, "$filter", "A eq null")
	query(invalid, "$filter", "null ne A")
	query(fault{code: "InvalidInput", text: "The operator 'LessThan' is not supported for the 'null' literal; " +
		"only equality checks are supported."}, "$filter", "A lt null")
	query(fault{code: "InvalidInput", text: "Syntax error at position 23 in 'property1 eq 1'invalid''."},
		"$filter", "property1 eq 1'invalid'")
	for _, broken := range []string{"A eq", "(A eq 1", "A eq 'x", "A eq guid'1'", "eq 1", "A eq 1 and"} {
		query(fault{code: "InvalidInput", text: "-"}, "$filter", broken)
	}
	for _, unknown := range []string{"startswith(A,'a')", "A eq B", "1 eq 1", "A add 1 eq 2"} {
		query(missing, "$filter", unknown)
	}
	query(missing, "$orderby", "A")
	query(invalid, "$select", "1A")
	query(invalid, "NextPartitionKey", "Smith")
	query(invalid, "NextPartitionKey=1!12!Q2FiUXVlcnk-&NextRowKey", "")
	return append(all, refusal{"POST", "/$batch", "nothing", invalid})
}()
