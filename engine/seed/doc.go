// Package seed fills an account for tests with what files leave in it: the data of tables, in any form that
// package convert reads, and the requests of .http files.
package seed
