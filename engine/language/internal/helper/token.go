package helper

import (
	"strings"

	"github.com/rowkey/rowkey/engine/language/internal/problem"
	"github.com/rowkey/rowkey/engine/wire"
)

// Token is the helper that mints a shared access signature. Each of its arguments is name=value.
const Token = "$sas"

// tokenFields are what a token is made of, in the order of the reference. Those that name a queue, a
// container or a blob are signed, but aren't part of the token itself.
const tokenFields = "tn queue container blob ss srt sp st se si spk srk epk erk sip spr sv"

func callToken(c *Context, args []string) (string, *problem.Problem) {
	var fields []wire.Param
	for _, a := range args {
		name, value, _ := strings.Cut(a, "=")
		if name == "" || !strings.Contains(" "+tokenFields+" ", " "+name+" ") {
			return "", problem.New("A token has no such field"+problem.Found(name)+".",
				"Fields: "+tokenFields+".")
		}
		fields = append(fields, wire.Param{Name: name, Value: value})
	}
	if c.Mint == nil {
		return "", problem.New("Tokens aren't checked here.", "Write # @authorize above the first request.")
	}
	query, err := c.Mint(fields, c.Now())
	if err != nil {
		return "", problem.New("The token can't be made: "+err.Error()+".", "")
	}
	return query, nil
}
