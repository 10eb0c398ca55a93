package generate

// counted numbers the entities with the same value of a property. It has to know all before one, which it
// counts once.
type counted struct {
	of      field
	numbers []int32     // of each entity so far
	counts  map[int]int // by value
}

// before returns how many entities before number i have its value.
func (c *counted) before(i int) int {
	for len(c.numbers) <= i {
		n := c.of.number(len(c.numbers))
		c.numbers = append(c.numbers, int32(c.counts[n]))
		c.counts[n]++
	}
	return int(c.numbers[i])
}
