package expect

import (
	"strings"

	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/trace"
)

// Subjects.
const (
	onStatus = "status"
	onHeader = "header"
	onBody   = "body"
	onRows   = "rows"
	onError  = "error"
	onPlan   = "plan"
	onCost   = "cost." // and the name of a cost
	onTotal  = "total.transactions"
)

// Subjects returns the subjects in the order in which errors list them.
func Subjects() []string {
	names := []string{onStatus, onHeader, onBody, onRows, onError, onPlan}
	for _, c := range new(trace.Cost).Counts() {
		names = append(names, onCost+c.Name)
	}
	return append(names, onTotal)
}

// Operators lists the signs first, then the words.
var Operators = []string{"==", "!=", "<", "<=", ">", ">=", "contains", "matches", "exists", "!exists"}

// otherOperators lists what other languages call our operators.
var otherOperators = [...]struct{ ours, theirs string }{
	{"==", " = === is equals equal eq "}, {"!=", " !== <> ne "},
	{"<", " lt "}, {"<=", " =< le "}, {">", " gt "}, {">=", " => ge "},
	{"matches", " ~ =~ "}, {"contains", " includes has "}, {"exists", " isDefined "},
	{"matches, with * for any characters", " startsWith endsWith "},
}

// ours returns our name for an operator of another language, or "".
func ours(theirs string) string {
	for _, o := range &otherOperators {
		if strings.Contains(o.theirs, " "+theirs+" ") {
			return o.ours
		}
	}
	return ""
}

func planNames() []string {
	var names []string
	for kind := plan.Point; kind <= plan.TableScan; kind++ {
		names = append(names, kind.String())
	}
	return names
}
