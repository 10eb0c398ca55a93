package control

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/table"
)

const (
	maxWait    = 10 * 60 * table.Second
	usualWait  = 2 * table.Second // of slow
	maxAfter   = 3600             // seconds
	usualAfter = 1
	maxRules   = 1000
)

// fields are the members that a rule has in JSON.
func (r *rule) fields() []field {
	return []field{
		{"fault", aString, oneOf(&r.Fault, faults...)},
		{"account", aString, name(&r.Account)},
		{"service", aString, oneOf(&r.Service, "tables", "queues", "blobs")},
		{"operation", aString, oneOf(&r.Operation, slices.Concat(
			operations["tables"], operations["queues"], operations["blobs"], operations[""])...)},
		{"table", aString, name(&r.Table)},
		{"queue", aString, name(&r.Queue)},
		{"container", aString, name(&r.Container)},
		{"blob", aString, name(&r.Blob)},
		{"partitionKey", aString, name(&r.PartitionKey)},
		{"rowKey", aString, name(&r.RowKey)},
		{"nth", aNumber, whole(&r.Nth, 1, maxSeed)},
		{"each", aString, oneOf(&r.Each, "once")},
		{"rate", aNumber, func(text string) (err error) {
			if r.Rate, err = strconv.ParseFloat(text, 64); err != nil || !(r.Rate > 0 && r.Rate <= 1) {
				return errors.New(strconv.Quote(text) + " isn't a part of all requests: write a number above 0, up to 1")
			}
			return nil
		}},
		{"seed", aNumber, whole(&r.Seed, 0, maxSeed)},
		{"times", aNumber, whole(&r.Times, 1, maxSeed)},
		{"wait", aString, func(text string) (err error) {
			if r.wait, err = span(text); err == nil && (r.wait <= 0 || r.wait > maxWait) {
				err = errors.New(strconv.Quote(text) + " isn't a wait: it takes more than 0s and at most 10m")
			}
			r.Wait = text
			return err
		}},
		{"retryAfter", aNumber, whole(&r.RetryAfter, 1, maxAfter)},
	}
}

// readRules reads one rule or a list of rules.
func readRules(v jsontext.Value) ([]*rule, error) {
	all := []jsontext.Value{v}
	if v.IsArray() {
		all = v.Array()
	}
	var rules []*rule
	for i, v := range all {
		r := &rule{met: map[uint64]bool{}}
		err := read(v, r.fields())
		if err == nil {
			err = r.check()
		}
		if err != nil {
			if len(all) > 1 {
				err = errors.New("rule " + strconv.Itoa(i+1) + ": " + err.Error())
			}
			return nil, err
		}
		r.random = rand.New(rand.NewPCG(uint64(r.Seed), 0))
		rules = append(rules, r)
	}
	return rules, nil
}

// check refuses conditions that no request fulfills together, and settings that would do nothing. It fills in
// what is usual.
func (r *rule) check() error {
	if r.Fault == "" {
		return errors.New("the rule needs a fault" + meant("", faults))
	}
	if err := r.checkService(); err != nil {
		return err
	}
	switch {
	case r.Nth > 0 && (r.Rate > 0 || r.Each != "" || r.Times > 0):
		return errors.New("nth chooses one request: leave out rate, each and times, or nth")
	case r.Seed > 0 && r.Rate == 0:
		return errors.New("seed needs a rate")
	case r.Wait != "" && !slices.Contains([]string{slow, timeout, timeoutAfter, busy, failing}, r.Fault):
		return errors.New("there is no answer that could wait with " + r.Fault + ": leave out wait")
	case r.RetryAfter > 0 && r.Fault != busy:
		return errors.New("retryAfter is for " + busy + ": leave it out")
	}
	if r.Fault == slow && r.wait == 0 {
		r.wait, r.Wait = usualWait, "2s"
	}
	if r.Fault == busy && r.RetryAfter == 0 {
		r.RetryAfter = usualAfter
	}
	return nil
}

// checkService finds the service that the conditions are about, and refuses conditions about two.
func (r *rule) checkService() error {
	by := ""
	for _, c := range []struct {
		name, service string
		is            bool
	}{
		{"service", r.Service, r.Service != ""},
		{"operation", serviceOf(r.Operation), serviceOf(r.Operation) != ""},
		{"table", "tables", r.Table != ""},
		{"partitionKey", "tables", r.PartitionKey != ""},
		{"rowKey", "tables", r.RowKey != ""},
		{"queue", "queues", r.Queue != ""},
		{"container", "blobs", r.Container != ""},
		{"blob", "blobs", r.Blob != ""},
	} {
		if !c.is {
			continue
		}
		if r.Service = cmp.Or(r.Service, c.service); r.Service != c.service {
			return errors.New("no request fulfills both: " + by + " is about " + r.Service + ", " +
				c.name + " about " + c.service)
		}
		by = cmp.Or(by, c.name)
	}
	return nil
}

func serviceOf(operation string) string {
	for service, names := range operations {
		if slices.Contains(names, operation) {
			return service
		}
	}
	return ""
}
