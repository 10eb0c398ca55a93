// Package model tests the engine with generated requests. It has a second implementation of the table
// service, plain maps that are searched for every request, and a generator of requests. Engine and model get
// the same requests, and must give the same answers.
//
// The package has tests only. The model is written from the service's documentation. It shares no code with
// the engine that decides what an answer means: it has its own filters, order, bodies and errors.
package model
