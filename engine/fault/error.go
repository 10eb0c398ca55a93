package fault

// Stage says how far a request had come when its fault was raised. Two things about a table's answer
// depend on it: which headers it carries, and whether a one-operation transaction names its index.
type Stage uint8

const (
	// Execution is the stage of the stored data: existence, conditions, sizes.
	Execution Stage = iota
	// Validation is the stage of the request's own text: path, body, options.
	Validation
	// Early is Validation before the service has chosen its reply headers: such answers carry neither
	// Cache-Control nor Preference-Applied.
	Early
)

// Error is one fault: a Code and what happened.
type Error struct {
	Code    Code
	Message string // in place of the code's usual one; "" for that
	Stage   Stage
	Start   int    // for a $filter: first byte of what is wrong in it
	End     int    // one past the last byte; 0 when the fault has no place
	Hint    string // for people, shown beside the answer and never in its body
	Cause   error  // for the trace; never sent
}

// New returns an execution fault with the code's usual message.
func New(code Code) *Error { return &Error{Code: code} }

// Invalid returns a fault of the request's own text. message "" takes the code's usual one.
func Invalid(code Code, message string) *Error {
	return &Error{Code: code, Message: message, Stage: Validation}
}

// Refused is Invalid for the faults the service raises before it has chosen its reply headers.
func Refused(code Code, message string) *Error {
	return &Error{Code: code, Message: message, Stage: Early}
}

// Internal returns the fault of an error that no client has caused.
func Internal(cause error) *Error { return &Error{Code: InternalError, Cause: cause} }

// WithHint gives the fault advice for people, and returns it.
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

// Text returns the message as the service words it, without the trailer that bodies carry.
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
