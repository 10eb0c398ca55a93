package helper_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/rowkey/rowkey/engine/language/internal/runnertest"
	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/engine/table"
)

// value returns the value of an expression, with some variables defined, in the fifth iteration of a loop.
func value(t *testing.T, expression string) string {
	t.Helper()
	f := runnertest.Always(200, `{"a":[{"b":"x"},{"b":2}],"odata.error":{"code":"C"},"n":9007199254740993}`,
		"ETag", `W/"1"`)
	f.Clock = runnertest.Start() + 1234567
	runnertest.Run(t, f,
		"@customer = customer-0042\n@five = 5\n@two = {{five}}-{{customer}}\n# @name first\nGET {{host}}/1\n"+
			"###\n# @loop for 5\nPOST {{host}}/2\n\n"+expression)
	return string(f.Sent[len(f.Sent)-1].Body)
}

func TestValues(t *testing.T) {
	for expression, want := range map[string]string{
		"{{host}}":                runnertest.Host,
		"{{ customer }}":          "customer-0042",
		"a{{five}}b{{two}}c":      "a5b5-customer-0042c",
		"{ {five} } }} {":         "{ {five} } }} {",
		"{{$index}}":              "4",
		"{{$index+1}}":            "5",
		"{{ $index * 60 }}":       "240",
		"{{$index%3}}":            "1",
		"{{$index/3}}":            "1",
		"{{$index*7%10/2+100+1}}": "105",
		"{{$pad $index+1000 6}}":  "001004",
		"{{$datetime iso8601 2026-01-05 $index*15 minutes}}": "2026-01-05T01:00:00.000Z",
		"{{$pad 42 8}}":        "00000042",
		"{{$pad 123456 2}}":    "123456",
		"{{$pad $index five}}": "00004",
		"{{$timestamp}}":       "1767603600",
		"{{$timestamp -1 d}}":  "1767517200",

		"{{$datetime iso8601}}":                                     "2026-01-05T09:00:00.123Z",
		"{{$datetime rfc1123}}":                                     "Mon, 05 Jan 2026 09:00:00 GMT",
		"{{$datetime iso8601 1 y}}":                                 "2027-01-05T09:00:00.123Z",
		"{{$datetime iso8601 -1 month}}":                            "2025-12-05T09:00:00.123Z",
		"{{$datetime iso8601 2 weeks}}":                             "2026-01-19T09:00:00.123Z",
		"{{$datetime iso8601 26 h}}":                                "2026-01-06T11:00:00.123Z",
		"{{$datetime iso8601 $index s}}":                            "2026-01-05T09:00:04.123Z",
		"{{$datetime iso8601 877 ms}}":                              "2026-01-05T09:00:01.000Z",
		"{{$datetime iso8601 2024-02-28}}":                          "2024-02-28T00:00:00.000Z",
		"{{$datetime rfc1123 2024-02-28T23:59:00Z $index minutes}}": "Thu, 29 Feb 2024 00:03:00 GMT",
		"{{$datetime \"YYYY-MM-DD\"}}":                              "2026-01-05",
		"{{$datetime \"[p-]YYYYMMDD[T]HH[]\" $index hours}}":        "p-20260105T13",
		"{{$datetime \"ss:mm[ss[]]\" 2024-02-29T23:58:59.9Z}}":      "59:58ss[]",
		"{{$datetime \"ééYYYY//\"}}":                                "éé2026//",

		"{{$invertedTicks 2026-11-20T08:00:00Z}}":            "2516071391999999999",
		"{{$invertedTicks 2026-11-20T08:00:00Z 25 minutes}}": "2516071376999999999",
		"{{$invertedTicks 2026-11-20T08:00:00Z five m}}":     "2516071388999999999",
		"{{$invertedTicks 9999-12-31T23:59:59.9999999Z}}":    "0000000000000000000",
		"{{$invertedTicks 0001-01-01}}":                      "3155378975999999999",
		"{{$invertedTicks}}":                                 "2516346971998765432",
		"{{$invertedTicks -1 d}}":                            "2516347835998765432",

		// FNV-1a of "" is 2166136261, of "a" 3826002220, of "foobar" 3214735720.
		"{{$shard a 100}}":       "20",
		"{{$shard foobar 100}}":  "20",
		"{{$shard foobar 7}}":    "00",
		"{{$shard customer 16}}": shard("customer-0042", 16),
		"{{$shard unknown 1}}":   "00",

		"{{first.response.headers.etag}}":                  `W/"1"`,
		"{{first.response.body.$.a[0].b}}":                 "x",
		"{{first.response.body.$.a[1].b}}":                 "2",
		"{{first.response.body.$.a[*].b}}":                 `["x",2]`,
		"{{first.response.body.$['odata.error'].code}}":    "C",
		`{{first.response.body.$["odata.error"]["code"]}}`: "C",
		"{{first.response.body.$.n}}":                      "9007199254740993",
		"{{first.response.body.$.a[0]}}":                   `{"b":"x"}`,
	} {
		t.Run(expression, func(t *testing.T) {
			if got := value(t, expression); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

// shard computes the shard of a key differently: with FNV-1a as its authors describe it.
func shard(key string, n uint64) string {
	h := uint64(2166136261)
	for _, b := range []byte(key) {
		h = (h ^ uint64(b)) * 16777619 % (1 << 32)
	}
	digits := h % n
	return string([]byte{byte('0' + digits/10), byte('0' + digits%10)})
}

// TestRandom: random values are the same in every run. They depend on the seed and on the name of the
// request, not on anything else in the file.
func TestRandom(t *testing.T) {
	body := func(text string, seed uint64) string {
		f := runnertest.Serving(nil)
		runner.Run(runnertest.Parse(t, "a.http", text), 0, f, runner.Options{Host: runnertest.Host, Seed: seed})
		return string(f.Sent[len(f.Sent)-1].Body)
	}
	const one = "# @name n\nPOST {{host}}/a\n\n{{$guid}} {{$uuid}} {{$randomInt}} {{$randomInt 10 12}}"
	first := body(one, 1)
	const want = "a4444d81-de34-4519-8e0a-ace2120016a5 75cc9b75-33ba-450b-81e0-f47cd3b83026 964 10"
	if first != want {
		t.Errorf("got  %s\nwant %s", first, want)
	}
	for name, other := range map[string]string{
		"again":              body(one, 1),
		"after another":      body("POST {{host}}/x\n\n{{$guid}}\n###\n"+one, 1),
		"seeded by the file": body("# @seed 1\n"+one, 7),
	} {
		if other != first {
			t.Errorf("%s: got %s", name, other)
		}
	}
	for name, other := range map[string]string{
		"another seed": body(one, 2),
		"another name": body(strings.Replace(one, "name n", "name m", 1), 1),
	} {
		if other == first {
			t.Errorf("%s: the same", name)
		}
	}
}

// TestVariableOnce: a variable with a random value keeps it for the whole run.
func TestVariableOnce(t *testing.T) {
	f := runnertest.Serving(nil)
	runnertest.Run(t, f, "@id = {{$guid}}\nGET {{host}}/{{id}}\n###\n# @loop for 2\nGET {{host}}/{{id}}")
	if f.Sent[0].URL != f.Sent[1].URL || f.Sent[1].URL != f.Sent[2].URL ||
		len(f.Sent[0].URL) != len(runnertest.Host)+37 {
		t.Errorf("got %s, %s, %s", f.Sent[0].URL, f.Sent[1].URL, f.Sent[2].URL)
	}
}

// TestRandomInt: every number of the range comes up, and no other.
func TestRandomInt(t *testing.T) {
	f := runnertest.Serving(nil)
	runnertest.Run(t, f, "# @loop for 100\nPOST {{host}}/a\n\n{{$randomInt -1 2}}")
	count := map[string]int{}
	for _, r := range f.Sent {
		count[string(r.Body)]++
	}
	if len(count) != 3 || count["-1"] < 20 || count["0"] < 20 || count["1"] < 20 {
		t.Errorf("drawn: %v", count)
	}
}

// TestInvertedTicksOrder: the key of a later date comes first.
func TestInvertedTicksOrder(t *testing.T) {
	const last = 3155378975999999999
	rapid.Check(t, func(r *rapid.T) {
		a := table.Ticks(rapid.Int64Range(0, last).Draw(r, "a"))
		b := table.Ticks(rapid.Int64Range(0, last).Draw(r, "b"))
		f := runnertest.Serving(nil)
		s := script.Parse("a.http",
			"POST {{host}}/a\n\n{{$invertedTicks "+a.String()+"}} {{$invertedTicks "+b.String()+"}}")
		runner.Run(s, 0, f, runner.Options{Host: runnertest.Host})
		x, y, _ := strings.Cut(string(f.Sent[0].Body), " ")
		if len(x) != 19 || len(y) != 19 || (a < b) != (x > y) || (a == b) != (x == y) {
			r.Errorf("%s gives %s, %s gives %s", a, x, b, y)
		}
	})
}
