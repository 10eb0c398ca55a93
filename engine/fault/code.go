package fault

// Code is one thing that can be wrong: the service's name for it, the HTTP status it's answered with,
// and the message it usually carries. Some names come with more than one status or message; each of
// these is a Code of its own.
//
// A Code is an error, so that errors.Is(err, fault.EntityAlreadyExists) asks for it.
type Code struct {
	Name    string
	Status  int
	Message string // without the trailer that bodies carry
}

// Error returns the name.
func (c Code) Error() string { return c.Name }

// Messages that the table service gives with codes whose usual message is another.
const (
	TextProcessing    = "An error occurred while processing this request."
	TextQuerySyntax   = "Bad Request - Error in query syntax."
	TextTransaction   = "The batch request operation exceeds the maximum 100 changes per change set."
	TextMalformedETag = "The etag value '%s' specified in one of the request headers is not valid. " +
		"Please make sure only one etag value is specified and is valid."
	TextBothConditions = "Both If-Match and If-None-Match HTTP headers cannot be specified at the " +
		"same time. Please specify either one of the headers or none of them."
)
