package bridge

import (
	"strings"
	"syscall/js"
	"unsafe"
)

const (
	longAnswer  = 64 << 10 // bytes; longer ones go out in parts of this length
	outletRoom  = 24 << 20 // bytes that long answers under way can keep together
	longAnswers = 64       // how many can be under way
)

// Outlet lets long answers out in parts, as the client takes them. Meanwhile it keeps their strings, which an
// account may have deleted. Those of several answers count once.
type Outlet struct {
	send    js.Value // the host's function; undefined if it takes answers whole
	kept    map[*byte]int
	bytes   int
	answers int
}

// HostOutlet returns the outlet of the host. Call it before the program is ready, as HostJournal.
func HostOutlet() *Outlet {
	return &Outlet{send: js.Global().Get("context").Get("send"), kept: map[*byte]int{}}
}

// Full reports whether no answer of any length can go out.
func (o *Outlet) Full() bool { return o.bytes >= outletRoom }

// Admits reports whether an answer can go out. If it's a part of something longer, it takes copies of the
// strings at its ends, because these can be parts of strings.
func (o *Outlet) Admits(body []byte, parts []string, partial bool) bool {
	a := answered{body: body, parts: parts}
	if a.length() <= longAnswer {
		return true
	}
	if partial && len(parts) > 0 {
		last := len(parts) - 1
		parts[0], parts[last] = strings.Clone(parts[0]), strings.Clone(parts[last])
	}
	o.keep(a, 1)
	defer o.keep(a, -1)
	return o.answers <= longAnswers && o.bytes <= outletRoom
}

// body returns the body of a JavaScript Response.
func (o *Outlet) body(a answered) js.Value {
	switch length := a.length(); {
	case length == 0:
		return js.Null()
	case length <= longAnswer || o == nil || o.send.IsUndefined():
		whole := js.Global().Get("Uint8Array").New(length)
		for at := 0; at < length; {
			n := js.CopyBytesToJS(whole.Call("subarray", at), a.next(longAnswer))
			at += n
		}
		return whole
	default:
		return o.stream(a, length)
	}
}

// stream returns a stream of an answer, and keeps that until it has ended.
func (o *Outlet) stream(a answered, length int) js.Value {
	o.keep(a, 1)
	rest := a
	next := js.FuncOf(func(js.Value, []js.Value) any {
		if part := rest.next(longAnswer); len(part) > 0 {
			return bytesOf(part)
		}
		return nil
	})
	var done js.Func
	done = js.FuncOf(func(js.Value, []js.Value) any {
		o.keep(a, -1)
		rest = answered{}
		next.Release()
		done.Release()
		return nil
	})
	return o.send.Invoke(length, next, done)
}

// keep counts an answer that begins or ends.
func (o *Outlet) keep(a answered, change int) {
	o.answers += change
	for at, n := range a.strings() {
		before := o.kept[at]
		switch now := before + change; {
		case before == 0:
			o.kept[at] = now
			o.bytes += n
		case now == 0:
			delete(o.kept, at)
			o.bytes -= n
		default:
			o.kept[at] = now
		}
	}
}

// answered is the body of an answer: the parts follow the bytes.
type answered struct {
	body  []byte
	parts []string
	taken int // of the first part
}

func (a answered) length() int {
	n := len(a.body)
	for _, s := range a.parts {
		n += len(s)
	}
	return n
}

// strings yields where each piece of the body is in memory, and its length.
func (a answered) strings() func(yield func(*byte, int) bool) {
	return func(yield func(*byte, int) bool) {
		if len(a.body) > 0 && !yield(unsafe.SliceData(a.body), len(a.body)) {
			return
		}
		for _, s := range a.parts {
			if len(s) > 0 && !yield(unsafe.StringData(s), len(s)) {
				return
			}
		}
	}
}

// next takes the next bytes, at most so many, from the answer.
func (a *answered) next(most int) []byte {
	if len(a.body) > 0 {
		part := a.body[:min(most, len(a.body))]
		a.body = a.body[len(part):]
		return part
	}
	part := make([]byte, 0, most)
	for len(part) < most && len(a.parts) > 0 {
		first := a.parts[0][a.taken:]
		n := min(most-len(part), len(first))
		part = append(part, first[:n]...)
		if a.taken += n; n == len(first) {
			a.parts, a.taken = a.parts[1:], 0
		}
	}
	return part
}
