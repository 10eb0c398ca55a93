package fault

// Codes of the queue service.
//
// https://learn.microsoft.com/rest/api/storageservices/queue-service-error-codes
var (
	MessageNotFound    = Code{"MessageNotFound", 404, "The specified message does not exist."}
	PopReceiptMismatch = Code{"PopReceiptMismatch", 400,
		"The specified pop receipt did not match the pop receipt for a dequeued message."}
	QueueAlreadyExists = Code{"QueueAlreadyExists", 409, "The specified queue already exists."}
	QueueBeingDeleted  = Code{"QueueBeingDeleted", 409, "The specified queue is being deleted."}
	QueueNotFound      = Code{"QueueNotFound", 404, "The specified queue does not exist."}
)
