package blobs

import (
	"strconv"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/service/resource"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// leasers returns the permissions of which a call needs one, to do something with a lease.
func leasers(c *resource.Call) []string {
	if wire.EqualFold(c.Request.Headers.Get("x-ms-lease-action"), "break") {
		return []string{"w", "d"}
	}
	return []string{"w"}
}

// leasing is a request to do something with a lease.
type leasing struct {
	id       string // the lease that the client has
	proposed string // the ID that it wants
	seconds  int64  // how long it wants the lease; -1 for one without end
	period   int64  // after how many seconds the lease is to break; -1 if that isn't said
}

// parseLease does something with the lease of a container or blob. Neither its ETag nor its date changes.
// https://learn.microsoft.com/rest/api/storageservices/lease-blob
func parseLease(c *resource.Call) (service.Apply, error) {
	h := c.Request.Headers
	asked := leasing{id: h.Get("x-ms-lease-id"), proposed: h.Get("x-ms-proposed-lease-id"), period: -1}
	for _, id := range [...]string{asked.id, asked.proposed} {
		if id != "" && plainGUID(id) == "" {
			return nil, fault.New(fault.InvalidHeaderValue).WithHint("The ID of a lease is a GUID.")
		}
	}
	var act func(lease, table.Ticks) (lease, error)
	status, needed := 200, ""
	switch action := h.Get("x-ms-lease-action"); {
	case action == "":
		needed = "x-ms-lease-action"
	case wire.EqualFold(action, "acquire"):
		act, status, needed = asked.acquire, 201, "x-ms-lease-duration"
		if asked.proposed == "" {
			asked.proposed = c.NewID()
		}
	case wire.EqualFold(action, "renew"):
		act, needed = asked.renew, "x-ms-lease-id"
	case wire.EqualFold(action, "change"):
		act, needed = asked.change, "x-ms-proposed-lease-id"
		if asked.id == "" {
			needed = "x-ms-lease-id"
		}
	case wire.EqualFold(action, "release"):
		act, needed = asked.release, "x-ms-lease-id"
	case wire.EqualFold(action, "break"):
		act, status = asked.breakUp, 202
	default:
		return nil, fault.New(fault.InvalidHeaderValue).WithHint(
			"x-ms-lease-action needs to be acquire, renew, change, release or break.")
	}
	if needed != "" && h.Get(needed) == "" {
		return nil, fault.New(fault.MissingRequiredHeader).WithHint("This needs the header " + needed + ".")
	}
	if err := asked.readTimes(h); err != nil {
		return nil, err
	}
	return func(tx *store.Tx) (service.Reply, error) { return applyLease(tx, c, status, act) }, nil
}

// readTimes reads how long a lease is to last, and after how long it's to break.
func (a *leasing) readTimes(h wire.Headers) (err error) {
	if text := h.Get("x-ms-lease-duration"); text != "" {
		a.seconds, err = strconv.ParseInt(text, 10, 64)
		if err != nil || a.seconds != -1 && (a.seconds < 15 || a.seconds > 60) {
			return fault.New(fault.InvalidHeaderValue).WithHint(
				"x-ms-lease-duration needs to be 15 to 60 seconds, or -1 for a lease without end.")
		}
	}
	if text := h.Get("x-ms-lease-break-period"); text != "" {
		a.period, err = strconv.ParseInt(text, 10, 64)
		if err != nil || a.period < 0 || a.period > 60 {
			return fault.New(fault.InvalidHeaderValue).WithHint(
				"x-ms-lease-break-period needs to be 0 to 60 seconds.")
		}
	}
	return nil
}

func applyLease(
	tx *store.Tx, c *resource.Call, status int, act func(lease, table.Ticks) (lease, error),
) (service.Reply, error) {
	k, err := resource.Containers().Need(tx, c)
	if err != nil {
		return service.Reply{}, err
	}
	modified, met := k.Modified, check(c, k.Modified)
	if len(c.Names) > 1 {
		b, found, err := find(tx, c)
		switch {
		case err != nil:
			return service.Reply{}, err
		case !found:
			return service.Reply{}, fault.New(fault.BlobNotFound)
		}
		modified, met = b.modified, checkBlob(c, b)
	}
	if met != nil {
		return service.Reply{}, met
	}
	l, err := leaseOf(tx, leaseKey(c))
	if err == nil {
		l, err = act(l, c.Now)
	}
	if err != nil {
		return service.Reply{}, err
	}
	reply := stamped(status, modified)
	switch {
	case status == 202:
		reply.Headers.Add("x-ms-lease-time", secondsLeft(l.breaks, c.Now))
	case l.id != "":
		reply.Headers.Add("x-ms-lease-id", l.id)
	}
	return reply, l.put(tx, leaseKey(c))
}

// acquire returns a new lease, or the same one with a new duration.
func (a *leasing) acquire(l lease, now table.Ticks) (lease, error) {
	switch state := l.state(now); {
	case state == breaking && l.has(a.proposed):
		return l, fault.New(fault.LeaseIsBreakingAndCannotBeAcquired)
	case state == breaking, state == leased && !l.has(a.proposed):
		return l, fault.New(fault.LeaseAlreadyPresent)
	}
	l = lease{id: a.proposed, seconds: max(a.seconds, 0)}
	return l.renewed(now), nil
}

// renewed returns the lease with its full time from now on.
func (l lease) renewed(now table.Ticks) lease {
	if l.seconds > 0 {
		l.ends = now + table.Ticks(l.seconds*1e7)
	}
	return l
}

func (a *leasing) renew(l lease, now table.Ticks) (lease, error) {
	switch state := l.state(now); {
	case !l.has(a.id):
		return l, fault.New(fault.LeaseIDMismatch)
	case state == breaking, state == broken:
		return l, fault.New(fault.LeaseIsBrokenAndCannotBeRenewed)
	}
	return l.renewed(now), nil
}

// change gives the lease another ID. A client that repeats this after a lost answer has the new one.
func (a *leasing) change(l lease, now table.Ticks) (lease, error) {
	known := l.has(a.id) || l.has(a.proposed)
	switch state := l.state(now); {
	case state == breaking && known:
		return l, fault.New(fault.LeaseIsBreakingAndCannotBeChanged)
	case !l.locks(now):
		return l, fault.New(fault.LeaseNotPresent)
	case !known:
		return l, fault.New(fault.LeaseIDMismatch)
	}
	l.id = a.proposed
	return l, nil
}

func (a *leasing) release(l lease, _ table.Ticks) (lease, error) {
	if !l.has(a.id) {
		return l, fault.New(fault.LeaseIDMismatch)
	}
	return lease{}, nil
}

// breakUp ends a lease without its ID, after a period: the one that was asked for, or the rest of the lease
// if that is shorter.
func (a *leasing) breakUp(l lease, now table.Ticks) (lease, error) {
	at := now + table.Ticks(max(a.period, 0)*1e7)
	switch l.state(now) {
	case available:
		return l, fault.New(fault.LeaseNotPresent)
	case expired:
		l.breaks = now
	case broken:
	case breaking:
		if a.period >= 0 {
			l.breaks = min(l.breaks, at)
		}
	default:
		switch {
		case l.ends > 0 && a.period >= 0:
			l.breaks = min(l.ends, at)
		case l.ends > 0:
			l.breaks = l.ends
		default:
			l.breaks = at
		}
	}
	return l, nil
}
