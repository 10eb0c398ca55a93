package fault

// Codes of the blob service.
//
// https://learn.microsoft.com/rest/api/storageservices/blob-service-error-codes
var (
	AccessTierChangeTimeConditionNotMet = Code{"AccessTierChangeTimeConditionNotMet", 412,
		"The condition on the time of the last change of the access tier is not met."}
	AppendPositionConditionNotMet = Code{"AppendPositionConditionNotMet", 412,
		"The append position condition specified was not met."}
	BlobAlreadyExists   = Code{"BlobAlreadyExists", 409, "The specified blob already exists."}
	BlobArchived        = Code{"BlobArchived", 409, "This operation is not permitted on an archived blob."}
	BlobBeingRehydrated = Code{"BlobBeingRehydrated", 409,
		"This operation is not permitted because the blob is being rehydrated."}
	BlobIsSealed           = Code{"BlobIsSealed", 409, "The specified append blob is sealed."}
	BlobNotFound           = Code{"BlobNotFound", 404, "The specified blob does not exist."}
	BlockCountExceedsLimit = Code{"BlockCountExceedsLimit", 409,
		"The committed block count cannot exceed the maximum limit of 50,000 blocks."}
	BlockListTooLong = Code{"BlockListTooLong", 400,
		"The block list may not contain more than 50,000 blocks."}
	DuplicateTagNames           = Code{"DuplicateTagNames", 400, "The tags specified contain duplicate names."}
	ExceedsMaxBatchRequestCount = Code{"ExceedsMaxBatchRequestCount", 400,
		"The batch operation exceeds maximum number of allowed subrequests."}
	InvalidBlobOrBlock = Code{"InvalidBlobOrBlock", 400,
		"The specified blob or block content is invalid."}
	InvalidBlockList       = Code{"InvalidBlockList", 400, "The specified block list is invalid."}
	CannotVerifyCopySource = Code{"CannotVerifyCopySource", 404,
		"Could not verify the copy source within the specified time."}
	CRC64Mismatch = Code{"Crc64Mismatch", 400,
		"The CRC64 value specified in the request did not match with the CRC64 value calculated by " +
			"the server."}
	ContainerAlreadyExists = Code{"ContainerAlreadyExists", 409, "The specified container already exists."}
	ContainerBeingDeleted  = Code{"ContainerBeingDeleted", 409, "The specified container is being deleted."}
	ContainerNotFound      = Code{"ContainerNotFound", 404, "The specified container does not exist."}
	InvalidBlobType        = Code{"InvalidBlobType", 409, "The blob type is invalid for this operation."}
	InvalidMD5             = Code{"InvalidMd5", 400,
		"The MD5 value specified in the request is invalid. The MD5 value must be 128 bits and " +
			"Base64-encoded."}
	InvalidRange = Code{"InvalidRange", 416,
		"The range specified is invalid for the current size of the resource."}
	InvalidTag = Code{"InvalidTag", 400,
		"The tags specified are invalid. It contains characters that are not permitted."}
	LeaseAlreadyPresent = Code{"LeaseAlreadyPresent", 409, "There is already a lease present."}
	LeaseIDMismatch     = Code{"LeaseIdMismatchWithLeaseOperation", 409,
		"The lease ID specified did not match the lease ID for the blob/container."}
	LeaseIDMismatchWithBlob = Code{"LeaseIdMismatchWithBlobOperation", 412,
		"The lease ID specified did not match the lease ID for the blob."}
	LeaseIDMismatchWithContainer = Code{"LeaseIdMismatchWithContainerOperation", 412,
		"The lease ID specified did not match the lease ID for the container."}
	LeaseIDMissing = Code{"LeaseIdMissing", 412,
		"There is currently a lease on the blob/container and no lease ID was specified in the request."}
	LeaseIsBreakingAndCannotBeAcquired = Code{"LeaseIsBreakingAndCannotBeAcquired", 409,
		"The lease ID matched, but the lease is currently in breaking state and cannot be acquired until " +
			"it is broken."}
	LeaseIsBreakingAndCannotBeChanged = Code{"LeaseIsBreakingAndCannotBeChanged", 409,
		"The lease ID matched, but the lease is currently in breaking state and cannot be changed."}
	LeaseIsBrokenAndCannotBeRenewed = Code{"LeaseIsBrokenAndCannotBeRenewed", 409,
		"The lease ID matched, but the lease has been broken explicitly and cannot be renewed."}
	LeaseLost = Code{"LeaseLost", 412,
		"A lease ID was specified, but the lease for the blob/container has expired."}
	LeaseNotPresent = Code{"LeaseNotPresentWithLeaseOperation", 409,
		"There is currently no lease on the blob/container."}
	LeaseNotPresentWithBlob = Code{"LeaseNotPresentWithBlobOperation", 412,
		"There is currently no lease on the blob."}
	LeaseNotPresentWithContainer = Code{"LeaseNotPresentWithContainerOperation", 412,
		"There is currently no lease on the container."}
	MD5Mismatch = Code{"Md5Mismatch", 400,
		"The MD5 value specified in the request did not match with the MD5 value calculated by " +
			"the server."}
	MaxBlobSizeConditionNotMet = Code{"MaxBlobSizeConditionNotMet", 412,
		"The max blob size condition specified was not met."}
	NoPendingCopyOperation = Code{"NoPendingCopyOperation", 409,
		"There is currently no pending copy operation."}
	NotModified = Code{"ConditionNotMet", 304,
		"The condition specified using HTTP conditional header(s) is not met."}
	SnapshotsPresent = Code{"SnapshotsPresent", 409,
		"This operation is not permitted while the blob has snapshots."}
	SourceConditionNotMet = Code{"SourceConditionNotMet", 412,
		"The source condition specified using HTTP conditional header(s) is not met."}
	TagsTooLarge = Code{"TagsTooLarge", 400,
		"The tags specified exceed the maximum permissible limit."}
	UnauthorizedBlobOverwrite = Code{"UnauthorizedBlobOverwrite", 403,
		"This request is not authorized to perform blob overwrites."}
)
