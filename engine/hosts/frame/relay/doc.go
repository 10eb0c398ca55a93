// Package relay answers the calls of programs that send the requests of a script themselves, such as
// httpyac with our configuration (patterns/httpyac.config.cjs). It is the JSON of
// engine/language/relay, as package frame is that of engine/language/sandbox.
//
// The program begins with a request of a file, and does what each reply says until it gets results:
//
//	{"op":"begin","file":…,"text":…,"line":12,"now":ms,
//	 "host":…,"queue":…,"blob":…,"account":…,"key":…,"longest":ms}
//	{"op":"answer","now":ms}                                       after a wait
//	{"op":"answer","now":ms,"status":200,"headers":[[name,value],…],"body":…}
//	{"op":"answer","now":ms,"error":…}                             there was no answer
//	    → {"wait":ms}
//	    → {"send":{"method":…,"url":…,"headers":[[name,value],…],"body":…},"last":false}
//	    → {"results":[{"line":12,"verdicts":[["met" or "missed" or "skipped",text],…]},…]}
//
// The call's line is the line of the request or one above it. Results have the line of the request
// itself, and the result of the request that was asked for comes last. Without addresses, account and
// key, those of every emulator are used. A request that needs a longer wait than "longest" is skipped.
// As long as nothing in "begin" changes except line and time, a request that has run doesn't run again
// if the account is still as it left it.
//
// The playground sends some requests of a file and gets what the call "play" of package playground would
// reply. Requests that these refer to aren't sent again if they have succeeded in the same account, and
// nothing is ever deleted in advance:
//
//	{"op":"send","file":…,"text":…,"from":1,"to":12,"tables":[…],
//	 "now":ms,"host":…,"queue":…,"blob":…,"account":…,"key":…,"token":false,"longest":ms}
//	    → {"wait":ms}, {"send":…} as above, or
//	    → {"ok":…,"status":…,"view":…,"errors":[…],"steps":[…]}
//	{"op":"forget"} → {}            forgets the account, its key and what has succeeded there
//
// With "token", the program has a shared access signature instead of a key. Each request that it needs to add
// that to has the header Authorization: SharedAccessSignature.
package relay
