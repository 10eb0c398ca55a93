package figure

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/trace"
)

// drawColumns draws a column for each partition, with a box for each entity that was read or written
// there.
func drawColumns(c *canvas, _ *Figure, s state) string {
	var sides [][]trace.Partition
	columns, most, room := 0, 1, c.width
	for _, one := range s {
		all := one.partitions()
		sides = append(sides, all)
		columns += len(all)
		for _, p := range all {
			most = max(most, p.Read+p.Written)
		}
	}
	const gap, top, height = 28, 2 * line, 132
	titles := 0
	for i, one := range s {
		titles = max(titles, extent(bold, one.label), extent(plain, "busiest: 1,000"))
		if len(sides[i]) == 1 {
			room -= titles
			columns--
		}
	}
	pitch := min(56, (room-gap*(len(s)-1))/max(1, columns))
	box := min(10, max(3, height/most))
	bottom := top + box*most
	x := 0
	var words []string
	for i, one := range s {
		busiest := 0
		c.text(bold, "", x, 14, one.label)
		wideAs, at := len(sides[i])*pitch, x
		if len(sides[i]) == 1 {
			wideAs = titles
		}
		labels := differing(sides[i])
		for k, p := range sides[i] {
			n := p.Read + p.Written
			busiest = max(busiest, n)
			for row := range n {
				c.box(hit, at+1, bottom-(row+1)*box, pitch-3, box-1)
			}
			c.path(frame, "M%d %dh%d", at, bottom, pitch-1)
			if len(sides[i]) == 1 || extent(mono, labels[k])+4 <= pitch {
				anchor, middle := "middle", at+pitch/2
				if len(sides[i]) == 1 {
					anchor, middle = "", at
				}
				c.text(mono, anchor, middle, bottom+15, labels[k])
			}
			at += pitch
		}
		sum := "busiest: " + view.Number(busiest)
		c.text(small, "", x, 14+line, sum)
		words = append(words, fmt.Sprintf("%s: %s, and the busiest takes %s.", one.label,
			view.Count(len(sides[i]), "partition", "partitions"), view.Number(busiest)))
		x += max(wideAs, extent(plain, sum)) + gap
	}
	c.y = bottom + 20
	return strings.Join(words, " ")
}

// partitions are those that the requests worked in, in key order.
func (s side) partitions() []trace.Partition {
	var all trace.Trace
	for _, r := range s.ran {
		all.Add(trace.Trace{Partitions: r.Partitions})
	}
	all.SortPartitions()
	return all.Partitions
}

// differing are the ends of the partitions' keys, from where they differ.
func differing(all []trace.Partition) []string {
	var keys []string
	for _, p := range all {
		keys = append(keys, p.PartitionKey)
	}
	return ends(keys)
}

// ends leaves out what all keys begin with, up to the last separator in it.
func ends(keys []string) []string {
	if len(keys) < 2 {
		return keys
	}
	first, last := slices.Min(keys), slices.Max(keys)
	same := 0
	for same < len(first) && same < len(last) && first[same] == last[same] {
		same++
	}
	same = strings.LastIndexAny(first[:same], "-_|:T") + 1
	short := make([]string, len(keys))
	for i, key := range keys {
		short[i] = key[same:]
	}
	return short
}
