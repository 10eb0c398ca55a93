package protocol

// The calls with which a file that somebody brings in becomes a table's data.

// ReceiveCall hands over a part of the file.
type ReceiveCall struct {
	Text  string `json:"text"`
	First bool   `json:"first"`
}

// InspectCall asks what that file is, and what would become of it.
type InspectCall struct {
	Name string `json:"name"`
}

// InspectReply says so.
type InspectReply struct {
	// Why nothing can become of it. Then there is nothing else.
	Refusal *Problem `json:"refusal,omitempty"`
	// "http" and "data" are taken as they are.
	Format  string   `json:"format"`
	Words   string   `json:"words"`
	Rows    int      `json:"rows"`
	Refused int      `json:"refused"`
	Notes   []string `json:"notes"`
	// It has both keys.
	Keyed bool `json:"keyed,omitempty"`
	// Otherwise, keys to choose from, the best ones first.
	Suggestions []SuggestedKeys `json:"suggestions"`
	// The properties, with the types that their values suggest.
	Columns []ColumnType `json:"columns"`
}

// ColumnType is a column of a file and the type of its values, such as Double.
type ColumnType struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

// SuggestedKeys are keys that the rows of a file could have, and why.
type SuggestedKeys struct {
	Keys  string `json:"keys"`
	Words string `json:"words"`
}

// ConvertCall makes data of that file, a part in each reply.
type ConvertCall struct {
	// Which of the suggestions is chosen; -1 for the file's own keys.
	Keys  int  `json:"keys"`
	First bool `json:"first"`
	// With the first call: types in place of those that are suggested.
	Types []ColumnType `json:"types,omitempty"`
}

// ConvertReply is a part of the data.
type ConvertReply struct {
	Text string `json:"text"`
	More bool   `json:"more,omitempty"`
	// At the end: the rows that can't be stored, 100 at most, and how many there are.
	Bad     []BadRow `json:"bad"`
	Refused int      `json:"refused"`
	// What was changed on the way.
	Notes []string `json:"notes"`
}

// Problem is what is wrong with something, and what to do.
type Problem struct {
	Message string `json:"message"`
	Hint    string `json:"hint"`
}

// BadRow is what is wrong with a row.
type BadRow struct {
	Line int `json:"line"`
	Problem
}
