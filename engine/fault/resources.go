package fault

// Codes that queues, blobs and the settings of services share.
//
// https://learn.microsoft.com/rest/api/storageservices/common-rest-api-error-codes
var (
	ConditionNotMet = Code{"ConditionNotMet", 412,
		"The condition specified using HTTP conditional header(s) is not met."}
	InvalidMetadata = Code{"InvalidMetadata", 400,
		"The metadata specified is invalid. It has characters that are not permitted."}
	InvalidXMLDocument = Code{"InvalidXmlDocument", 400, "XML specified is not syntactically valid."}
	MetadataTooLarge   = Code{"MetadataTooLarge", 400,
		"The size of the specified metadata exceeds the maximum size permitted."}
	MissingRequiredHeader = Code{"MissingRequiredHeader", 400,
		"An HTTP header that's mandatory for this request is not specified."}
	MissingRequiredQueryParameter = Code{"MissingRequiredQueryParameter", 400,
		"A query parameter that's mandatory for this request is not specified."}
	InvalidXMLNodeValue = Code{"InvalidXmlNodeValue", 400,
		"The value provided for one of the XML nodes in the request body was not in the correct format."}
	MissingRequiredXMLNode = Code{"MissingRequiredXmlNode", 400,
		"A required XML node was not specified in the request body."}
)
