// Package jsontext reads JSON without building anything from it. A Value is a piece of the text that it was
// found in, and its members and elements are looked up when they are asked for.
//
// Request bodies, expectations and the calls of pages are read with it. Check a text with Valid first: Parse
// and the methods of a Value rely on it. JSON is written by appending, wherever that is needed.
//
// encoding/json would bring reflection and fmt, and make the engine that pages load a fifth larger.
package jsontext
