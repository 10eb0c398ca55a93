// Package account is a storage account, which answers requests. It takes each request through the stages
// below; Do and serve have them in this order. It knows a service only by what that registers.
//
//	locate      service.Call.Locate  the URL → the account, the rest of the path, the parameters
//	route       the service          method, headers and address → an Operation
//	authorize   Options.Authorize    the signature → what the sender can do
//	parse, plan the Operation        parameters, headers and body → what to do in the store
//	apply       the Operation        doing it, in one transaction that account.go opens
//	encode      encode.go            a reply or a fault → the bytes of the answer
//
// Between authorize and parse, Call.Permit compares what the operation needs with what the sender can do. A
// preflight (OPTIONS) is answered by cors.go instead. What fails is encoded like a reply, and finish adds the
// headers of CORS and the host's own.
//
// clock.go stamps requests with strictly increasing times; faults.go turns the errors of inner packages
// into the service's; cors.go lets pages of other origins call; layout.go describes a table to pictures.
//
// The package doesn't import any service, so a program contains only the ones that it registers: tables
// alone in the small engine of a page, all of them with package full.
package account
