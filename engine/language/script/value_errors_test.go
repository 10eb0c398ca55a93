package script_test

import "testing"

// TestValueErrors has a script for each thing that can be wrong between {{ and }}.
func TestValueErrors(t *testing.T) {
	const format = `Write "YYYY-MM-DD[T]HH:mm:ss" or parts of it, without spaces. Put other text in [ ].`
	for _, m := range []mistake{
		{
			"GET {{host}}/{{}}",
			"1:14: Expected a name between {{ and }}. | Write {{host}}, a variable or a $helper.",
		},
		{
			"GET {{host}}/{{ custmer }}\n###\nGET {{host}}/a",
			"1:14: There is no variable custmer. | Define it above: @custmer = value.",
		},
		{
			"@customer = 1\nGET {{host}}/{{custmer}}",
			"2:14: There is no variable custmer. | Did you mean customer?",
		},
		{
			"@a = {{b}}\n@b = 1\nGET {{host}}/{{a}}",
			"1:6: The variable b is used before it is defined, on line 2. | Move @b = … up.",
		},
		{
			"GET {{host}}/{{b}}\n###\n@b = 1\nGET {{host}}/{{b}}",
			"1:14: The variable b is used before it is defined, on line 3. | Move @b = … up.",
		},
		{
			"@b = {{b}}\nGET {{host}}/{{b}}",
			"1:6: The variable b is used before it is defined, on line 1. | Move @b = … up.",
		},
		{
			"GET {{host}}/{{a + 1}}",
			"1:14: Expected a variable, a $helper or NAME.response… between {{ and }}, found \"a + 1\". | " +
				"JavaScript isn't run here.",
		},
		{
			"GET {{host}}/{{x.y}}",
			"1:14: Expected a header or a path after \"x\". | Write {{x.response.headers.ETag}} or " +
				"{{x.response.body.$.RowKey}}.",
		},
		{
			"GET {{host}}/{{x.request.body}}",
			"1:14: Expected a header or a path after \"x\". | Write {{x.response.headers.ETag}} or " +
				"{{x.response.body.$.RowKey}}.",
		},
		{
			"GET {{host}}/{{x.response.body}}",
			"1:14: Expected a header or a path after \"x\". | Write {{x.response.headers.ETag}} or " +
				"{{x.response.body.$.RowKey}}.",
		},
		{
			"GET {{host}}/{{x.response.headers.}}",
			"1:14: Expected a header or a path after \"x\". | Write {{x.response.headers.ETag}} or " +
				"{{x.response.body.$.RowKey}}.",
		},
		{
			"GET {{host}}/{{x.response.body.a}}",
			"1:14: Expected a path that begins with $. | Write a path such as $.value[0].RowKey.",
		},
		{
			"GET {{host}}/{{x.response.body.$.a }}\n###\n# @name y\nGET {{host}}/y",
			"1:14: No request is called x. | Write # @name x above the request you mean.",
		},
		{
			"GET {{host}}/{{x.response.body.$.a b}}",
			"1:14: Expected the end of the path before \" b\". | Write a path such as $.value[0].RowKey.",
		},
		{
			"# @name yy\nGET {{host}}/y\n###\nGET {{host}}/{{y.response.headers.ETag}}",
			"4:14: No request is called y. | Write # @name y above the request you mean.",
		},
		{
			"GET {{host}}/{{$pad {{a}} 5}}",
			"1:14: A {{ }} can't contain another. | A helper takes $index and variables by name: {{$pad $index 5}}.",
		},
		{
			"GET {{host}}/{{$}}",
			"1:14: There is no helper $. | Helpers: $index, $guid, $uuid, $randomInt, $timestamp, $datetime, $pad, " +
				"$invertedTicks, $shard, $sas.",
		},
		{
			"GET {{host}}/{{$giud}}",
			"1:14: There is no helper $giud. | Did you mean $guid?",
		},
		{
			"GET {{host}}/{{$now}}",
			"1:14: There is no helper $now. | Helpers: $index, $guid, $uuid, $randomInt, $timestamp, $datetime, " +
				"$pad, $invertedTicks, $shard, $sas.",
		},
		{
			"GET {{host}}/{{$guid 1}}",
			"1:14: Wrong arguments after $guid. | Write {{$guid}}.",
		},
		{
			"GET {{host}}/{{$index}}",
			"1:14: $index has a value only in a request with # @loop. | Write # @loop for 10 above the request line.",
		},
		{
			"# @loop for 2\nGET {{host}}/{{$index-1}}",
			"2:14: Expected * / or % and a number after $index, with + and a number last, found \"$index-1\". | " +
				"Write $index%10+1, with numbers from 1 to 1000000.",
		},
		{
			"# @loop for 2\nGET {{host}}/{{$index+1*2}}",
			"2:14: Expected * / or % and a number after $index, with + and a number last, found \"$index+1*2\". | " +
				"Write $index%10+1, with numbers from 1 to 1000000.",
		},
		{
			"# @loop for 2\nGET {{host}}/{{$index%0}}",
			"2:14: Expected * / or % and a number after $index, with + and a number last, found \"$index%0\". | " +
				"Write $index%10+1, with numbers from 1 to 1000000.",
		},
		{
			"# @loop for 2\nGET {{host}}/{{$index5}}",
			"2:14: Expected * / or % and a number after $index, with + and a number last, found \"$index5\". | " +
				"Write $index%10+1, with numbers from 1 to 1000000.",
		},
		{
			"# @loop for 2\nGET {{host}}/{{$index+}}",
			"2:14: Expected * / or % and a number after $index, with + and a number last, found \"$index+\". | " +
				"Write $index%10+1, with numbers from 1 to 1000000.",
		},
		{
			"# @loop for 2\nGET {{host}}/{{$index*1000001}}",
			"2:14: Expected * / or % and a number after $index, with + and a number last, found " +
				"\"$index*1000001\". | Write $index%10+1, with numbers from 1 to 1000000.",
		},
		{
			"# @loop for 2\nGET {{host}}/{{$indexed}}",
			"2:14: Expected * / or % and a number after $index, with + and a number last, found \"$indexed\". | " +
				"Write $index%10+1, with numbers from 1 to 1000000.",
		},
		{
			"# @loop for 2\nGET {{host}}/{{$pad $index% 5}}",
			"2:14: Expected * / or % and a number after $index, with + and a number last, found \"$index%\". | " +
				"Write $index%10+1, with numbers from 1 to 1000000.",
		},
		{
			"GET {{host}}/{{$index + 1}}",
			"1:14: $index has a value only in a request with # @loop. | Write # @loop for 10 above the request line.",
		},
		{
			"@i = {{$index}}\n# @loop for 2\nGET {{host}}/{{i}}",
			"1:6: $index has a value only in a request with # @loop. | Write # @loop for 10 above the request line.",
		},
		{
			"GET {{host}}/{{$pad $index 4}}",
			"1:14: $index has a value only in a request with # @loop. | Write # @loop for 10 above the request line.",
		},
		{
			"GET {{host}}/{{$pad 5}}",
			"1:14: Wrong arguments after $pad. | Write {{$pad 42 8}}.",
		},
		{
			"GET {{host}}/{{$pad x 5}}",
			"1:14: $pad takes a whole number and a width from 1 to 100000, found \"x 5\". | Write {{$pad 42 8}} " +
				"for 00000042.",
		},
		{
			"GET {{host}}/{{$pad 1 0}}",
			"1:14: $pad takes a whole number and a width from 1 to 100000, found \"1 0\". | Write {{$pad 42 8}} " +
				"for 00000042.",
		},
		{
			"GET {{host}}/{{$pad 1 100001}}",
			"1:14: $pad takes a whole number and a width from 1 to 100000, found \"1 100001\". | Write {{$pad 42 " +
				"8}} for 00000042.",
		},
		{
			"GET {{host}}/{{$randomInt 1}}",
			"1:14: $randomInt takes two numbers or none. | Write {{$randomInt 1 7}} for 1 to 6.",
		},
		{
			"GET {{host}}/{{$randomInt 7 1}}",
			"1:14: $randomInt takes two whole numbers, the smaller one first, found \"7 1\". | Write {{$randomInt " +
				"1 7}} for 1 to 6.",
		},
		{
			"GET {{host}}/{{$randomInt a b}}",
			"1:14: $randomInt takes two whole numbers, the smaller one first, found \"a b\". | Write {{$randomInt " +
				"1 7}} for 1 to 6.",
		},
		{
			"GET {{host}}/{{$datetime}}",
			"1:14: Wrong arguments after $datetime. | Write {{$datetime iso8601 2026-01-05T09:00:00Z 90 minutes}}.",
		},
		{
			"GET {{host}}/{{$datetime iso}}",
			"1:14: $datetime takes iso8601, rfc1123 or a format in quotes first, found \"iso\". | " + format,
		},
		{
			`GET {{host}}/{{$datetime "YYYY-MM-DD HH:mm"}}`,
			`1:14: $datetime takes iso8601, rfc1123 or a format in quotes first, found "YYYY-MM-DD. | ` + format,
		},
		{
			`GET {{host}}/{{$datetime ""}}`,
			`1:14: $datetime takes iso8601, rfc1123 or a format in quotes first, found "". | ` + format,
		},
		{`GET {{host}}/{{$datetime "YYYY-MM-DDTHH"}}`, "1:14: A date format has no T. | " + format},
		{`GET {{host}}/{{$datetime "YYYY["}}`, "1:14: A date format has no [. | " + format},
		{`GET {{host}}/{{$datetime "YY"}}`, "1:14: A date format has no YY. | " + format},
		{`GET {{host}}/{{$datetime "DDDD"}}`, "1:14: A date format has no DDDD. | " + format},
		{`GET {{host}}/{{$datetime "hh"}}`, "1:14: A date format has no hh. | " + format},
		{`GET {{host}}/{{$datetime "YYYY" today}}`,
			`1:14: Expected a date, found "today". | Write it as 2026-01-05T09:00:00Z.`},
		{
			"GET {{host}}/{{$datetime iso8601 today}}",
			"1:14: Expected a date, found \"today\". | Write it as 2026-01-05T09:00:00Z.",
		},
		{
			"GET {{host}}/{{$datetime iso8601 1 fortnight}}",
			"1:14: There is no unit of time \"fortnight\". | Units: years, months, weeks, days, hours, minutes, " +
				"seconds, milliseconds; or y M w d h m s ms.",
		},
		{
			"GET {{host}}/{{$datetime iso8601 one day}}",
			"1:14: Expected a number and a unit of time, found \"one day\". | Write 90 minutes or -1 d.",
		},
		{
			"GET {{host}}/{{$datetime iso8601 2000001 h}}",
			"1:14: Expected a number and a unit of time, found \"2000001 h\". | Write 90 minutes or -1 d.",
		},
		{
			"GET {{host}}/{{$datetime iso8601 9999-12-31 1 d}}",
			"1:14: The date is outside the years 1 to 9999.",
		},
		{
			"GET {{host}}/{{$timestamp 1}}",
			"1:14: Expected a date, found \"1\". | Write it as 2026-01-05T09:00:00Z.",
		},
		{
			"GET {{host}}/{{$invertedTicks 2026-13-01}}",
			"1:14: Expected a date, found \"2026-13-01\". | Write it as 2026-01-05T09:00:00Z.",
		},
		{
			"GET {{host}}/{{$shard a}}",
			"1:14: Wrong arguments after $shard. | Write {{$shard customer-0042 16}}.",
		},
		{
			"GET {{host}}/{{$shard a 0}}",
			"1:14: $shard takes a key and a number of shards from 1 to 100, found \"0\". | Write {{$shard " +
				"customer-0042 16}} for 00 to 15.",
		},
		{
			"GET {{host}}/{{$shard a 101}}",
			"1:14: $shard takes a key and a number of shards from 1 to 100, found \"101\". | Write {{$shard " +
				"customer-0042 16}} for 00 to 15.",
		},
		{
			"GET {{host}}/a?{{$sas}}",
			"1:16: Wrong arguments after $sas. | Write {{$sas tn=Orders sp=r se=+1h}}.",
		},
		{
			"GET {{host}}/a?{{$sas tn=a sq=r}}",
			"1:16: A token has no such field, found \"sq\". | Fields: tn queue container blob ss srt sp st se si " +
				"spk srk epk erk sip spr sv.",
		},
	} {
		m.check(t)
	}
}
