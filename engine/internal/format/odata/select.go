package odata

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/table"
)

// Select is a $select option. The zero Select wants every property.
type Select struct {
	Raw   string   // the option as sent, decoded; documents quote it
	Names []string // the properties wanted, each once; nil for all of them
}

// ParseSelect reads the decoded text of a $select option: names and commas. Blank text and * want
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
