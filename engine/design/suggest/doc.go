// Package suggest proposes keys for the questions that a design answers badly: other keys in its place, or a
// copy under a second key. For load that meets in a partition, or at the end of a table, it proposes shards.
// If several questions need it, it composes a whole design first, and it says which one to take. A proposal
// is written into the file and measured. Keys that aren't better are dropped; shards have a price, which is
// said. It refuses nothing: a file without such questions and load has no proposals.
package suggest
