package fault

// Stage says how far a request had got when it failed. Two things in the table service's answer depend on
// it: its headers, and whether a transaction of one operation gives the operation's index.
type Stage uint8

const (
	// Execution is when an operation runs: what is stored, conditions, the sizes of entities.
	Execution Stage = iota
	// Validation is when the request is read, before anything that is stored: path, body, options.
	Validation
	// Early is before the service has chosen its reply headers: such an answer has neither Cache-Control
	// nor Preference-Applied.
	Early
)

// Error is a Code and what happened in one request.
type Error struct {
	Code    Code
	Message string // in place of the code's usual one; "" for the usual one
	Stage   Stage
	Start   int    // in a $filter: the first byte of what is wrong
	End     int    // one past its last byte; 0 if this isn't about a place in a $filter
	Detail  string // of an error about who the sender is: its second sentence, an element of its own in XML
	Offer   string // of an error with status 401: the value of WWW-Authenticate
	Hint    string // advice for people, shown beside the answer, never in its body
	Meant   string // the table that the hint offers; "" for none
	Cause   error  // for the trace; never sent
}

// New returns a fault of the stage Execution, with the code's usual message.
func New(code Code) *Error { return &Error{Code: code} }

// Invalid returns a fault of the stage Validation. The message "" stands for the code's usual one.
func Invalid(code Code, message string) *Error {
	return &Error{Code: code, Message: message, Stage: Validation}
}

// Refused is Invalid for the stage Early.
func Refused(code Code, message string) *Error {
	return &Error{Code: code, Message: message, Stage: Early}
}

// Internal returns the fault for an error that isn't the client's.
func Internal(cause error) *Error { return &Error{Code: InternalError, Cause: cause} }

// NoSpace returns the fault for a write that a host has no space to keep.
func NoSpace() *Error {
	return &Error{Code: ServerBusy,
		Message: "There is no space to keep this. Nothing has changed, and reads go on. Try again later."}
}

// WithHint sets the fault's hint, and returns the fault.
func (e *Error) WithHint(hint string) *Error {
	e.Hint = hint
	return e
}

// Error returns the code and the message.
func (e *Error) Error() string {
	text := e.Code.Name + ": " + e.Text()
	if e.Cause != nil {
		text += " (" + e.Cause.Error() + ")"
	}
	return text
}

// Text returns the fault's message, without the request ID and time that bodies add.
func (e *Error) Text() string {
	if e.Message != "" {
		return e.Message
	}
	return e.Code.Message
}

// Unwrap lets errors.Is find both the code and the cause.
func (e *Error) Unwrap() []error {
	if e.Cause == nil {
		return []error{e.Code}
	}
	return []error{e.Code, e.Cause}
}
