// Package playground answers the calls of a page in which a reader works on an account for longer: a
// workspace of csv and .http files. The account is that of a session, which package frame opens and closes.
//
//	{"op":"parse","file":…,"text":…,"session":…,"tables":[…]}
//	    → {"requests":[{"line":1,"end":9,"name":…,"title":…,"method":…,"target":…,"table":…,
//	       "refs":[…]},…],"errors":[{"fence":0,"line":1,"column":1,"message":…,"hint":…},…],
//	       "findings":[{"code":…,"error":false,"line":1,"column":1,"length":9,"says":…,"guide":…,
//	       "fix":{"label":…,"write":…}},…]}
//	{"op":"fill","session":…,"table":…,"text":…,"line":2}
//	    → {"stored":2000,"refused":0,"errors":[{"fence":0,"line":1,"column":1,"message":…,"hint":…},…]}
//	{"op":"play","session":…,"file":…,"text":…,"from":1,"to":9,"tables":[…],"edited":false}
//	    → {"ok":true,"status":…,"view":…,"errors":[…],"steps":[{"line":1,"name":…,"title":…,
//	       "before":false,"method":…,"target":…,"status":200,"ok":true,"plan":…,"read":1,"returned":1,
//	       "written":0,"transactions":1,"expectations":[{"text":…,"ok":true,"got":…,"line":1},…],
//	       "error":…,"request":{"method":…,"url":…,"headers":[[name,value],…],"body":…},
//	       "response":{"status":200,"headers":[[name,value],…],"body":…}},…]}
//	{"op":"tables","session":…}
//	    → {"tables":[{"name":…,"entities":1,"partitions":1,"bytes":1},…]}
//	{"op":"lanes","session":…,"table":…}
//	    → {"view":…}                                   the partitions of a table
//	{"op":"browse","session":…,"table":…,"filter":…,"from":[pk,rk] or null,"limit":100}
//	    → {"columns":[{"name":…,"type":…},…],"rows":[[{"v":…,"t":…} or null,…],…],
//	       "next":[pk,rk] or null,"read":100,"errors":[…]}
//	{"op":"dump","session":…,"table":…,"format":…,"from":[pk,rk] or null,"limit":2000}
//	    → {"text":…,"next":[pk,rk] or null}            csv, explorer, jsonl, json or http
//	{"op":"mark","session":…}
//	    → {"mark":1}                                   the state of the account, which costs nothing
//	{"op":"back","session":…,"mark":1}
//	    → {}                                           the account is as it was
//	{"op":"receive","text":…,"first":true}
//	    → {}                                           a part of a file that somebody brings in
//	{"op":"inspect","name":…}
//	    → {"format":…,"words":…,"rows":1,"refused":0,"notes":[…],"keyed":true,
//	       "suggestions":[{"keys":…,"words":…},…]}     what it is; or {"refusal":{"message":…,"hint":…}}
//	{"op":"convert","keys":0,"first":true}
//	    → {"text":…,"more":true,"bad":[{"line":1,"message":…,"hint":…},…],"refused":0,"notes":[…]}
//	{"op":"compare","mine":{"status":200,"headers":[[name,value],…],"body":…},"theirs":{…}}
//	    → {"same":false,"differences":[{"part":…,"here":…,"there":…},…]}
//	{"op":"describe","files":[{"name":…,"text":…},…]}
//	    → {"text":…,"notes":[…],"errors":[{"fence":0,"line":0,"column":0,"message":…,"hint":…}]}
//
// A request of "parse" begins on "line", which has ### or what comes first, and its last line with text is
// "end". "play" runs the requests that have a line between "from" and "to", or all. Those that they refer to
// run first, unless they have succeeded in this session; their steps have "before". Requests can refer to the
// tables of the account and to those in "tables".
//
// The "line" of "fill" is the number of the first line after the header, because a part of a file repeats its
// header. Types that a row tells with Name@type are known to its part only, so the header of later parts
// needs them: Name:Type.
//
// Only the first part of a dump has a header. The parts of json are items of an array, without brackets
// around them and commas between them. The last request of http has the name of the table. A session keeps
// its newest 50 marks, until it's closed or opened again.
//
// "compare" is package compare: what a client acts upon in two answers to the same request, here and there.
// "describe" is package design/infer: requests and data as a design file, or why they can't be.
package playground
