// Package queue is the queue service of an account, as far as the patterns need it.
package queue
