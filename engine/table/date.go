package table

// The calendar is today's, also for times before it. Its years repeat after 400 of them.
const (
	cycle     = 400
	cycleDays = cycle*365 + 97
)

// months are the days of a year before each month, and before the next year, without a leap day.
var months = [...]int{0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365}

// leapDay is the leap day's number in its year.
const leapDay = 31 + 28

// Date returns the year, the month from 1 on and the day of the month from 1 on.
func (t Ticks) Date() (year, month, day int) {
	days := int(t / Day)
	if t%Day < 0 {
		days--
	}
	cycles := floor(days, cycleDays)
	days -= cycles * cycleDays
	year = days / 366 // at most one too few
	if before(year+1) <= days {
		year++
	}
	days -= before(year)
	year += cycles*cycle + 1
	switch {
	case isLeap(year) && days == leapDay:
		return year, 2, 29
	case isLeap(year) && days > leapDay:
		days--
	}
	month = days / 31 // at most one too few
	if months[month+1] <= days {
		month++
	}
	return year, month + 1, days - months[month] + 1
}

// Date returns the beginning of a day. Months and days can be out of their range: the month 0 is December of
// the year before, and the day 0 the last of the month before.
func Date(year, month, day int) Ticks {
	years := floor(month-1, 12)
	year, month = year+years, month-1-12*years
	cycles := floor(year-1, cycle)
	days := cycles*cycleDays + before(year-1-cycles*cycle) + months[month] + day - 1
	if month > 1 && isLeap(year) {
		days++
	}
	return Ticks(days) * Day
}

func isLeap(year int) bool { return year%4 == 0 && (year%100 != 0 || year%400 == 0) }

// before returns the days of the first years of a cycle.
func before(years int) int { return years*365 + years/4 - years/100 + years/400 }

// floor divides and rounds down.
func floor(a, b int) int {
	n := a / b
	if a%b < 0 {
		n--
	}
	return n
}
