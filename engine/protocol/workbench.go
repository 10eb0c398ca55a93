package protocol

// The calls of the workbench, which compares choices of keys.

// DesignCall runs each pattern of a design file under each of its designs. A run can be long, and
// the program answers one call at a time: a reply that is only progress asks for a GoOnCall. Any
// other call ends the run.
type DesignCall struct {
	// The design file.
	Text string `json:"text"`
	// How many entities there are of its most common type, and as many more of the others; without it,
	// as many as the file says.
	At int `json:"at,omitempty"`
	// Up to how many entities of a type are measured; without it, 100,000. More are computed.
	Most int `json:"most,omitempty"`
}

// DesignReply is the answer, or how far it is.
type DesignReply interface{ DesignAnswer | DesignProgress }

// DesignAnswer is everything, or what is wrong with the file.
type DesignAnswer interface{ DesignMatrix | Wrong }

// GoOnCall goes on with the newest run of a design file. If another call has ended it, it begins
// again, and what was measured isn't measured twice.
type GoOnCall struct{}

// GoOnReply is what a DesignCall replies.
type GoOnReply interface{ DesignAnswer | DesignProgress }

// DesignProgress says that a run isn't done.
type DesignProgress struct {
	// The part that is done, from 0 to 1.
	Part  float64 `json:"part"`
	Doing string  `json:"doing"`
}

// Wrong is what is wrong with a text.
type Wrong struct {
	_      bool          `is:"ok=false"`
	Errors []ScriptError `json:"errors"`
	// Of a design file in which nothing is wrong: the sections that are still to be written.
	Missing []string `json:"missing,omitempty"`
}

// DesignMatrix has the answers to a file's questions.
type DesignMatrix struct {
	_        bool           `is:"ok=true"`
	Patterns []DesignName   `json:"patterns"`
	Designs  []DesignColumn `json:"designs"`
	// For each pattern, a cell for each design.
	Cells    [][]DesignCell  `json:"cells"`
	Prices   DesignPrices    `json:"prices"`
	Findings []DesignFinding `json:"findings"`
	// The matrix for a design review, and for programs: as the command prints them.
	Markdown string `json:"markdown"`
	JSON     string `json:"json"`
}

// DesignName is where something is in a file.
type DesignName struct {
	Name string `json:"name"`
	Line int    `json:"line"`
}

// DesignColumn is a design, what a reviewer says in a few words, and what it reads in a second.
type DesignColumn struct {
	DesignName
	// It's the one that has to keep the budgets.
	Meant   bool        `json:"meant"`
	Verdict string      `json:"verdict"`
	Total   string      `json:"total"`
	Month   DesignMonth `json:"month"`
}

// DesignMonth is what a design costs in a month: each with its price, and all together; "" is nothing.
type DesignMonth struct {
	Transactions string `json:"transactions"`
	Stored       string `json:"stored"`
	Sent         string `json:"sent"`
	Price        string `json:"price"`
}

// DesignPrices are the prices in a file, or examples; 0 is none.
type DesignPrices struct {
	// Where the file has them; 0 if it doesn't.
	Line     int    `json:"line"`
	Currency string `json:"currency"`
	// When they were looked up, or "".
	Date string `json:"date"`
	Each Prices `json:"each"`
}

// Prices are those of 10,000 transactions, of a gigabyte stored for a month, and of one sent.
//
//protocol:tuple
type Prices struct{ Transactions, Storage, Sent float64 }

// DesignCell is a pattern under a design.
type DesignCell struct {
	Kind  string `json:"kind"`
	Glyph string `json:"glyph"`
	// What follows kind- in the class that colours it.
	Class string `json:"class"`
	// Whether it costs least of its row, and others cost more.
	Best bool `json:"best"`
	// At the size that was asked for.
	Figures DesignFigures `json:"figures"`
	// The values with which it reads most, or "".
	Worst string `json:"worst"`
	// Limits of the service that it passes.
	Marks []string `json:"marks"`
	// Those that it passes from a larger size on. An answer for few entities has none.
	Later []DesignLimit `json:"later"`
	// The limits of budgets that it misses.
	Missed []DesignBudget `json:"missed"`
	// Why it's answered in this way, in sentences.
	Steps []string `json:"steps"`
	// Its requests as an .http file.
	HTTP string `json:"http"`
	// Whether they don't wait for each other.
	Parallel bool `json:"parallel"`
	// What is left for the client.
	Client []string `json:"client"`
	// Where it goes with one choice of parameters: the first 20 partitions.
	Lanes []DesignLane `json:"lanes"`
	// The same at the file's own size, and then at others.
	Growth []DesignFigures `json:"growth"`
}

// DesignLimit is a limit of the service that is passed from a size on.
type DesignLimit struct {
	Scale int    `json:"scale"`
	Says  string `json:"says"`
}

// DesignBudget is a limit of a budget.
type DesignBudget struct {
	Figure string  `json:"figure"`
	Most   float64 `json:"most"`
	Line   int     `json:"line"`
}

