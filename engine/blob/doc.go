// Package blob is the blob service of an account, as far as the patterns need it.
package blob
