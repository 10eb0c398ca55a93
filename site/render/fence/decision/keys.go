package decision

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/site/render/fence"
	"github.com/rowkey/rowkey/site/render/markup"
)

// keys are those of the entities that a side works with, as templates: {Device} stands for a device.
type keys struct {
	table          string // if there are several
	partition, row string // row is empty for the name of a blob
}

var (
	keysForm = regexp.MustCompile(`^(?:([\w, {}]+): )?(.+) \| (.+)$`)
	standIn  = regexp.MustCompile(`\\\{.*?\\\}`) // of a quoted template
)

// readKeys reads "{Device} | {At} -> Days: {Day} | {Device} + {Device} | {At}", or one half of it if both
// sides have the same keys.
func readKeys(line string) (sides [][]keys, err error) {
	for side := range strings.SplitSeq(line, " -> ") {
		var all []keys
		for one := range strings.SplitSeq(side, " + ") {
			if name, ok := strings.CutPrefix(one, "blob "); ok {
				all = append(all, keys{partition: name})
				continue
			}
			parts := keysForm.FindStringSubmatch(one)
			if parts == nil {
				return nil, errors.New("write the keys of a side as PartitionKey | RowKey, with a + between those of " +
					"two tables and -> between the sides")
			}
			all = append(all, keys{parts[1], parts[2], parts[3]})
		}
		sides = append(sides, all)
	}
	if len(sides) > 2 {
		return nil, errors.New("keys: has two sides at most")
	}
	return sides, nil
}

// meet reports whether the requests of a side touched only partitions that its keys make.
func meet(all []keys, t fence.Total) error {
	for _, m := range t.Measures {
		for _, p := range m.Partitions {
			if !slices.ContainsFunc(all, func(k keys) bool { return matches(k.partition, p.PartitionKey) }) {
				return fmt.Errorf("keys: doesn't make the PartitionKey %q", p.PartitionKey)
			}
		}
	}
	return nil
}

func matches(template, key string) bool {
	pattern := standIn.ReplaceAllLiteralString(regexp.QuoteMeta(template), ".+")
	return regexp.MustCompile("^(?s:" + pattern + ")$").MatchString(key)
}

// addKeys writes the keys of a side.
func addKeys(b *markup.Builder, all []keys) {
	for i, k := range all {
		if i > 0 {
			b.Add("<br>")
		}
		if k.table != "" {
			b.Text(k.table).Add(": ")
		}
		if k.row == "" {
			b.Add("blob <code>").Text(k.partition).Add("</code>")
			continue
		}
		b.Add("PartitionKey <code>").Text(k.partition).Add("</code>, RowKey <code>").Text(k.row).Add("</code>")
	}
}

// plainKeys is the same as Markdown.
func plainKeys(all []keys) string {
	var words []string
	for _, k := range all {
		word := "PartitionKey `" + k.partition + "`, RowKey `" + k.row + "`"
		if k.row == "" {
			word = "blob `" + k.partition + "`"
		}
		if k.table != "" {
			word = k.table + ": " + word
		}
		words = append(words, word)
	}
	return strings.Join(words, "; ")
}
