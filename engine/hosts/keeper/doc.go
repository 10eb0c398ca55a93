// Package keeper keeps an account for a program that has no files, such as one in a Durable Object.
//
// The host brings a Keeper: somewhere to put the account's journal, such as the rows of a database. Open
// reads it, and from then on every transaction hands over its record as its last step, so that a write which
// can't be kept is undone. When the journal has become long, it's replaced by the current data.
//
// datadir is the same for files, which can be cut short and have to be synced. A Keeper does neither: it
// keeps a record as a whole or not at all.
package keeper
