package table

import (
	"strings"
	"time"
)

// Ticks is an instant in UTC as a count of 100 ns since 0001-01-01, the resolution in which the
// service keeps Timestamps and Edm.DateTime values.
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

// TicksOf returns the instant t, cut to 100 ns.
func TicksOf(t time.Time) Ticks {
	return Ticks((t.Unix()+unixEpoch)*ticksPerSecond + int64(t.Nanosecond())/100)
}

// Time returns the instant as a time.Time in UTC.
func (t Ticks) Time() time.Time {
	seconds := int64(t)/ticksPerSecond - unixEpoch
	return time.Unix(seconds, int64(t)%ticksPerSecond*100).UTC()
}

// String writes the instant as the service does: yyyy-MM-ddTHH:mm:ss.FFFFFFFZ, where trailing zeros
// of the fraction, and a zero fraction with its point, are left out.
func (t Ticks) String() string { return t.Time().Format("2006-01-02T15:04:05.9999999Z") }

// Full writes the instant with all seven digits of its fraction, as error bodies do.
func (t Ticks) Full() string { return t.Time().Format("2006-01-02T15:04:05.0000000Z") }

// ParseTicks reads an ISO 8601 date, or a date and a time. No zone means UTC; an offset is applied.
// Fraction digits past the seventh are cut off. ok is false when s is none of these. The result may
// lie outside MinTicks..MaxTicks; who stores it must look.
func ParseTicks(s string) (t Ticks, ok bool) {
	s = strings.ToUpper(s)
	for _, layout := range [...]string{
		"2006-01-02T15:04:05.999999999Z07:00", "2006-01-02T15:04:05.999999999",
		"2006-01-02T15:04Z07:00", "2006-01-02T15:04", "2006-01-02",
	} {
		if at, err := time.Parse(layout, cutFraction(s)); err == nil {
			return TicksOf(at.UTC()), true
		}
	}
	return 0, false
}

// cutFraction shortens a fraction of a second to nine digits, the most that package time reads.
func cutFraction(s string) string {
	dot := strings.IndexByte(s, '.')
	if dot < 0 {
		return s
	}
	end := dot + 1
	for end < len(s) && s[end] >= '0' && s[end] <= '9' {
		end++
	}
	if end-dot-1 > 9 {
		return s[:dot+10] + s[end:]
	}
	return s
}
