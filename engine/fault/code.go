package fault

// Code is a kind of error: the service's name for it, the HTTP status it's answered with, and the message
// it usually has. Where the service uses one name with several statuses or messages, each is a Code.
//
// A Code is itself an error, so errors.Is(err, fault.EntityAlreadyExists) works.
type Code struct {
	Name    string
	Status  int
	Message string // without the request ID and time that bodies add
}

// Error returns the name.
func (c Code) Error() string { return c.Name }

// Messages that the table service sometimes gives in place of a code's usual one.
const (
	TextProcessing    = "An error occurred while processing this request."
	TextQuerySyntax   = "Bad Request - Error in query syntax."
	TextTransaction   = "The batch request operation exceeds the maximum 100 changes per change set."
	TextMalformedETag = "The etag value '%s' specified in one of the request headers is not valid. " +
		"Please make sure only one etag value is specified and is valid."
	TextBothConditions = "Both If-Match and If-None-Match HTTP headers cannot be specified at the " +
		"same time. Please specify either one of the headers or none of them."
)
