// Package suggest proposes keys for the questions that a design answers badly: other keys in its place, or a
// copy under a second key. For load that meets in one partition, or at the end of a table, it proposes shards. A proposal is made of the question's terms, written into the file, and measured;
// what isn't better is dropped. It refuses nothing: a file without such questions has no proposals.
package suggest
