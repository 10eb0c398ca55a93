package full

import (
	"errors"
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// Key is an account's key for scripts.
type Key struct{ auth.Credential }

// Token mints a shared access signature. Moments can be dates or distances from now.
func (k Key) Token(fields []wire.Param, now table.Ticks) (query string, err error) {
	all := make([]wire.Param, len(fields))
	for i, f := range fields {
		if f.Name == "st" || f.Name == "se" {
			if f.Value, err = moment(f.Value, now.Time()); err != nil {
				return "", errors.New(f.Name + " needs to be " + err.Error())
			}
		}
		all[i] = f
	}
	return k.Credential.Token(all)
}

var errMoment = errors.New(
	"a date such as 2026-01-05T09:00:00Z, or a distance from now such as +1h, -5m, +30s or +7d")

// moment reads a date, or a sign, a number and d, h, m or s.
func moment(text string, now time.Time) (string, error) {
	if text == "" || text[0] != '+' && text[0] != '-' {
		if _, ok := table.ParseTicks(text); !ok {
			return "", errMoment
		}
		return text, nil
	}
	if days, ok := strings.CutSuffix(text, "d"); ok { // always 24 hours, because UTC has no summer time
		if n, err := time.ParseDuration(days + "h"); err == nil && n%time.Hour == 0 && n.Abs() < 100_000*time.Hour {
			return now.Add(24 * n).UTC().Format(time.RFC3339), nil
		}
		return "", errMoment
	}
	distance, err := time.ParseDuration(text)
	if err != nil {
		return "", errMoment
	}
	return now.Add(distance).UTC().Truncate(time.Second).Format(time.RFC3339), nil
}
