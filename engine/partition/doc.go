// Package partition is a model of how the service spreads a load over its servers: ranges of PartitionKeys,
// the servers that have them, a partition manager that splits and moves ranges, requests that are refused,
// and clients that try again.
//
// The service doesn't publish how it does this, so the model is made of what a paper and the documentation
// say, and of assumptions for the rest. Assumptions.List has every number with its unit and where it comes
// from, so that a page can show and change them. docs/load-model.md says what the model can't tell.
//
// Time is virtual and random numbers come from a seed, so a scenario gives the same result everywhere, to the
// last bit. That's why logarithms are computed here: the standard library's differ by processor.
//
// Run takes a Scenario and returns a Result. Parse reads scenarios from the lines of a load fence. What a
// result says in words comes from here, too, so that a picture and its text agree.
package partition
