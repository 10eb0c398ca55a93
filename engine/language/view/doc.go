// Package view shows what an example did as a tree of elements: the plan in words, the entities as a
// table, the partitions as a picture, the expectations and the raw HTTP.
//
// It comes after a run, when every step has its response and its trace. When a page is built, the tree is
// written as HTML. When a reader runs an example again, the same tree goes to the page as JSON, and the page
// builds the elements. So a result from the build and a live one can't differ. A server's log shows its
// requests with the same words.
//
// Everything that a reader wrote (keys, values, filters, bodies) is text, never markup. The tree has no ids,
// styles, links or scripts, only tags and attributes that a page knows how to build. A picture never says
// anything that the words beside it don't. The package decides nothing about a request: plan, cost and
// verdicts come from the trace and the step.
package view
