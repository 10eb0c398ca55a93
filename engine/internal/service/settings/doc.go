// Package settings has the settings of services: the stored access policies of tables, queues and
// containers, the properties of each service, which include its CORS rules, and the statistics of the
// secondary endpoint.
//
// Of returns the part of a service that answers requests about them. An account registers it before the
// service itself. PolicyOf looks up the policy of a token, and RulesOf the CORS rules for a request.
//
// Logging and metrics settings are stored and returned, but nothing is logged or measured.
//
// https://learn.microsoft.com/rest/api/storageservices/set-table-service-properties
package settings
