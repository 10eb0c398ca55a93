package helper

import (
	"strings"

	"github.com/rowkey/rowkey/engine/language/internal/problem"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// Helper is a $name that templates call.
type Helper struct {
	Name        string
	usage       string
	least, most int // arguments
	call        func(c *Context, args []string) (string, *problem.Problem)
}

// Context is what a call takes from the run around it.
type Context struct {
	Now    func() table.Ticks
	Random *Random
	Mint   Mint // nil where tokens can't be made
}

// Mint returns a shared access signature as the query of a URL.
type Mint func(fields []wire.Param, now table.Ticks) (query string, err error)

// helpers has every helper, in the order of the reference.
var helpers = [...]Helper{
	{Index, "$index+1", 1, 1, callIndex},
	{"$guid", "$guid", 0, 0, callGUID},
	{"$uuid", "$uuid", 0, 0, callGUID},
	{"$randomInt", "$randomInt 1 7", 0, 2, callRandomInt},
	{"$timestamp", "$timestamp -1 d", 0, 2, callTimestamp},
	{"$datetime", "$datetime iso8601 2026-01-05T09:00:00Z 90 minutes", 1, 4, callDatetime},
	{"$pad", "$pad 42 8", 2, 2, callPad},
	{"$invertedTicks", "$invertedTicks 2026-01-05T09:00:00Z $index minutes", 0, 3, callInvertedTicks},
	{"$shard", "$shard customer-0042 16", 2, 2, callShard},
	{Token, Token + " tn=Orders sp=r se=+1h", 1, 20, callToken},
}

// Find returns the helper with that name.
func Find(name string) (Helper, *problem.Problem) {
	for _, h := range helpers {
		if h.Name == name {
			return h, nil
		}
	}
	names := Names()
	return Helper{}, problem.Unknown("There is no helper "+name+".",
		name, names, problem.List("Helpers", names))
}

// Names returns the names of all helpers.
func Names() (names []string) {
	for _, h := range helpers {
		names = append(names, h.Name)
	}
	return names
}

// Parse reads a call: the name of a helper, and the words behind it. They are as many as the helper takes.
func Parse(call string) (h Helper, args []string, bad *problem.Problem) {
	words := strings.Fields(call)
	if len(words) == 0 {
		words = []string{""}
	}
	if IsIndex(words[0]) {
		words = []string{Index, strings.Join(words, "")}
	}
	if h, bad = Find(words[0]); bad == nil {
		bad = h.Check(len(words) - 1)
	}
	return h, words[1:], bad
}

// Check reports a number of arguments that the helper doesn't take.
func (h Helper) Check(args int) *problem.Problem {
	if args >= h.least && args <= h.most {
		return nil
	}
	return problem.New("Wrong arguments after "+h.Name+".", "Write {{"+h.usage+"}}.")
}

// Call returns the value of a call. Check must have accepted the number of arguments.
func (h Helper) Call(c *Context, args []string) (string, *problem.Problem) { return h.call(c, args) }
