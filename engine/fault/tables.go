package fault

// Codes of the table service.
//
// https://learn.microsoft.com/rest/api/storageservices/table-service-error-codes
var (
	AtomFormatNotSupported = Code{"AtomFormatNotSupported", 415,
		"Atom format is not supported."}
	CommandsInBatchActOnDifferentPartitions = Code{"CommandsInBatchActOnDifferentPartitions", 400,
		"All commands in a batch must operate on same entity group."}
	DuplicatePropertiesSpecified = Code{"DuplicatePropertiesSpecified", 400,
		"A property is specified more than one time."}
	EntityAlreadyExists = Code{"EntityAlreadyExists", 409, "The specified entity already exists."}
	EntityTooLarge      = Code{"EntityTooLarge", 400,
		"The entity is larger than the maximum allowed size (1MB)."}
	InvalidDuplicateRow = Code{"InvalidDuplicateRow", 400,
		"The batch request contains multiple changes with same row key. An entity can appear " +
			"only once in a batch request."}
	InvalidInput     = Code{"InvalidInput", 400, "One of the request inputs is not valid."}
	InvalidTableName = Code{"InvalidResourceName", 400,
		"The specifed resource name contains invalid characters."}
	JSONFormatNotSupported        = Code{"JsonFormatNotSupported", 415, "JSON format is not supported."}
	JSONVerboseFormatNotSupported = Code{"JsonVerboseFormatNotSupported", 415,
		"JSON verbose format is not supported."}
	MediaTypeNotSupported = Code{"MediaTypeNotSupported", 415,
		"None of the provided media types are supported"}
	MethodNotAllowed = Code{"MethodNotAllowed", 405,
		"The requested method is not allowed on the specified resource."}
	PropertiesNeedValue = Code{"PropertiesNeedValue", 400,
		"The values are not specified for all properties in the entity."}
	PropertyNameInvalid = Code{"PropertyNameInvalid", 400, "The property name is invalid."}
	PropertyNameTooLong = Code{"PropertyNameTooLong", 400,
		"The property name exceeds the maximum allowed length (255)."}
	PropertyValueTooLarge = Code{"PropertyValueTooLarge", 400,
		"The property value exceeds the maximum allowed size (64KB). If the property value is a " +
			"string, it is UTF-16 encoded and the maximum number of characters should be 32K or less."}
	ResourceNotFound   = Code{"ResourceNotFound", 404, "The specified resource does not exist."}
	TableAlreadyExists = Code{"TableAlreadyExists", 409, "The table specified already exists."}
	TableBeingDeleted  = Code{"TableBeingDeleted", 409,
		"The specified table is being deleted. Try operation later."}
	TableNotFound     = Code{"TableNotFound", 404, "The table specified does not exist."}
	TooManyProperties = Code{"TooManyProperties", 400,
		"The entity contains more properties than allowed. Each entity can include up to 252 " +
			"properties to store data. Each entity also has 3 system properties."}
	UpdateConditionNotSatisfied = Code{"UpdateConditionNotSatisfied", 412,
		"The update condition specified in the request was not satisfied."}
	XMethodIncorrectCount = Code{"XMethodIncorrectCount", 400, "More than one X-HTTP-Method is specified."}
	XMethodIncorrectValue = Code{"XMethodIncorrectValue", 400, "The specified X-HTTP-Method is invalid."}
	XMethodNotUsingPost   = Code{"XMethodNotUsingPost", 400,
		"The request uses X-HTTP-Method with an HTTP verb other than POST."}
)
