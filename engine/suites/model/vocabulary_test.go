package model_test

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// start is the time at which an account's clock starts.
var start = time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)

// value draws a value of any type, or null.
func (g generator) value() value {
	if g.oneIn(10) {
		return value{}
	}
	kind := pick(g, kinds)
	return pick(g, values[kind])
}

var kinds = []string{
	edmBinary, edmBoolean, edmDateTime, edmDouble, edmGUID, edmInt32, edmInt64, edmString,
}

var values = func() map[string][]value {
	all := map[string][]value{}
	for _, s := range []string{
		"", "a", "B", "ab", "it's", "é", "\ue000", "😀", "5", "2026-01-05T09:00:00Z", "\"\\\n\t\x01",
	} {
		all[edmString] = append(all[edmString], value{kind: edmString, s: s})
	}
	for _, s := range []string{"", "\x00", "\x00\xff", "\xff", "\n\x1b"} {
		all[edmBinary] = append(all[edmBinary], value{kind: edmBinary, s: s})
	}
	for _, n := range []int64{0, 1, -1, 5, 1<<31 - 1, -1 << 31} {
		all[edmInt32] = append(all[edmInt32], value{kind: edmInt32, n: n})
		all[edmInt64] = append(all[edmInt64], value{kind: edmInt64, n: n})
		all[edmBoolean] = append(all[edmBoolean], value{kind: edmBoolean, n: n & 1})
	}
	for _, n := range []int64{1 << 31, 1<<53 + 1, 1<<63 - 1, -1 << 63} {
		all[edmInt64] = append(all[edmInt64], value{kind: edmInt64, n: n})
	}
	for _, s := range []string{
		"0.0", "-0.0", "1.0", "-1.0", "5.0", "16.1", "0.1", "1E+20", "1.23456789012346E+24",
		"1.7976931348623157E+308",
		"NaN", "Infinity", "-Infinity",
	} {
		f, _ := strconv.ParseFloat(s, 64)
		all[edmDouble] = append(all[edmDouble], value{kind: edmDouble, f: f, s: s})
	}
	for _, s := range []string{
		"1601-01-01T00:00:00Z", "2008-07-10T00:00:00.1234567Z", "2026-01-05T09:00:00Z", "2026-01-05T09:00:00.5Z",
		"9999-12-31T23:59:59.9999999Z",
	} {
		at, _ := time.Parse(time.RFC3339, s)
		all[edmDateTime] = append(all[edmDateTime], value{kind: edmDateTime, at: at})
	}
	for _, s := range []string{
		"00000000-0000-0000-0000-000000000000", "a455c695-df98-5678-aaaa-81d3367e5a34",
		"a455c695-df98-5678-aaaa-81d3367e5a35", "ffffffff-ffff-ffff-ffff-ffffffffffff",
	} {
		all[edmGUID] = append(all[edmGUID], value{kind: edmGUID, s: s})
	}
	return all
}()

// constant is a value as written in a filter.
type constant struct {
	value value
	text  string
}

// constant draws a constant, in one of the forms of its type.
func (g generator) constant() constant {
	for {
		v := pick(g, values[pick(g, kinds)])
		text := v.literal()
		switch {
		case v.kind == edmDouble && !v.finite():
			continue
		case v.kind == edmDouble && v.s == "5.0":
			text = pick(g, []string{"5.0", "5D", "5d", "5e0", "0.5e+1"})
		case v.kind == edmInt64 && (v.n > 1<<32 || v.n < -1<<32) && g.oneIn(2):
			text = strings.TrimSuffix(text, "L")
		case v.kind == edmInt64:
			text = pick(g, []string{text, strings.ToLower(text)})
		case v.kind == edmBinary:
			text = pick(g, []string{"X", "x", "binary"}) + text[1:]
		case v.kind == edmGUID:
			text = pick(g, []string{text, "guid'" + strings.ToUpper(v.s) + "'"})
		case v.kind == edmDateTime && v.at.Equal(start):
			text = pick(g, []string{
				text, "datetime'2026-01-05T10:00:00+01:00'", "datetime'2026-01-05T09:00:00.0000000Z'",
			})
		}
		return constant{v, text}
	}
}

// sent formats a property as members of a JSON object, in one of the forms of its type.
func (g generator) sent(name string, v value) sentProperty {
	text, quoted := v.wire()
	if quoted || v.kind == edmString {
		text = quoteJSON(text)
	}
	annotate := v.annotated() || g.oneIn(4)
	if annotate && (v.kind == edmBoolean || v.kind == edmInt32 || v.kind == edmDouble) && !quoted && g.oneIn(2) {
		text = `"` + text + `"`
	}
	switch {
	case v.kind == edmDouble && v.s == "5.0" && annotate:
		text = pick(g, []string{"5", `"5"`, "5.000", "5e0"})
	case v.kind == edmDouble && v.s == "16.1":
		text = pick(g, []string{"16.1", "16.100000000000001", "161e-1"})
	case v.kind == edmGUID:
		text = pick(g, []string{text, strings.ToUpper(text)})
	case v.kind == edmDateTime && v.at.Equal(start):
		text = pick(g, []string{text, `"2026-01-05T10:00:00.000+01:00"`, `"2026-01-05T09:00:00"`})
	}
	members := []string{quoteJSON(name) + ":" + text}
	if annotate {
		kind := v.kind
		if kind == "" {
			kind = pick(g, kinds)
		}
		members = append(members, quoteJSON(name+"@odata.type")+`:"`+kind+`"`)
	}
	if g.oneIn(2) {
		slices.Reverse(members)
	}
	return sentProperty{property{name, v}, strings.Join(members, ",")}
}
