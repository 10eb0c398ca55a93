package table

import "time"

// Ticks is an instant in UTC, counted in units of 100 ns since 0001-01-01. Timestamps and Edm.DateTime
// values have this resolution in the service.
type Ticks int64

// The range of Edm.DateTime.
// https://learn.microsoft.com/rest/api/storageservices/understanding-the-table-service-data-model
const (
	MinTicks Ticks = 504911232000000000  // 1601-01-01T00:00:00Z
	MaxTicks Ticks = 3155378975999999999 // 9999-12-31T23:59:59.9999999Z
)

// Spans of time.
const (
	Millisecond Ticks = 10_000
	Second            = 1000 * Millisecond
	Day               = 86400 * Second
)

// UnixEpoch is 1970-01-01T00:00:00Z.
const UnixEpoch Ticks = 621355968000000000

const nanoseconds = 100 // of a tick

// TicksOf returns an instant, cut to a tick.
func TicksOf(t time.Time) Ticks {
	return UnixEpoch + Ticks(t.Unix())*Second + Ticks(t.Nanosecond()/nanoseconds)
}

// Date returns the beginning of a day. Months and days can be out of their range: the month 0 is December of
// the year before, and the day 0 the last of the month before.
func Date(year, month, day int) Ticks {
	return TicksOf(time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC))
}

// Time returns the instant in UTC.
func (t Ticks) Time() time.Time {
	t -= UnixEpoch
	return time.Unix(int64(t/Second), int64(t%Second)*nanoseconds).UTC()
}

// Duration returns a span of ticks.
func (t Ticks) Duration() time.Duration { return time.Duration(t) * nanoseconds }

// String formats the instant as the service does: without trailing zeros in the fraction, and without the
// point when the fraction is zero.
func (t Ticks) String() string { return t.Time().Format(form) }

// Append appends the instant as String formats it.
func (t Ticks) Append(dst []byte) []byte { return t.Time().AppendFormat(dst, form) }

// Full formats the instant with all seven digits of its fraction, as error bodies do.
func (t Ticks) Full() string { return t.Time().Format(fullForm) }

// A tick is 100 ns, so seven digits at most are left of the nine. Package time has a fast way for this form.
const (
	form     = time.RFC3339Nano
	fullForm = "2006-01-02T15:04:05.0000000Z"
)

// ParseTicks parses an ISO 8601 date, or a date and a time. No zone means UTC; an offset is applied.
// Fraction digits past the seventh are dropped. The result may be outside MinTicks..MaxTicks, so a caller
// that stores it needs to check. Package time would accept more than the service does.
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
	at := Date(year, month, day)
	t = at + Ticks((hour*60+minute-offset)*60+second)*Second + Ticks(fraction)
	return t, p.ok && p.rest == "" && at.Time().Day() == day
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