// DesignLane is what one run of a pattern does in a partition.
type DesignLane struct {
	Table string `json:"table"`
	Key   string `json:"key"`
	// RowKeys of what it touches.
	First    string `json:"first"`
	Last     string `json:"last"`
	Read     int    `json:"read"`
	Returned int    `json:"returned"`
	Written  int    `json:"written"`
}

// DesignFigures are what a pattern costs once, with at most two decimals: the mean over all values that it
// can have.
type DesignFigures struct {
	// How many entities of its type there are.
	Scale int `json:"scale"`
	// By formula, not measured.
	Computed     bool    `json:"computed"`
	Read         float64 `json:"read"`
	Wanted       float64 `json:"wanted"`
	Returned     float64 `json:"returned"`
	Requests     float64 `json:"requests"`
	Transactions float64 `json:"transactions"`
	Bytes        float64 `json:"bytes"`
	Written      float64 `json:"written"`
	// What is read for the values with which most is, and in how many requests.
	Most      float64 `json:"most"`
	MostPages float64 `json:"mostPages"`
}

// DesignFinding is what a reviewer would say.
type DesignFinding struct {
	Code  string `json:"code"`
	Error bool   `json:"error"`
	Line  int    `json:"line"`
	// 0 for the whole line.
	Column  int    `json:"column"`
	Design  string `json:"design"`
	Pattern string `json:"pattern"`
	Says    string `json:"says"`
	// The guide that cures it, or "".
	Guide string `json:"guide"`
}

// SuggestCall proposes designs for the questions that the first one answers badly, or first ones for a file
// without designs.
type SuggestCall struct {
	Text string `json:"text"`
}

// SuggestReply is the proposals, or what is wrong with the file.
type SuggestReply interface{ Suggestions | Wrong }

// Suggestions are proposals.
type Suggestions struct {
	_           bool        `is:"ok=true"`
	Suggestions []Suggested `json:"suggestions"`
}

// Suggested is a design that the file could have besides its own; the text is the file with it.
type Suggested struct {
	Design  string `json:"design"`
	Pattern string `json:"pattern"`
	// Its types with their keys, a line each.
	Keys string `json:"keys"`
	Says string `json:"says"`
	// Of the one to take: why; "" for the others.
	Why  string `json:"why"`
	Text string `json:"text"`
}

// RestCall collects what earlier calls of the workbench left in memory, so that the next needn't do
// it.
type RestCall struct{}

// RatesCall writes the rates of a design file as a load.
type RatesCall struct {
	Text string `json:"text"`
	// The places of one or two designs in the file.
	Designs []int `json:"designs"`
	// How many times the file's rates.
	Times int `json:"times"`
}

// RatesReply is the load, or what is wrong with the file.
type RatesReply interface{ Rates | Wrong }

// Rates are a load.
type Rates struct {
	_     bool     `is:"ok=true"`
	Load  string   `json:"load"`
	Notes []string `json:"notes"`
}

// LoadCall simulates a load, which is a text as in the load fences of guides.
type LoadCall struct {
	Text string `json:"text"`
}

// LoadReply is what happened, or what is wrong with the text.
type LoadReply interface{ LoadResults | Wrong }

// LoadResults are what happened, and what was assumed.
type LoadResults struct {
	_      bool         `is:"ok=true"`
	Assume []Assumption `json:"assume"`
	// What a range takes for long, in entities a second.
	Cap     float64      `json:"cap"`
	Results []LoadResult `json:"results"`
}

// Assumption is a number of the simulation's model.
type Assumption struct {
	Name string `json:"name"`
	Unit string `json:"unit"`
	// Where it comes from, or "assumption".
	Source string  `json:"source"`
	Why    string  `json:"why"`
	Least  float64 `json:"least"`
	Most   float64 `json:"most"`
	// The one that needs no line in the text.
	Usual float64 `json:"usual"`
	Value float64 `json:"value"`
}

// Change is when, in seconds; the first slot of a range; and the server that has it then.
//
//protocol:tuple
type Change struct {
	At           float64
	Slot, Server int
}

// LoadResult is what happened to a design under a load. A slot is a PartitionKey, in order. Times
// are seconds.
type LoadResult struct {
	Label    string `json:"label"`
	Seconds  int    `json:"seconds"`
	Slots    int    `json:"slots"`
	Rows     int    `json:"rows"`
	Columns  int    `json:"columns"`
	Requests int    `json:"requests"`
	Attempts int    `json:"attempts"`
	GivenUp  int    `json:"givenUp"`
	// The share of attempts that were refused.
	Throttled float64 `json:"throttled"`
	Median    float64 `json:"median"`
	P95       float64 `json:"p95"`
	P99       float64 `json:"p99"`
	// The figure that the load makes, and what happened, in words.
	Shape string `json:"shape"`
	Story string `json:"story"`
	// For each column, what requests took.
	Times []LoadTimes `json:"times"`
	// The ranges of the start.
	Begin  []Change `json:"begin"`
	Splits []Change `json:"splits"`
	Moves  []Change `json:"moves"`
	// For each row, two numbers for each column: entities served and refused.
	Cells [][]float64 `json:"cells"`
}

// LoadTimes are the median, the 95th and the 99th percentile.
//
//protocol:tuple
type LoadTimes struct{ Median, P95, P99 float64 }
