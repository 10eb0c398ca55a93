// Package model holds a test of the engine by generation: the table service once more, as plain maps
// that are searched through for every request, and a generator of requests. Engine and model get the
// same ones, and everything that the engine answers must be what the model answers.
//
// In the story: beside the hosts. It has no code but its tests. The model is written from the
// documentation of the service and shares nothing with the engine that says what an answer means:
// it has its own filters, its own order, its own bodies and its own errors.
package model
