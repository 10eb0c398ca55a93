package script

import (
	"strconv"
	"strings"
	"time"

	"github.com/rowkey/rowkey/engine/table"
)

// helper is a $name that scripts call.
type helper struct {
	name        string
	usage       string
	least, most int // arguments
	call        func(e *env, args []string) (string, *problem)
}

func (h helper) misused() *problem {
	return &problem{"Wrong arguments after " + h.name + ".", "Write {{" + h.usage + "}}."}
}

// indexHelper is also an argument of other helpers, and one may reckon with it: $index*60+1000.
const indexHelper = "$index"

// counts reports a word that stands for $index, or for what is reckoned with it.
func counts(word string) bool { return strings.HasPrefix(word, indexHelper) }

// maxCount bounds what is reckoned with $index, and maxLoop its numbers, so that nothing overflows.
const maxCount = 1e12

// reckon is the value of $index, or of it with * / % + and numbers behind. A + comes last, so that
// going from left to right is right; / leaves the fraction out.
func reckon(word string, index int) (int, *problem) {
	n, added := index, false
	rest := word[len(indexHelper):]
	for rest != "" && n <= maxCount {
		end := len(rest) - len(strings.TrimLeft(rest[1:], "0123456789"))
		by, err := strconv.Atoi(rest[1:end])
		if err != nil || by < 1 || by > maxLoop || strings.IndexByte("*/%+", rest[0]) < 0 || added && rest[0] != '+' {
			break
		}
		switch rest[0] {
		case '*':
			n *= by
		case '/':
			n /= by
		case '%':
			n %= by
		case '+':
			n, added = n+by, true
		}
		rest = rest[end:]
	}
	if rest != "" || n > maxCount {
		return 0, &problem{
			"Expected * / or % and a number behind $index, and + and a number last" + found(word) + ".",
			"Write $index%10+1, with numbers from 1 to 1000000.",
		}
	}
	return n, nil
}

// helpers are all there are. They are given as a constant table, in the order of the reference.
var helpers = [...]helper{
	{indexHelper, "$index+1", 1, 1, callIndex},
	{"$guid", "$guid", 0, 0, callGUID},
	{"$uuid", "$uuid", 0, 0, callGUID},
	{"$randomInt", "$randomInt 1 7", 0, 2, callRandomInt},
	{"$timestamp", "$timestamp -1 d", 0, 2, callTimestamp},
	{"$datetime", "$datetime iso8601 2026-01-05T09:00:00Z 90 minutes", 1, 4, callDatetime},
	{"$pad", "$pad 42 8", 2, 2, callPad},
	{"$invertedTicks", "$invertedTicks 2026-01-05T09:00:00Z $index minutes", 0, 3, callInvertedTicks},
	{"$shard", "$shard customer-0042 16", 2, 2, callShard},
	{tokenHelper, tokenHelper + " tn=Orders sp=r se=+1h", 1, 20, callToken},
}

func helperNames() []string {
	var names []string
	for _, h := range helpers {
		names = append(names, h.name)
	}
	return names
}

func callIndex(_ *env, args []string) (string, *problem) { return args[0], nil }

func callGUID(e *env, _ []string) (string, *problem) { return e.random.guid(), nil }

// callRandomInt draws a <= n < b, as REST Client does.
func callRandomInt(e *env, args []string) (string, *problem) {
	low, high := int64(0), int64(1000)
	if len(args) > 0 {
		if len(args) < 2 {
			return "", &problem{"$randomInt takes two numbers or none.", "Write {{$randomInt 1 7}} for 1 to 6."}
		}
		var err, err2 error
		low, err = strconv.ParseInt(args[0], 10, 64)
		high, err2 = strconv.ParseInt(args[1], 10, 64)
		const far = 1 << 53
		if err != nil || err2 != nil || low >= high || low < -far || high > far {
			return "", &problem{
				"$randomInt takes two whole numbers, the smaller one first, found " +
					quote(args[0]+" "+args[1]) + ".",
				"Write {{$randomInt 1 7}} for 1 to 6.",
			}
		}
	}
	return strconv.FormatInt(low+int64(e.random.next()%uint64(high-low)), 10), nil
}

func callTimestamp(e *env, args []string) (string, *problem) {
	at, bad := moment(e, args)
	return strconv.FormatInt(at.Unix(), 10), bad
}

func callDatetime(e *env, args []string) (string, *problem) {
	at, bad := moment(e, args[1:])
	format := strings.Trim(args[0], `"`)
	switch {
	case args[0] == "iso8601":
		return iso8601(at), bad
	case args[0] == "rfc1123":
		return rfc1123(at), bad
	case format == "" || args[0] != `"`+format+`"`:
		return "", &problem{
			"$datetime takes iso8601, rfc1123 or a format in quotes first" + found(args[0]) + ".", formatHint,
		}
	case bad != nil:
		return "", bad
	default:
		return formatted(at, format)
	}
}

const formatHint = `Write "YYYY-MM-DD[T]HH:mm:ss" or parts of it, without blanks. Text stands in [ ].`

