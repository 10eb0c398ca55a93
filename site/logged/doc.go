// Package logged makes of a request and its answer what the page of requests shows of them. It doesn't keep
// headers, bodies or signatures.
package logged
