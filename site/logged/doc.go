// Package logged makes of a request and its answer what the page of requests shows of them. It doesn't keep
// signatures, and headers and bodies only where a host adds them.
package logged
