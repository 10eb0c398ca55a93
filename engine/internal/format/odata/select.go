package odata

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/table"
)

// Select is a $select option. The zero Select selects every property.
type Select struct {
	Raw   string   // the decoded option, which documents repeat
	Names []string // the selected properties, each once; nil for all
}

// ParseSelect reads a decoded $select option: names separated by commas. An empty one and * select
// everything.
// https://learn.microsoft.com/rest/api/storageservices/query-entities
func ParseSelect(raw string) (Select, error) {
	if strings.TrimSpace(raw) == "" {
		return Select{}, nil
	}
	s := Select{Raw: raw}
	for part := range strings.SplitSeq(raw, ",") {
		name := strings.TrimSpace(part)
		switch {
		case name == "*":
			return Select{Raw: raw}, nil
		case !table.ValidPropertyName(name):
			err := fault.Invalid(fault.InvalidInput, "")
			err.Hint = `$select: "` + cut(name) + `" is not a property name.`
			return Select{}, err
		case !slices.Contains(s.Names, name):
			s.Names = append(s.Names, name)
		}
		if len(s.Names) > table.MaxSelectedProperties {
			err := fault.Invalid(fault.InvalidInput, "")
			err.Hint = "$select names more than 255 properties."
			return Select{}, err
		}
	}
	return s, nil
}