// formatted writes an instant with numbers for YYYY, MM, DD, HH, mm and ss, and what stands in brackets
// as it is. All other letters are refused: elsewhere, many of them mean something.
func formatted(at time.Time, format string) (string, *problem) {
	const parts = "YYYY-MM-DDTHH:mm:ss"
	full, text := table.TicksOf(at).Full(), ""
	for format != "" {
		size := 1
		for size < len(format) && format[size] == format[0] {
			size++
		}
		switch {
		case format[0] == '[' && strings.Contains(format, "]"):
			size = strings.IndexByte(format, ']') + 1
			text += format[1 : size-1]
		case isLetter(format[0]) || format[0] == '[':
			from := strings.Index(parts, format[:size])
			if from < 0 || size != 4 && (size != 2 || from == 0) {
				return "", &problem{"There is no " + format[:size] + " in the format of a date.", formatHint}
			}
			text += full[from : from+size]
		default:
			text += format[:size]
		}
		format = format[size:]
	}
	return text, nil
}

// iso8601 writes an instant to the millisecond: 2006-01-02T15:04:05.000Z.
func iso8601(at time.Time) string {
	const digits = len("2006-01-02T15:04:05.000")
	return table.TicksOf(at).Full()[:digits] + "Z"
}

// rfc1123 writes an instant as HTTP headers do: Mon, 02 Jan 2006 15:04:05 GMT.
func rfc1123(at time.Time) string {
	iso := table.TicksOf(at).Full()
	at = at.UTC()
	return at.Weekday().String()[:3] + ", " + iso[8:10] + " " + at.Month().String()[:3] + " " + iso[:4] +
		" " + iso[11:19] + " GMT"
}

// callInvertedTicks gives the ticks from a moment to the last one, as 19 digits: later moments come
// first in key order.
func callInvertedTicks(e *env, args []string) (string, *problem) {
	at, bad := moment(e, args)
	return padded(strconv.FormatInt(int64(table.MaxTicks-table.TicksOf(at)), 10), 19), bad
}

// maxPad bounds what $pad writes: enough to pass every limit of the service on one property.
const maxPad = 100_000

func callPad(_ *env, args []string) (string, *problem) {
	width, err := strconv.Atoi(args[1])
	if !isDigits(args[0]) || err != nil || width < 1 || width > maxPad {
		return "", &problem{
			"$pad takes a whole number and a width of 1 to 100000" + found(args[0]+" "+args[1]) + ".",
			"Write {{$pad 42 8}} for 00000042.",
		}
	}
	return padded(args[0], width), nil
}

// maxShards keeps the number of a shard within two digits.
const maxShards = 100

// callShard gives the shard of a key: the 32-bit FNV-1a hash of its UTF-8 bytes modulo n, as two
// digits. The hash is the same everywhere and for ever, as keys made with it must be.
func callShard(_ *env, args []string) (string, *problem) {
	n, err := strconv.Atoi(args[1])
	if err != nil || n < 1 || n > maxShards {
		return "", &problem{
			"$shard takes a key and a number of shards from 1 to 100" + found(args[1]) + ".",
			"Write {{$shard customer-0042 16}} for 00 to 15.",
		}
	}
	return padded(strconv.Itoa(int(hash(args[0])%uint32(n))), 2), nil
}

// hash is 32-bit FNV-1a over the bytes of s.
func hash(s string) uint32 {
	h := uint32(2166136261)
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h
}

func padded(digits string, width int) string {
	return strings.Repeat("0", max(0, width-len(digits))) + digits
}

// moment reads [DATE] [NUMBER UNIT]: that date, or now, and so much later.
func moment(e *env, args []string) (time.Time, *problem) {
	at := e.clock().UTC()
	if len(args)%2 == 1 {
		ticks, ok := table.ParseTicks(args[0])
		if !ok {
			return at, &problem{
				"Expected a date" + found(args[0]) + ".", "Write it as 2026-01-05T09:00:00Z.",
			}
		}
		at, args = ticks.Time(), args[1:]
	}
	if len(args) == 2 {
		n, err := strconv.ParseInt(args[0], 10, 64)
		if err != nil || n < -maxOffset || n > maxOffset {
			return at, &problem{"Expected a number and a unit of time" + found(args[0]+" "+args[1]) + ".",
				"Write 90 minutes or -1 d."}
		}
		var bad *problem
		if at, bad = later(at, int(n), args[1]); bad != nil {
			return at, bad
		}
	}
	if at.Year() < 1 || at.Year() > 9999 {
		return at, &problem{"The date lies outside the years 1 to 9999.", ""}
	}
	return at, nil
}

// maxOffset is more than any loop counts to, and so few that no unit overflows with it.
const maxOffset = 2_000_000

// later returns at moved by n units, which are called as REST Client calls them or by their names.
func later(at time.Time, n int, unit string) (time.Time, *problem) {
	for _, u := range [...]struct {
		short, name  string
		months, days int
		span         time.Duration
	}{
		{"y", "year", 12, 0, 0},
		{"M", "month", 1, 0, 0},
		{"w", "week", 0, 7, 0},
		{"d", "day", 0, 1, 0},
		{"h", "hour", 0, 0, time.Hour},
		{"m", "minute", 0, 0, time.Minute},
		{"s", "second", 0, 0, time.Second},
		{"ms", "millisecond", 0, 0, time.Millisecond},
	} {
		if unit == u.short || strings.TrimSuffix(unit, "s") == u.name {
			return at.AddDate(0, n*u.months, n*u.days).Add(time.Duration(n) * u.span), nil
		}
	}
	return at, &problem{
		"There is no unit of time " + quote(unit) + ".",
		"Units: years, months, weeks, days, hours, minutes, seconds, milliseconds; or y M w d h m s ms.",
	}
}
