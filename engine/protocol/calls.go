package protocol

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
)

// Reply is a pointer to a struct of this package.
type Reply any

// Calls are the calls that a program answers.
type Calls map[string]func(call *jsontext.Value) Reply

// On makes a program answer a kind of call. C is a pointer to a struct whose name is that of the call, with
// Call at its end.
func On[C any](calls Calls, answer func(C) Reply) {
	var call C
	of := reflect.TypeOf(call).Elem()
	name := strings.TrimSuffix(of.Name(), "Call")
	calls[strings.ToLower(name[:1])+name[1:]] = func(v *jsontext.Value) Reply {
		given := reflect.New(of)
		read(given.Elem(), v)
		return answer(given.Interface().(C))
	}
}

// Answer runs a call and returns the reply. It never panics: an error is a reply too.
func (all Calls) Answer(call []byte) (reply []byte) {
	defer func() {
		if p := recover(); p != nil {
			reply = JSON(Refuse("bug: " + fmt.Sprint(p)))
		}
	}()
	v, ok := odata.ParseJSON(call)
	if !ok {
		return JSON(Refuse("the call isn't JSON"))
	}
	op := odata.Member(v, "op").String()
	answer := all[op]
	if answer == nil {
		return JSON(Refuse("there is no call " + strconv.Quote(op)))
	}
	return JSON(answer(&v))
}

// JSON returns a reply as the other side gets it.
func JSON(r Reply) []byte {
	w := &writer{}
	w.value(reflect.ValueOf(r))
	return w.b
}

// Refuse returns the reply to a call that fails.
func Refuse(why string) *Refusal { return &Refusal{Error: why} }

// Refusal is the reply to any call that can't be answered.
type Refusal struct {
	// The program that has the full account would answer.
	Full  bool   `json:"full,omitempty"`
	Error string `json:"error"`
}

// Done is the reply to a call that has nothing to say.
type Done struct{}
