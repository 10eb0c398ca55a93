package protocol

// DesignReport is what rowkey design --json prints.
type DesignReport struct {
	File     string          `json:"file"`
	OK       bool            `json:"ok"`
	Patterns []PatternReport `json:"patterns"`
	Bills    []BillReport    `json:"bills"`
	Findings []FindingReport `json:"findings"`
}

// PatternReport is how a question is answered under each design.
type PatternReport struct {
	Name    string       `json:"name"`
	Asks    string       `json:"asks"`
	Line    int          `json:"line"`
	Designs []CellReport `json:"designs"`
}

// CellReport is how it's answered under one.
type CellReport struct {
	Design string `json:"design"`
	Kind   string `json:"kind"`
	// Where it's answered: the table, its copy of the entities, and the table of those that it leads to.
	Table    string          `json:"table,omitempty"`
	Copy     string          `json:"copy,omitempty"`
	Follows  string          `json:"follows,omitempty"`
	Figures  DesignFigures   `json:"figures"`
	Steps    []string        `json:"steps"`
	Requests []RequestReport `json:"requests"`
	Parallel bool            `json:"parallel"`
	Client   []string        `json:"client"`
	Marks    []string        `json:"marks"`
	Missed   []DesignBudget  `json:"missed"`
	Growth   []GrowthReport  `json:"growth"`
	Later    []DesignLimit   `json:"later"`
}

// RequestReport is one of its requests.
type RequestReport struct {
	Method string `json:"method"`
	Path   string `json:"path"`
	Filter string `json:"filter,omitempty"`
	Top    int    `json:"top,omitempty"`
}

// GrowthReport are the figures at another size, and the limits of the service that are passed there.
type GrowthReport struct {
	DesignFigures
	Marks []string `json:"marks"`
}

// BillReport is what a design makes of a month, at each size.
type BillReport struct {
	Design string       `json:"design"`
	Sizes  []SizeReport `json:"sizes"`
}

// SizeReport is what it makes of a month at one size. The reads are those of a second.
type SizeReport struct {
	Transactions float64 `json:"transactions"`
	Reads        float64 `json:"reads"`
	// Questions that scan the table.
	Scans int `json:"scans"`
	// In bytes.
	Stored float64 `json:"stored"`
	Sent   float64 `json:"sent"`
	Says   string  `json:"says"`
}

// FindingReport is what a reviewer would say.
type FindingReport struct {
	Code     string `json:"code"`
	Severity string `json:"severity"`
	Line     int    `json:"line"`
	Column   int    `json:"column,omitempty"`
	Design   string `json:"design"`
	Pattern  string `json:"pattern"`
	// Further designs, under which it's alike.
	Also  []string `json:"also,omitempty"`
	Says  string   `json:"says"`
	Guide string   `json:"guide"`
}
