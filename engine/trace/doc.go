// Package trace describes what the engine did to answer one request, as plain data.
//
// The engine returns a Trace with every response. Pages take from it the plan, the cost, the partition
// lanes and the advice, and scripts check their expectations of plan and cost against it.
//
// A trace counts what the answer needed, not how long it took: the service promises no milliseconds, so
// the engine doesn't invent any. Of entities it has only the keys.
package trace
