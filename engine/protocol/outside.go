package protocol

// The calls of a page that sends the requests of a file itself, to an account outside the page. It
// begins with the requests of some lines, and does what each reply says until the run has ended.

// ConnectCall reads what a reader has typed of an account outside the page.
type ConnectCall struct {
	// Of its tables.
	Address string `json:"address,omitempty"`
	// A key, a shared access signature or a connection string.
	Secret string `json:"secret,omitempty"`
}

// ConnectReply is where the account is and what lets the reader in.
type ConnectReply struct {
	// Without a key and a token, the key is that of every emulator.
	There
	// The shared access signature, if there's one, without a question mark.
	Token string `json:"token,omitempty"`
	// It's on this machine.
	Local bool `json:"local,omitempty"`
	// What isn't right in what was typed. Then nothing else counts.
	Wrong string `json:"wrong,omitempty"`
}

// SendCall sends requests of a file, and at last gets what PlayCall would get. Requests that these
// refer to aren't sent again if they have succeeded in the same account.
type SendCall struct {
	There
	File   string   `json:"file"`
	Text   string   `json:"text"`
	From   int      `json:"from"`
	To     int      `json:"to"`
	Tables []string `json:"tables,omitempty"`
	// The page has a shared access signature instead of a key. Each request that it needs to add that to
	// has the header Authorization: SharedAccessSignature.
	Token bool `json:"token,omitempty"`
	// The time, in milliseconds.
	Now int `json:"now"`
	// A request that needs a longer wait ends the run. In milliseconds, too.
	Longest int `json:"longest,omitempty"`
}

// There are the addresses of an account, and who asks. What is missing is that of every emulator.
type There struct {
	Host    string `json:"host,omitempty"`
	Queue   string `json:"queue,omitempty"`
	Blob    string `json:"blob,omitempty"`
	Account string `json:"account,omitempty"`
	Key     string `json:"key,omitempty"`
}

// SendReply is what to do next, or how the run went.
type SendReply interface{ Wait | Send | PlayReply }

// Wait is how long to wait, in milliseconds.
type Wait struct {
	Wait int `json:"wait"`
}

// Send is a request to send.
type Send struct {
	Send AccountRequest `json:"send"`
	// It isn't to the account.
	Elsewhere bool `json:"elsewhere,omitempty"`
}

// AnswerCall brings the answer to what was sent, why there is none, or nothing after a wait.
type AnswerCall struct {
	// The time, in milliseconds.
	Now     int      `json:"now"`
	Status  int      `json:"status,omitempty"`
	Headers []Header `json:"headers,omitempty"`
	Body    string   `json:"body,omitempty"`
	Error   string   `json:"error,omitempty"`
}

// AnswerReply is what to do next, or how the run went.
type AnswerReply interface{ Wait | Send | PlayReply }

// CopyCall asks for the requests that store a part of a table in an account outside the page. They can
// be sent again.
type CopyCall struct {
	InSession
	There
	Table string `json:"table"`
	From  *Key   `json:"from,omitempty"`
	// The time, in milliseconds.
	Now int `json:"now"`
}

// CopyReply has them. The first one of all creates the table; the others can go in any order.
type CopyReply struct {
	Requests []CopyRequest `json:"requests"`
	Next     *Key          `json:"next"`
}

// CopyRequest is one of them, and how many entities it stores.
type CopyRequest struct {
	Send     AccountRequest `json:"send"`
	Entities int            `json:"entities"`
}

// ForgetCall forgets the account, its key and what has succeeded there.
type ForgetCall struct{}
