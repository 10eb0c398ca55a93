// Package protocol is the contract between the engine and the programs around it: what a page, or
// another JavaScript host, can call, and what is replied. All of it is JSON, and all of it is the
// structs of this package. site/ui/protocol.ts, their types in TypeScript, is generated.
//
// To add a call:
//
//  1. Write its struct, CountCall, with comments, and CountReply if it has anything to say. One to the
//     account of a session embeds InSession.
//  2. Run go generate ./engine/protocol, and commit what that changes.
//  3. Answer it: protocol.On(h.Calls, count), with func count(c *protocol.CountCall) protocol.Reply. In
//     hosts/frame/playground one with a session is a method of its desk: onDesk(p, (*desk).count).
//  4. Call it in a page: await client.run({ op: "count", … }, watch) knows the types of both.
//
// A field that can be missing has omitempty; a pointer without it can be null. For an object that has only
// the field with alone:"true", a string is accepted. A field named _ with is:"ok=true" is a member that
// always has that value. A struct whose fields have no tags is an array. An interface of structs is one of
// them, and a string type with constants is one of these. Directives above a type say the rest:
//
//	//protocol:members    an object whose members are the items of a list
//	//protocol:ts T       the type in TypeScript
package protocol

//go:generate go run ./generate
