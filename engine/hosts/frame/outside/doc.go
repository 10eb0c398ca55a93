// Package outside answers the calls of a page that sends the requests of a file itself, to an account outside
// the page. It is the JSON of engine/language/relay, as package frame is that of engine/language/sandbox.
//
// The page begins with the requests of some lines, and does what each reply says until the run has ended:
//
//	{"op":"send","file":…,"text":…,"from":1,"to":12,"tables":[…],
//	 "now":ms,"host":…,"queue":…,"blob":…,"account":…,"key":…,"token":false,"longest":ms}
//	{"op":"answer","now":ms}                                       after a wait
//	{"op":"answer","now":ms,"status":200,"headers":[[name,value],…],"body":…}
//	{"op":"answer","now":ms,"error":…}                             there was no answer
//	    → {"wait":ms}
//	    → {"send":{"method":…,"url":…,"headers":[[name,value],…],"body":…}}
//	    → {"ok":…,"status":…,"view":…,"errors":[…],"steps":[…]}    the run has ended
//	{"op":"forget"} → {}            forgets the account, its key and what has succeeded there
//
// The last reply is what the call "play" of package playground would say. Requests that these refer to aren't
// sent again if they have succeeded in the same account. Without addresses, account and key, those of every
// emulator are used. A request that needs a longer wait than "longest" ends the run.
//
// With "token", the page has a shared access signature instead of a key. Each request that it needs to add
// that to has the header Authorization: SharedAccessSignature.
package outside
