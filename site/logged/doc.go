// Package logged makes of a request and its answer what the page of requests shows of them. It keeps
// no signatures, and it has headers and bodies only if a host adds them.
package logged
