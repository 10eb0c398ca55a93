package design

// kinds are what pages write for each kind of plan, and the class that colours it.
var kinds = [...]struct{ glyph, words, class string }{
	PointQuery:         {"●", "Point query", "point"},
	PointQueries:       {"●", "Point queries", "point"},
	RangeQuery:         {"▬", "Range query", "range"},
	RangeQueries:       {"▬", "Range queries", "range"},
	PartitionScan:      {"▤", "Partition scan", "partition-scan"},
	PartitionScans:     {"▤", "Partition scans", "partition-scan"},
	PartitionRangeScan: {"▥", "Partition range scan", "partition-range-scan"},
	TableScan:          {"▦", "Table scan", "table-scan"},
	Write:              {"✎", "Write", "write"},
	Writes:             {"✎", "Writes", "write"},
}

// Shown returns what a page writes for a kind, and what follows kind- in its class.
func (k Kind) Shown() (glyph, words, class string) {
	return kinds[k].glyph, kinds[k].words, kinds[k].class
}
