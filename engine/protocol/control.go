package protocol

// What is asked of an endpoint's control interface and replied: over HTTP in rowkey serve, and by this
// call in a page.

// ControlCall sends a request to the control interface of a session's account.
type ControlCall struct {
	Session string `json:"session"`
	Method  string `json:"method"`
	Path    string `json:"path"`
	// JSON; "" for none.
	Body string `json:"body,omitempty"`
}

// ControlReply is the answer.
type ControlReply struct {
	Status int `json:"status"`
	// JSON.
	Body string `json:"body"`
}

// FaultRules are the rules in force, in their order.
type FaultRules struct {
	Faults []FaultRule `json:"faults"`
}

// FaultRule says what to do to which requests, and how often that happened. What is left out of its
// conditions holds for all of them.
type FaultRule struct {
	ID    string `json:"id"`
	Fault string `json:"fault"`

	Account      string `json:"account,omitempty"`
	Service      string `json:"service,omitempty"`
	Operation    string `json:"operation,omitempty"`
	Table        string `json:"table,omitempty"`
	Queue        string `json:"queue,omitempty"`
	Container    string `json:"container,omitempty"`
	Blob         string `json:"blob,omitempty"`
	PartitionKey string `json:"partitionKey,omitempty"`
	RowKey       string `json:"rowKey,omitempty"`

	// Of the requests that fulfill these conditions: only this one, from 1.
	Nth int `json:"nth,omitempty"`
	// "once": not those that are the same as one before.
	Each string `json:"each,omitempty"`
	// This part of them, from 0 to 1, which the seed chooses.
	Rate float64 `json:"rate,omitempty"`
	Seed int     `json:"seed,omitempty"`
	// At most so many.
	Times int `json:"times,omitempty"`

	// How long the answer takes: 500ms, 2s, 1m.
	Wait string `json:"wait,omitempty"`
	// In seconds.
	RetryAfter int `json:"retryAfter,omitempty"`

	// How many requests fulfilled the conditions, and to how many of them the fault was done.
	Matched int `json:"matched"`
	Applied int `json:"applied"`
}

// SeenRequests are the newest requests, and how many there were since these were last forgotten.
type SeenRequests struct {
	Total    int           `json:"total"`
	Requests []SeenRequest `json:"requests"`
}

// SeenRequest is a request and its outcome.
type SeenRequest struct {
	// From 1.
	Number    int    `json:"number"`
	Time      string `json:"time"`
	Account   string `json:"account"`
	Service   string `json:"service"`
	Method    string `json:"method"`
	URL       string `json:"url"`
	Operation string `json:"operation"`
	// The table, queue or container.
	Resource string `json:"resource,omitempty"`
	// 0: there was no answer.
	Status int    `json:"status"`
	Error  string `json:"error,omitempty"`
	// What was done to it, by which rule.
	Fault string `json:"fault,omitempty"`
	Rule  string `json:"rule,omitempty"`

	// Of a query: point, range, partition-scan, partition-range-scan, table-scan.
	Plan             string `json:"plan,omitempty"`
	EntitiesRead     int    `json:"entitiesRead"`
	EntitiesReturned int    `json:"entitiesReturned"`
	EntitiesWritten  int    `json:"entitiesWritten"`
}

// AccountClock is the clock of the accounts.
type AccountClock struct {
	Now    string `json:"now"`
	Frozen bool   `json:"frozen"`
	// By how much it's ahead of the host's own.
	Ahead string `json:"ahead"`
}

// PageMode says which pages lists and queries have: "full", or "short".
type PageMode struct {
	Mode string `json:"mode"`
	Seed int    `json:"seed"`
}

// Throttling says from which load on requests are refused.
type Throttling struct {
	On bool `json:"on"`
	// Entities a second in one partition.
	Partition int `json:"partition"`
	// Requests a second in an account.
	Account int `json:"account"`
	// For how many seconds a quiet one saves up.
	Burst int `json:"burst"`
	Seed  int `json:"seed"`
	// How many requests were refused since.
	RefusedByPartition int `json:"refusedByPartition"`
	RefusedByAccount   int `json:"refusedByAccount"`
}
