// Package relay runs scripts for programs that send the requests themselves, such as a page with an
// account outside it.
//
// A script runs against a Target, which answers its requests. The Target here is a program outside: each
// request comes out as a Turn, and the run pauses until the program returns the answer. So language,
// signatures and judgement are the same as in every other run, and the program needs to know none of
// them.
//
// Our endpoint tells plan and cost in headers of its answers, which are read here.
package relay
