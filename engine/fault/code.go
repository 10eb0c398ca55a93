package fault

// Code is the service's name for what went wrong.
type Code string

// Error makes a Code an error, to be matched with errors.Is.
func (c Code) Error() string { return string(c) }

// Status returns the HTTP status of the code.
func (c Code) Status() int { return catalogue[c].status }

// Message returns the code's usual text, without the trailer that bodies carry.
func (c Code) Message() string { return catalogue[c].message }

// Codes the engine answers with.
const (
	AtomFormatNotSupported                  Code = "AtomFormatNotSupported"
	AuthenticationFailed                    Code = "AuthenticationFailed"
	AuthorizationFailure                    Code = "AuthorizationFailure"
	AuthorizationPermissionMismatch         Code = "AuthorizationPermissionMismatch"
	AuthorizationProtocolMismatch           Code = "AuthorizationProtocolMismatch"
	AuthorizationResourceTypeMismatch       Code = "AuthorizationResourceTypeMismatch"
	AuthorizationServiceMismatch            Code = "AuthorizationServiceMismatch"
	AuthorizationSourceIPMismatch           Code = "AuthorizationSourceIPMismatch"
	CommandsInBatchActOnDifferentPartitions Code = "CommandsInBatchActOnDifferentPartitions"
	CorsPreflightFailure                    Code = "CorsPreflightFailure"
	DuplicatePropertiesSpecified            Code = "DuplicatePropertiesSpecified"
	EntityAlreadyExists                     Code = "EntityAlreadyExists"
	EntityTooLarge                          Code = "EntityTooLarge"
	HostInformationNotPresent               Code = "HostInformationNotPresent"
	InsufficientAccountPermissions          Code = "InsufficientAccountPermissions"
	InternalError                           Code = "InternalError"
	InvalidAuthenticationInfo               Code = "InvalidAuthenticationInfo"
	InvalidDuplicateRow                     Code = "InvalidDuplicateRow"
	InvalidHeaderValue                      Code = "InvalidHeaderValue"
	InvalidInput                            Code = "InvalidInput"
	InvalidQueryParameterValue              Code = "InvalidQueryParameterValue"
	InvalidResourceName                     Code = "InvalidResourceName"
	InvalidURI                              Code = "InvalidUri"
	JSONFormatNotSupported                  Code = "JsonFormatNotSupported"
	JSONVerboseFormatNotSupported           Code = "JsonVerboseFormatNotSupported"
	MediaTypeNotSupported                   Code = "MediaTypeNotSupported"
	MethodNotAllowed                        Code = "MethodNotAllowed"
	NotImplemented                          Code = "NotImplemented"
	OutOfRangeInput                         Code = "OutOfRangeInput"
	OutOfRangeQueryParameterValue           Code = "OutOfRangeQueryParameterValue"
	PropertiesNeedValue                     Code = "PropertiesNeedValue"
	PropertyNameInvalid                     Code = "PropertyNameInvalid"
	PropertyNameTooLong                     Code = "PropertyNameTooLong"
	PropertyValueTooLarge                   Code = "PropertyValueTooLarge"
	RequestBodyTooLarge                     Code = "RequestBodyTooLarge"
	ResourceNotFound                        Code = "ResourceNotFound"
	TableAlreadyExists                      Code = "TableAlreadyExists"
	TableBeingDeleted                       Code = "TableBeingDeleted"
	TableNotFound                           Code = "TableNotFound"
	TooManyProperties                       Code = "TooManyProperties"
	UnsupportedHTTPVerb                     Code = "UnsupportedHttpVerb"
	UpdateConditionNotSatisfied             Code = "UpdateConditionNotSatisfied"
	XMethodIncorrectCount                   Code = "XMethodIncorrectCount"
	XMethodIncorrectValue                   Code = "XMethodIncorrectValue"
	XMethodNotUsingPost                     Code = "XMethodNotUsingPost"
)

// Texts that one code shares with another cause, each the service's own.
const (
	TextProcessing    = "An error occurred while processing this request."
	TextQuerySyntax   = "Bad Request - Error in query syntax."
	TextInputRange    = "One of the request inputs is out of range."
	TextPreflight     = "A required CORS header is not present."
	TextNameLength    = "The specified resource name length is not within the permissible limits."
	TextTransaction   = "The batch request operation exceeds the maximum 100 changes per change set."
	TextMalformedETag = "The etag value '%s' specified in one of the request headers is not valid. " +
		"Please make sure only one etag value is specified and is valid."
	TextBothConditions = "Both If-Match and If-None-Match HTTP headers cannot be specified at the " +
		"same time. Please specify either one of the headers or none of them."
)
