package runner

import (
	"maps"
	"slices"

	"github.com/rowkey/rowkey/engine/language/internal/answer"
	"github.com/rowkey/rowkey/engine/language/script"
)

// Memory is what the runs of a file in an account leave to later ones: the answers of its requests, by which
// a later run knows what needn't be sent again, and how often each request was sent. The text of the file
// can change in between. Names are what stays.
type Memory struct {
	answers map[string]*answer.Answer // of requests that succeeded
	sent    map[string]uint64
}

// Clone returns a memory that knows the same.
func (m Memory) Clone() Memory {
	return Memory{answers: maps.Clone(m.answers), sent: maps.Clone(m.sent)}
}

// Order returns what Play sends.
func (m Memory) Order(chosen []*script.Request) [][]*script.Request {
	return script.Order(chosen, func(r *script.Request) bool { return m.answers[r.Name] != nil })
}

// Before is the Example of the steps that Play takes because the chosen requests refer to them.
const Before = -1

// Play sends some requests of a script that has one example: each once and after those that it refers to,
// unless these have succeeded before. Random numbers are those of a run as long as a request is sent for the
// first time, and others when it's sent again.
func Play(s *script.Script, chosen []*script.Request, t Target, o Options, m *Memory) []Step {
	if m.sent == nil {
		m.answers, m.sent = map[string]*answer.Answer{}, map[string]uint64{}
	}
	again := uint64(0)
	for _, q := range chosen {
		again = max(again, m.sent[q.ID()])
	}
	o.Seed += again
	r := newRun(s, t, o)
	for _, q := range s.Requests() {
		if a := m.answers[q.Name]; a != nil {
			r.env.Answers[q] = a
		}
	}
	for _, sent := range m.Order(chosen) {
		from := len(r.steps)
		more := r.unit(sent)
		m.note(r, sent, r.steps[from:])
		if !slices.ContainsFunc(sent, func(q *script.Request) bool { return slices.Contains(chosen, q) }) {
			for i := range r.steps[from:] {
				r.steps[from+i].Example = Before
			}
		}
		if !more {
			break
		}
	}
	return r.steps
}

// note remembers how requests went that were sent together.
func (m *Memory) note(r *run, sent []*script.Request, steps []Step) {
	for i, q := range sent {
		m.sent[q.ID()]++
		delete(m.answers, q.Name)
		a := r.env.Answers[q]
		if q.Name == "" || a == nil || len(steps) != len(sent) {
			continue
		}
		expected := len(steps[i].Expectations) > 0
		if steps[i].OK() && (expected || a.Own().Status < 400) {
			m.answers[q.Name] = a
		}
	}
}
