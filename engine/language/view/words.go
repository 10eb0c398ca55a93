package view

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/spelling"
	"github.com/rowkey/rowkey/engine/table"
)

// Kind returns the label of a kind of query: its sign and its name, in the kind's colour.
func Kind(k plan.Kind) Node {
	_, name := k.Shown()
	return kindLabel(k, name)
}

func kindLabel(k plan.Kind, words string) Node {
	return el("span", "kind kind-"+k.String(), sign(k), text(" "+sentenceCase(words)))
}

func sign(k plan.Kind) Node {
	sign, _ := k.Shown()
	return decoration("glyph", sign)
}

func number(n int) string { return spelling.Number(n) }

// Number writes n the way results do: 1,024.
func Number(n int) string { return number(n) }

// Size writes a number of bytes the way results do: 1.2 KB.
func Size(n int) string { return size(n) }

// Count writes a number with its noun the way results do: 1 request, 1,200 requests.
func Count(n int, one, many string) string { return spelling.Count(n, one, many) }

func entities(n int) string     { return Count(n, "entity", "entities") }
func partitions(n int) string   { return Count(n, "partition", "partitions") }
func transactions(n int) string { return Count(n, "transaction", "transactions") }
func requests(n int) string     { return Count(n, "request", "requests") }

// size writes a number of bytes for people: 412 bytes, 1.2 KB, 3.4 MB.
func size(n int) string {
	unit, name := 1<<10, " KB"
	switch {
	case n < 1<<10:
		return Count(n, "byte", "bytes")
	case n >= 1<<20:
		unit, name = 1<<20, " MB"
	}
	tenths := (n*10 + unit/2) / unit
	s := number(tenths / 10)
	if tenths%10 != 0 {
		s += "." + strconv.Itoa(tenths%10)
	}
	return s + name
}

// sentenceCase capitalizes the first letter.
func sentenceCase(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return string(s[0]-'a'+'A') + s[1:]
}

// OperationWords writes an operation's name as words: InsertOrMergeEntity is "Insert or merge entity".
func OperationWords(name string) string {
	var b strings.Builder
	for i := range len(name) {
		c := name[i]
		if i > 0 && c >= 'A' && c <= 'Z' {
			b.WriteByte(' ')
			c += 'a' - 'A'
		}
		b.WriteByte(c)
	}
	return b.String()
}

// keyText writes a key as a label. An empty string is a key too.
func keyText(key string) string {
	if key == "" {
		return `""`
	}
	return shorten(key, 64)
}

// keyWords names one entity in a sentence.
func keyWords(k table.Key) string {
	return "PartitionKey " + quote(k.PartitionKey) + ", RowKey " + quote(k.RowKey)
}

// quote writes s as a filter would.
func quote(s string) string { return "'" + strings.ReplaceAll(shorten(s, 64), "'", "''") + "'" }

// shorten cuts s to at most limit characters, of which the last is then an ellipsis.
func shorten(s string, limit int) string {
	n := 0
	cut := 0
	for i := range s {
		if n == limit-1 {
			cut = i
		}
		if n == limit {
			return s[:cut] + "…"
		}
		n++
	}
	return s
}
