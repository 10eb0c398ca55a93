// Package datadir keeps accounts in a folder, so that they outlive the process that serves them: one
// journal for each account, to which every transaction is appended before it is answered.
//
// In the story: a host's own, beside httphost. Package journal hands over the record of what a
// transaction wrote as its last step; here that is one write at the end of a file. Opening an
// account replays the file, and cuts off a last record that was not written to its end. A journal
// that has become much longer than what it holds is written anew beside itself and renamed.
//
// What was answered survives the end of the process, however it ends. What was answered a second
// before the end survives a failure of the system or of its power, too, as far as the disk keeps its
// word; the files are told to the disk once a second.
//
// One process at a time uses a folder. A journal that was damaged in its middle is refused and left
// as it is, since no one but its owner can say what to do about it. The package knows what a journal
// is, and nothing of what is in its records.
package datadir
