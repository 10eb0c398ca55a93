// Package settings is what an account keeps about itself: the stored access policies of its tables,
// queues and containers, the properties of each service with its rules for pages of other origins,
// and the statistics of the read-only copy.
//
// In the story: the account asks Route whether a request is about a setting before the service itself
// sees it; auth asks PolicyOf when a signature leans on a stored policy; the account asks RulesOf when
// a page of another origin calls.
//
// Logging and metrics are kept and given back, and nothing is logged or measured for them.
//
// https://learn.microsoft.com/rest/api/storageservices/set-table-service-properties
package settings
