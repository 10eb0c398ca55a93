package protocol

// RowsCall shows a part of the entities or tables that an answer holds.
type RowsCall struct {
	Response AccountResponse `json:"response"`
	// The index of the first.
	First int `json:"first"`
	// At most so many.
	Limit int `json:"limit"`
	// The column that they're sorted by; "" for the order of the answer.
	Sort       string `json:"sort,omitempty"`
	Descending bool   `json:"descending,omitempty"`
	// In place of a part to show, all of them as text.
	As CellsFormat `json:"as,omitempty"`
}

// CellsFormat is how rows are written as text.
type CellsFormat string

// The formats.
const (
	Commas CellsFormat = "csv"
	Tabs   CellsFormat = "tsv"
)

// RowsReply is that part.
type RowsReply struct {
	// Missing if there is none.
	View ViewNode `json:"view,omitempty"`
	// How many the answer holds.
	Total int `json:"total"`
	// All rows, if they were asked for as text.
	Text string `json:"text,omitempty"`
}
