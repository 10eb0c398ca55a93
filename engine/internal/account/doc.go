// Package account is a storage account: what answers requests. It takes each one through the stages,
// which Do and serve list in order, and knows the services only by what they register.
//
//	locate      service.Call.Locate  the URL → the account, the rest of the path, the parameters
//	route       the service          method, headers and address → an Operation
//	authorize   Options.Authorize    who asks → what they may do
//	parse, plan the Operation        the request's own text → what to do with the store
//	apply       account.go           doing it, in one transaction
//	encode      encode.go            a reply or a fault → the bytes of the answer
//
// clock.go stamps requests with strictly increasing times; faults.go turns the errors of inner packages
// into the service's; cors.go lets pages of other origins call; layout.go describes a table to pictures.
//
// The package doesn't import any service, so a program carries only those that it registers: the engine
// of a page has tables alone, and package full registers all of them.
package account
