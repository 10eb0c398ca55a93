// Package settings is what an account keeps about its services: the stored access policies of tables,
// queues and containers, the properties of each service with its rules for pages of other origins, and
// the statistics of the read-only copy.
//
// Of returns the part of a service that answers such requests, to be registered before the service
// itself. PolicyOf serves the check of signatures that lean on a stored policy, and RulesOf the account
// when a page of another origin calls.
//
// Logging and metrics are kept and given back; nothing is logged or measured for them.
//
// https://learn.microsoft.com/rest/api/storageservices/set-table-service-properties
package settings
