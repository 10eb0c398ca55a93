// Package histories records what concurrent clients ask an endpoint and what it answers, while it is killed
// now and then, and checks that there is an order of the requests in which each answer is right. That is
// called linearizability; github.com/anishathalye/porcupine decides it.
//
// A partition of a table is one object, because a transaction is for one partition, and so is a blob with its
// lease. What happened to one object is checked without the others. A request without an answer may have
// been done or not, until its server was killed.
//
// A history that can't be is shortened to the requests that show it, and printed with a link that opens them
// in the page for two clients. The package has tests only.
package histories
