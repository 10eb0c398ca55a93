package histories_test

import "math/rand/v2"

// draw makes a random request to a partition, or to a blob. drawn counts what is written. known is, by row,
// the last write whose ETag the client has, and with blobs a lease.
func draw(random *rand.Rand, ofBlob bool, drawn *int, known [rows]int) event {
	if ofBlob {
		return event{parts: []part{drawBlob(random, drawn, known[0])}}
	}
	switch kind := random.IntN(20); {
	case kind < 3:
		return event{parts: []part{{verb: get, row: random.IntN(rows)}}}
	case kind < 7:
		var parts []part
		for row := range rows {
			parts = append(parts, part{verb: get, row: row})
		}
		return event{parts: parts}
	case kind < 11:
		var parts []part
		for _, row := range random.Perm(rows)[:2+random.IntN(rows-1)] {
			parts = append(parts, drawPart(random, drawn, row, known))
		}
		return event{parts: parts}
	}
	return event{parts: []part{drawPart(random, drawn, random.IntN(rows), known)}}
}

func drawPart(random *rand.Rand, drawn *int, row int, known [rows]int) part {
	*drawn++
	p := part{verb: verb(random.IntN(int(get))), row: row, id: *drawn, field: random.IntN(2)}
	if p.verb == insert {
		return p
	}
	switch kind := random.IntN(10); {
	case kind < 5:
		p.match = known[row]
	case kind < 7:
		p.match = anyETag
	}
	if p.verb == remove && p.match == 0 {
		p.match = anyETag
	}
	return p
}

func drawBlob(random *rand.Rand, drawn *int, lease int) part {
	*drawn++
	p := part{verb: write + verb(random.IntN(int(breakUp-write)+1)), id: *drawn}
	switch p.verb {
	case write:
		if random.IntN(3) > 0 {
			p.match = lease
		}
	case renew, change, release:
		if p.match = lease; lease == 0 {
			p = part{verb: read}
		}
	}
	if p.verb == breakUp && random.IntN(2) == 0 {
		p = part{verb: read}
	}
	return p
}
