// Package compile makes requests of a pattern: the best that the keys of a design allow, and why.
//
// A read is tried in every place where the entities are stored. A copy without a property that the pattern
// needs is left out, unless it has the keys of the originals, and reading these one by one costs less than
// any other plan. In each place the terms are put into the parts of the PartitionKey's template, then of
// the RowKey's, from left to right:
//
//  1. An equality becomes the text of its part, and the next part is tried.
//  2. Several values (in) become a request each, at most MaxRequests in all.
//  3. A range of time on a part that cuts time becomes a request for each bucket of the PartitionKey, at most
//     a year of days, unless one for the range reads as much. With one bucket it's an equality. An end that
//     the range doesn't have is that of the file's data, which end now.
//  4. A hash of a property that isn't fixed becomes a request for each of its values, and so does a property
//     without a term of which the file names all values, if that reads less or lets the RowKey's order count.
//  5. What comes first in the order of a limited question is asked for in one bucket of the PartitionKey
//     after another, in all of a bucket's partitions at once, until enough have come, if that's likely to be
//     worth it. What is in buckets that are hardly ever needed is one request.
//  6. A range, a unit of time or a prefix bounds its part if the format keeps or reverses order. That ends
//     the key: later parts bound nothing.
//  7. A part without a term ends the key too. What is before it is a prefix.
//
// A term that the keys fulfill exactly isn't in the $filter. Every other one is, so the answer is never
// wrong: a hash, lower case and cut times say less than their value, and between other texts of any length
// nobody sees where a string begins and ends.
//
// The limit becomes $top if the entities come in the order that's wanted. Otherwise the client reads all of
// them, sorts and takes the first. The service counts nothing and joins nothing either.
//
// Entities of several types or copies in one table are told apart by the literals at the beginning of their
// RowKeys, else of their PartitionKeys, else by the property TypeName, which every such entity then has.
//
// A question for several types is asked of each, or of all at once in a table that they share, if they're in
// the same partitions there, nothing else is between them, and that reads no more. What the RowKeys bound in
// different ways is in the $filter then, too.
//
// The best plan is a point query, and any other is better than a table scan. Between these it's the one that
// costs least by what the file says of the data: what it reads, and ten entities' worth for each request.
// With a skew, a value is taken to be as common as it is on average for those who ask.
package compile
