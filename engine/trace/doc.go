// Package trace says what the engine did to answer one request, as plain data.
//
// In the story: engine.Do returns a Trace beside every response. The plan sentence on a page, the
// cost of a request, the partition lanes, the advice and a script's expectations of plan and cost are
// all read from it.
//
// Counts are what the answer needed, not how long it took: the service promises no milliseconds, and
// neither do we. It holds no entity data beyond keys.
package trace
