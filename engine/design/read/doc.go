// Package read makes a design.File of the text of a design file, or errors with line, column and a remedy.
//
// The text is a part of YAML: mappings by indentation, mappings and lists in brackets, strings with and
// without quotes, comments. yaml.go and flow.go read that and refuse the rest of YAML. The other files know
// what the names mean: entities.go, patterns.go with where.go, designs.go with template.go, budgets.go.
//
// docs/design-files.md has the grammar.
package read
