package table

import (
	"time"
)

// Ticks is an instant in UTC, counted in units of 100 ns since 0001-01-01. Timestamps and Edm.DateTime
// values have this resolution in the service.
type Ticks int64

// The range of Edm.DateTime.
// https://learn.microsoft.com/rest/api/storageservices/understanding-the-table-service-data-model
const (
	MinTicks Ticks = 504911232000000000  // 1601-01-01T00:00:00Z
	MaxTicks Ticks = 3155378975999999999 // 9999-12-31T23:59:59.9999999Z
)

const (
	ticksPerSecond = 10_000_000
	unixEpoch      = 62_135_596_800 // seconds from 0001-01-01 to 1970-01-01
)

// TicksOf returns the instant t, truncated to 100 ns.
func TicksOf(t time.Time) Ticks {
	return Ticks((t.Unix()+unixEpoch)*ticksPerSecond + int64(t.Nanosecond())/100)
}

// Time returns the instant as a time.Time in UTC.
func (t Ticks) Time() time.Time {
	seconds := int64(t)/ticksPerSecond - unixEpoch
	return time.Unix(seconds, int64(t)%ticksPerSecond*100).UTC()
}

// String formats the instant as the service does: yyyy-MM-ddTHH:mm:ss.FFFFFFFZ, without trailing zeros in
// the fraction, and without the point when the fraction is zero.
func (t Ticks) String() string {
	return string(t.Append(make([]byte, 0, len(fullForm))))
}

// Append appends the instant as String formats it.
func (t Ticks) Append(dst []byte) []byte {
	dst = t.appendFull(dst)
	n := len(dst) - 1
	for dst[n-1] == '0' {
		n--
	}
	if dst[n-1] == '.' {
		n--
	}
	return append(dst[:n], 'Z')
}

const fullForm = "2006-01-02T15:04:05.0000000Z"

// Full formats the instant with all seven digits of its fraction, as error bodies do.
func (t Ticks) Full() string { return string(t.appendFull(make([]byte, 0, len(fullForm)))) }

func (t Ticks) appendFull(dst []byte) []byte {
	at := t.Time()
	year, month, day := at.Date()
	hour, minute, second := at.Clock()
	dst = append(appendPadded(dst, year, 4), '-')
	dst = append(appendPadded(dst, int(month), 2), '-')
	dst = append(appendPadded(dst, day, 2), 'T')
	dst = append(appendPadded(dst, hour, 2), ':')
	dst = append(appendPadded(dst, minute, 2), ':')
	dst = append(appendPadded(dst, second, 2), '.')
	return append(appendPadded(dst, at.Nanosecond()/100, 7), 'Z')
}

// appendPadded appends the last digits of n with leading zeros. n isn't negative, and digits is at most 7.
func appendPadded(dst []byte, n, digits int) []byte {
	dst = append(dst, "0000000"[:digits]...)
	for i := len(dst) - 1; n > 0 && digits > 0; i, digits = i-1, digits-1 {
		dst[i] += byte(n % 10)
		n /= 10
	}
	return dst
}

// ParseTicks parses an ISO 8601 date, or a date and a time. No zone means UTC; an offset is applied.
// Fraction digits past the seventh are dropped. The result may be outside MinTicks..MaxTicks, so a caller
// that stores it needs to check.
//
// It doesn't use time.Parse, which with Format adds 15 KB to the engine that pages load.
func ParseTicks(s string) (t Ticks, ok bool) {
	p := &clock{rest: s, ok: true}
	year, month, day := p.digits(4, 0, 9999), p.part('-', 1, 12), p.part('-', 1, 31)
	var hour, minute, second, fraction, offset int
	if p.rest != "" {
		p.ok = (p.skip('T') || p.skip('t')) && p.ok
		hour, minute = p.digits(2, 0, 23), p.part(':', 0, 59)
		if p.next(':') {
			second = p.part(':', 0, 59)
			fraction = p.fraction()
		}
		offset = p.zone()
	}
	at := time.Date(year, time.Month(month), day, hour, minute-offset, second, fraction*100, time.UTC)
	exists := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC).Day() == day
	return TicksOf(at), p.ok && p.rest == "" && exists
}

// clock reads the parts of a date and time. ok turns false at the first part that is missing, and stays
// false.
type clock struct {
	rest string
	ok   bool
}

func (p *clock) next(c byte) bool { return p.rest != "" && p.rest[0] == c }

func (p *clock) skip(c byte) bool {
	found := p.next(c)
	if found {
		p.rest = p.rest[1:]
	}
	return found
}

// digits reads a number of n digits between low and high.
func (p *clock) digits(n, low, high int) int {
	value := 0
	for range n {
		if p.rest == "" || p.rest[0] < '0' || p.rest[0] > '9' {
			p.ok = false
			return 0
		}
		value = value*10 + int(p.rest[0]-'0')
		p.rest = p.rest[1:]
	}
	p.ok = p.ok && value >= low && value <= high
	return value
}

// part reads two digits after a separator.
func (p *clock) part(separator byte, low, high int) int {
	p.ok = p.skip(separator) && p.ok
	return p.digits(2, low, high)
}

// fraction reads the digits after a point, if there is one, and returns them in ticks.
func (p *clock) fraction() int {
	if !p.skip('.') {
		return 0
	}
	value, n := 0, 0
	for ; p.rest != "" && p.rest[0] >= '0' && p.rest[0] <= '9'; n++ {
		if n < 7 {
			value = value*10 + int(p.rest[0]-'0')
		}
		p.rest = p.rest[1:]
	}
	p.ok = p.ok && n > 0
	for ; n < 7; n++ {
		value *= 10
	}
	return value
}

// zone reads Z, an offset such as +02:00, or nothing, and returns minutes east of UTC.
func (p *clock) zone() int {
	sign := 1
	switch {
	case p.rest == "" || p.skip('Z') || p.skip('z'):
		return 0
	case p.skip('-'):
		sign = -1
	case p.skip('+'):
	default:
		p.ok = false
		return 0
	}
	return sign * (p.digits(2, 0, 23)*60 + p.part(':', 0, 59))
}
