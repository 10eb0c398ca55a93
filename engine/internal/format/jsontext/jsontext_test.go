package jsontext_test

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
)

// FuzzJSON compares which texts are valid with encoding/json, and what is read with encoding/json and gjson.
func FuzzJSON(f *testing.F) {
	for _, seed := range []string{
		``, ` `, `null`, ` true `, `false`, `tru`, `nulll`, `0`, `-0`, `01`, `-`, `1.`, `1.50`, `.5`, `1e3`, `1E+`,
		`-12.5e-07`, `18700000000000000000e-07`, `""`, `"a`, `"\""`, `"\x"`, `"\u00e9\ud83d\ude00\ud83d x"`,
		`"\u12"`, "\"\n\"", `"\/\b\f\n\r\t\\"`,
		`[]`, `[ ]`, `[1,]`, `[,1]`, `[1 2]`, `[1, [2], {"a":"]"}]`, `[`, `]`, `{}`, `{"a"}`, `{"a":}`, `{"a":1,}`,
		`{"a" : [1] , "b":{"c":null}, "a": 2}`, `{1:2}`, `{"a":1}}`, `"\ud800\u0041"`, "\ufeff{}",
	} {
		f.Add(seed)
	}
	for depth := jsontext.MaxNesting - 1; depth <= jsontext.MaxNesting+1; depth++ {
		f.Add(strings.Repeat(`{"a":`, depth) + "1" + strings.Repeat("}", depth))
	}
	f.Fuzz(func(t *testing.T, text string) {
		members := jsontext.Members(text)
		for members.Next() {
		}
		if got, want := members.Valid(), jsontext.Valid(text) && jsontext.Parse(text).IsObject(); got != want {
			t.Fatalf("%q is an object: %t, want %t", text, got, want)
		}
		if strings.Count(text, "[")+strings.Count(text, "{") > 100 {
			t.Skip("the brackets could nest too deep")
		}
		valid := jsontext.Valid(text)
		if valid != json.Valid([]byte(text)) {
			t.Fatalf("Valid(%q) = %t", text, valid)
		}
		if !valid || !utf8.ValidString(text) {
			return
		}
		var want any
		reader := json.NewDecoder(strings.NewReader(text))
		reader.UseNumber()
		if err := reader.Decode(&want); err != nil {
			t.Fatal(err)
		}
		if got := tree(jsontext.Parse(text)); !reflect.DeepEqual(got, want) {
			t.Errorf("Parse(%q) = %#v, want %#v", text, got, want)
		}
		if !strings.Contains(strings.ToLower(text), `\ud`) { // gjson drops what follows half a surrogate pair
			compare(t, jsontext.Parse(text), gjson.Parse(text))
		}
	})
}

// compare compares a value with what gjson reads.
func compare(t *testing.T, got jsontext.Value, want gjson.Result) {
	// gjson keeps whitespace that follows a value.
	raw, says := strings.TrimSpace(want.Raw), strings.TrimSpace(want.String())
	if got.Raw != raw || got.Str != want.Str || strings.TrimSpace(got.String()) != says {
		t.Errorf("%q: got %q, want %q, which is %q", got.Raw, got.String(), want.String(), want.Raw)
	}
	if got.Type == jsontext.Number && math.Abs(want.Num) < 1<<53 && got.Int() != want.Int() {
		t.Errorf("%s is the integer %d, want %d", got.Raw, got.Int(), want.Int())
	}
	own, theirs := got.Array(), want.Array()
	if len(own) != len(theirs) || len(got.Map()) != len(want.Map()) && got.IsObject() {
		t.Fatalf("%s has %d elements, want %d", got.Raw, len(own), len(theirs))
	}
	if got.IsArray() {
		for i := range own {
			compare(t, own[i], theirs[i])
		}
	}
	for name, member := range want.Map() {
		compare(t, got.Map()[name], member)
	}
}

// tree returns a value as encoding/json decodes it. If two members have the same name, the last one counts.
func tree(v jsontext.Value) any {
	switch v.Type {
	case jsontext.Null:
		return nil
	case jsontext.True, jsontext.False:
		return v.Bool()
	case jsontext.Number:
		return json.Number(v.Raw)
	case jsontext.String:
		return v.Str
	case jsontext.Array:
		list := []any{}
		v.ForEach(func(_, element jsontext.Value) bool {
			list = append(list, tree(element))
			return true
		})
		return list
	default:
		members := map[string]any{}
		v.ForEach(func(name, member jsontext.Value) bool {
			members[name.Str] = tree(member)
			return true
		})
		return members
	}
}

func TestValue(t *testing.T) {
	for _, test := range []struct {
		text, says string
		whole      int64
		elements   int
	}{
		{``, "", 0, 0},
		{`null`, "", 0, 0},
		{`true`, "true", 0, 1},
		{` "a\nb" `, "a\nb", 0, 1},
		{`-7`, "-7", -7, 1},
		{`1.50`, "1.5", 1, 1},
		{`25e-1`, "2.5", 2, 1},
		{`9223372036854775808`, "9223372036854775808", math.MaxInt64, 1},
		{`-1e30`, "-1000000000000000000000000000000", math.MinInt64, 1},
		{`[1, 2 ]`, "[1, 2 ]", 0, 2},
		{`[ ]`, "[ ]", 0, 0},
		{` {"a":1,"b":2} `, `{"a":1,"b":2}`, 0, 1},
	} {
		v := jsontext.Parse(test.text)
		if got := v.String(); got != test.says {
			t.Errorf("%s says %q, want %q", test.text, got, test.says)
		}
		if got := v.Int(); got != test.whole {
			t.Errorf("%s is %d as a number, want %d", test.text, got, test.whole)
		}
		if got := len(v.Array()); got != test.elements {
			t.Errorf("%s has %d elements, want %d", test.text, got, test.elements)
		}
		if got := v.Exists(); got != (test.text != "") {
			t.Errorf("%s exists: %t", test.text, got)
		}
	}
}

func TestFirstMemberCounts(t *testing.T) {
	members := jsontext.Parse(`{"a":1,"a":2,"\u0062":3}`).Map()
	if len(members) != 2 || members["a"].Raw != "1" || members["b"].Raw != "3" {
		t.Errorf("the members are %v", members)
	}
}

func TestForEachStops(t *testing.T) {
	seen := 0
	jsontext.Parse(`[1,2,3]`).ForEach(func(_, _ jsontext.Value) bool {
		seen++
		return seen < 2
	})
	if seen != 2 {
		t.Errorf("%d elements were yielded, want 2", seen)
	}
}
