package script_test

import "testing"

// TestExpectationErrors has a script for each thing that can be wrong after # @expect.
func TestExpectationErrors(t *testing.T) {
	for _, m := range []mistake{
		{
			"# @expect\nGET {{host}}/a",
			"1:10: Expected a subject after # @expect. | Subjects: status, header, body, rows, error, plan, " +
				"cost.entitiesRead, cost.entitiesReturned, cost.entitiesWritten, cost.pages, cost.transactions, " +
				"cost.bytes, cost.bytesRead, cost.bytesWritten, total.transactions.",
		},
		{
			"# @expect sttus == 200\nGET {{host}}/a",
			"1:11: Expected a subject after # @expect, found \"sttus\". | Did you mean status?",
		},
		{
			"# @expect cost == 200\nGET {{host}}/a",
			"1:11: Expected a subject after # @expect, found \"cost\". | Subjects: status, header, body, rows, " +
				"error, plan, cost.entitiesRead, cost.entitiesReturned, cost.entitiesWritten, cost.pages, " +
				"cost.transactions, cost.bytes, cost.bytesRead, cost.bytesWritten, total.transactions.",
		},
		{
			"# @expect cost.pagess == 200\nGET {{host}}/a",
			"1:11: Expected a subject after # @expect, found \"cost.pagess\". | Did you mean cost.pages?",
		},
		{
			"# @expect header == x\nGET {{host}}/a",
			"1:18: Expected the name of a header, found \"==\". | Write header ETag exists.",
		},
		{
			"# @expect header\nGET {{host}}/a",
			"1:17: Expected the name of a header. | Write header ETag exists.",
		},
		{
			"# @expect header A:B == x\nGET {{host}}/a",
			"1:18: Expected the name of a header, found \"A:B\". | Write header ETag exists.",
		},
		{
			"# @expect status = 200\nGET {{host}}/a",
			"1:18: Expected an operator after status, found \"=\". | Write ==.",
		},
		{
			"# @expect status === 200\nGET {{host}}/a",
			"1:18: Expected an operator after status, found \"===\". | Write ==.",
		},
		{
			"# @expect status =< 200\nGET {{host}}/a",
			"1:18: Expected an operator after status, found \"=<\". | Write <=.",
		},
		{
			"# @expect status is 200\nGET {{host}}/a",
			"1:18: Expected an operator after status, found \"is\". | Write ==.",
		},
		{
			"# @expect body contans x\nGET {{host}}/a",
			"1:16: Expected an operator after body, found \"contans\". | Did you mean contains?",
		},
		{
			"# @expect body startsWith x\nGET {{host}}/a",
			"1:16: Expected an operator after body, found \"startsWith\". | Write matches, with * for any characters.",
		},
		{
			"# @expect header ETag\nGET {{host}}/a",
			"1:22: Expected an operator after header ETag. | Operators: ==, !=, <, <=, >, >=, contains, matches, " +
				"exists, !exists.",
		},
		{
			"# @expect header ETag !exist\nGET {{host}}/a",
			"1:23: Expected an operator after header ETag, found \"!exist\". | Did you mean !exists?",
		},
		{
			"# @expect status 200\nGET {{host}}/a",
			"1:18: Expected an operator after status, found \"200\". | Operators: ==, !=, <, <=, >, >=, contains, " +
				"matches, exists, !exists.",
		},
		{
			"# @expect status ==\nGET {{host}}/a",
			"1:20: Expected a value after ==. | Write \"\" for an empty string.",
		},
		{
			"# @expect status == OK\nGET {{host}}/a",
			"1:21: Expected a number after status ==, found \"OK\".",
		},
		{
			"# @expect rows > many\nGET {{host}}/a",
			"1:18: Expected a number after rows >, found \"many\".",
		},
		{
			"# @expect cost.bytes <= \"\"\nGET {{host}}/a",
			"1:25: Expected a number after cost.bytes <=, found \"\".",
		},
		{
			"# @expect status exists\nGET {{host}}/a",
			"1:18: There is always a status. | Compare it with a number.",
		},
		{
			"# @expect header ETag exists now\nGET {{host}}/a",
			"1:30: Expected nothing after exists, found \"now\".",
		},
		{
			"# @expect plan == rnge\nGET {{host}}/a",
			"1:19: There is no plan \"rnge\". | Did you mean range?",
		},
		{
			"# @expect plan == row-range\nGET {{host}}/a",
			"1:19: There is no plan \"row-range\". | Plans: point, range, partition-scan, " +
				"partition-range-scan, table-scan.",
		},
		{
			"# @expect plan == index\nGET {{host}}/a",
			"1:19: There is no plan \"index\". | Plans: point, range, partition-scan, " +
				"partition-range-scan, table-scan.",
		},
		{
			"# @expect plan < range\nGET {{host}}/a",
			"1:16: Plans have no order. | Use == or !=.",
		},
		{
			"# @expect body $. == 1\nGET {{host}}/a",
			"1:17: Expected a name after the dot of a path. | Write a path such as $.value[0].RowKey.",
		},
		{
			"# @expect body $.a[ == 1\nGET {{host}}/a",
			"1:19: Expected a number, * or a name in quotes in the [ ] of a path. | Write $.value[0], $.value[*] " +
				"or $['odata.error'].",
		},
		{
			"# @expect body $.a[x] == 1\nGET {{host}}/a",
			"1:19: Expected a number, * or a name in quotes in the [ ] of a path. | Write $.value[0], $.value[*] " +
				"or $['odata.error'].",
		},
		{
			"# @expect body $.a['x == 1\nGET {{host}}/a",
			"1:19: The ['…'] of a path isn't closed. | Write $['odata.error'].code.",
		},
		{
			"# @expect body $.a[-1] == 1\nGET {{host}}/a",
			"1:19: Expected a number, * or a name in quotes in the [ ] of a path. | Write $.value[0], $.value[*] " +
				"or $['odata.error'].",
		},
		{
			"# @expect body $.a[*].b[*] == 1\nGET {{host}}/a",
			"1:27: A path can have only one [*].",
		},
		{
			"# @expect body $.odata.error.code == x\nGET {{host}}/a",
			"1:23: A name that contains a dot can't follow a dot. | Write $['odata.error'].code.",
		},
		{
			"# @expect body value == 1\nGET {{host}}/a",
			"1:16: Expected an operator after body, found \"value\". | Operators: ==, !=, <, <=, >, >=, contains, " +
				"matches, exists, !exists.",
		},
		{
			"# @expect body $.a b == 1\nGET {{host}}/a",
			"1:20: Expected an operator after body $.a, found \"b\". | Operators: ==, !=, <, <=, >, >=, contains, " +
				"matches, exists, !exists.",
		},
		{
			"# @expect status == {{x}}\nGET {{host}}/a",
			"1:21: There is no variable x. | Define it above: @x = value.",
		},
	} {
		m.check(t)
	}
}
