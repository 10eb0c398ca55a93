package figure

// ticks draws partitions as boxes side by side, with a tick for each entity or for as many as there's
// room for.
func (c *canvas) ticks(t table, last bool) {
	const height, gap = 26, 6
	entities := max(1, t.size())
	boxes := len(t.lanes)
	room := c.width - gap*(boxes-1)
	between := gap
	if room < c.width/2 { // so many partitions that they touch
		room, between = c.width, 0
	}
	each := 1 // entities of a tick
	for entities/each*3 > room {
		each *= 2
	}
	if last {
		c.y += line
	}
	x, done, end, touched := 0, 0, 0, 0
	keys := make([]string, boxes)
	for i, l := range t.lanes {
		keys[i] = l.key
		if l.spans() != nil {
			touched++
		}
	}
	labels := ends(keys)
	for i, l := range t.lanes {
		from := x
		done += len(l.cells)
		to := done*room/entities + i*between
		c.box(frame, from, c.y, max(2, to-from), height)
		c.lane(l, from+1, to-1, c.y+2, height-4, each)
		for _, r := range l.spans() {
			left, right := from+r.from*(to-from)/len(l.cells), from+(r.to+1)*(to-from)/len(l.cells)
			c.path(bracket, "M%d %dH%d", left, c.y+height+3, max(left+2, right))
		}
		if boxes == 1 {
			c.text(mono+" "+small, "", from, c.y+height+17, fit(l.cells[0].rowKey, c.width/2-8))
			c.text(mono+" "+small, "end", to, c.y+height+17, fit(l.cells[len(l.cells)-1].rowKey, c.width/2-8))
		} else if long := extent(mono, labels[i]); long <= to-from || touched == 1 && l.spans() != nil {
			if left := max(0, min((from+to-long)/2, c.width-long)); left >= end {
				c.text(mono, "", left, c.y+height+17, labels[i])
				end = left + long + 6
			}
		}
		if last && i == boxes-1 {
			c.arrow((from+to)/2, c.y-12, (from+to)/2, c.y-1)
			c.text(small, "end", (from+to)/2-8, c.y-4, "every write of now")
		}
		x = to + between
	}
	c.y += height + 22
}

// lane draws the ticks of a partition between two positions. A tick of several entities is as the most
// wanted of them.
func (c *canvas) lane(l lane, from, to, y, height, each int) {
	rank := map[string]int{free: 0, waste: 1, hit: 2}
	count := (len(l.cells) + each - 1) / each
	for i := range count {
		class := free
		for _, one := range l.cells[i*each : min(len(l.cells), (i+1)*each)] {
			if rank[one.class] > rank[class] {
				class = one.class
			}
		}
		left, right := from+(to-from)*i/count, from+(to-from)*(i+1)/count
		c.box(class, left, y, max(1, right-left-1), height)
	}
}
