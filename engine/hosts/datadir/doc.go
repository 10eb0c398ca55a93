// Package datadir keeps accounts in a folder, so that they outlive the process that serves them. Each
// account has a journal file, and every transaction is appended to it before it is answered.
//
// It's for native hosts, beside httphost. Package journal passes it the record of each transaction as the
// last step of that transaction, and it appends the record to the file with one write. Opening an account
// replays the file, and cuts off a last record that is incomplete. When a journal gets much longer than
// its content, it is compacted: a new file is written and renamed over the old one.
//
// Answered requests survive the end of the process, no matter how it ends. Files are synced once a second,
// so a failure of the system or its power loses at most the last second, if the disk does what it says.
//
// One process at a time can use a folder. A journal that is damaged in the middle is refused and not
// touched, because only its owner can decide what to do. The package doesn't know what records contain.
package datadir
