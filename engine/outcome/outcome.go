package outcome

// Outcome is how one thing went that a command looked at, for tools that show what failed where.
type Outcome struct {
	File         string
	Line, Column int    // from 1; 0 for the whole file, and for the whole line
	Name         string // of a request, a budget or a rule
	Says         string // what is wrong; "" for nothing
	Warning      bool   // what it says fails nothing
}

// Fails reports whether it's more than a warning that something is wrong.
func (o Outcome) Fails() bool { return o.Says != "" && !o.Warning }
