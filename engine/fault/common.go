package fault

// Codes that every service of an account answers with.
//
// https://learn.microsoft.com/rest/api/storageservices/common-rest-api-error-codes
var (
	AuthenticationFailed = Code{"AuthenticationFailed", 403,
		"Server failed to authenticate the request. Make sure the value of Authorization header " +
			"is formed correctly including the signature."}
	AuthorizationFailure = Code{"AuthorizationFailure", 403,
		"This request is not authorized to perform this operation."}
	AuthorizationPermissionMismatch = Code{"AuthorizationPermissionMismatch", 403,
		"This request is not authorized to perform this operation using this permission."}
	AuthorizationProtocolMismatch = Code{"AuthorizationProtocolMismatch", 403,
		"This request is not authorized to perform this operation using this protocol."}
	AuthorizationResourceTypeMismatch = Code{"AuthorizationResourceTypeMismatch", 403,
		"This request is not authorized to perform this operation using this resource type."}
	AuthorizationServiceMismatch = Code{"AuthorizationServiceMismatch", 403,
		"This request is not authorized to perform this operation using this service."}
	AuthorizationSourceIPMismatch = Code{"AuthorizationSourceIPMismatch", 403,
		"This request is not authorized to perform this operation using this source IP " +
			"{SourceIP}."}
	CorsHeaderMissing    = Code{"InvalidHeaderValue", 400, "A required CORS header is not present."}
	CorsPreflightFailure = Code{"CorsPreflightFailure", 403,
		"CORS not enabled or no matching rule found for this request."}
	HostInformationNotPresent = Code{"HostInformationNotPresent", 400,
		"The required host information is not present in the request. You must send a non-empty " +
			"Host header or include the absolute URI in the request line."}
	InsufficientAccountPermissions = Code{"InsufficientAccountPermissions", 403,
		"The account being accessed does not have sufficient permissions to execute this " +
			"operation."}
	// AccountFull has words of ours, because the service's accounts are never full.
	AccountFull = Code{"RequestBodyTooLarge", 413,
		"The account is full: it can't store more than its limit. Delete something, or write less."}
	ServerBusy    = Code{"ServerBusy", 503, "The server is busy."}
	InternalError = Code{"InternalError", 500,
		"Server encountered an internal error. Please try again after some time."}
	InvalidAuthenticationInfo = Code{"InvalidAuthenticationInfo", 400,
		"Authentication information is not given in the correct format. Check the value of " +
			"Authorization header."}
	InvalidHeaderValue = Code{"InvalidHeaderValue", 400,
		"The value for one of the HTTP headers is not in the correct format."}
	InvalidQueryParameterValue = Code{"InvalidQueryParameterValue", 400,
		"Value for one of the query parameters specified in the request URI is invalid."}
	InvalidResourceName = Code{"InvalidResourceName", 400,
		"The specified resource name contains invalid characters."}
	InvalidURI = Code{"InvalidUri", 400,
		"The requested URI does not represent any resource on the server."}
	NoAuthenticationInformation = Code{"NoAuthenticationInformation", 401,
		"Server failed to authenticate the request. Please refer to the information in the " +
			"www-authenticate header."}
	// InvalidBearerToken has the name of InvalidAuthenticationInfo, and another status.
	InvalidBearerToken = Code{"InvalidAuthenticationInfo", 401,
		"Server failed to authenticate the request. Please refer to the information in the " +
			"www-authenticate header."}
	NotImplemented = Code{"NotImplemented", 501,
		"The requested operation is not implemented on the specified resource."}
	OperationTimedOut = Code{"OperationTimedOut", 500,
		"Operation could not be completed within the specified time."}
	OutOfRangeInput               = Code{"OutOfRangeInput", 400, "One of the request inputs is out of range."}
	OutOfRangeQueryParameterValue = Code{"OutOfRangeQueryParameterValue", 400,
		"One of the query parameters specified in the request URI is outside the permissible " +
			"range."}
	RequestBodyTooLarge = Code{"RequestBodyTooLarge", 413,
		"The request body is too large and exceeds the maximum permissible limit."}
	ResourceNameLength = Code{"OutOfRangeInput", 400,
		"The specified resource name length is not within the permissible limits."}
	UnsupportedHTTPVerb = Code{"UnsupportedHttpVerb", 405,
		"The resource doesn't support the specified HTTP verb."}
)
