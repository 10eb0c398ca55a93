package blobs

import (
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
	"github.com/rowkey/rowkey/engine/internal/service/resource"
	"github.com/rowkey/rowkey/engine/internal/storage/keys"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

// lease is the lease of a container or blob. The zero lease is that of one that nobody has leased.
//
// It's a record of its own, because it outlives the blob's content and changes neither ETag nor
// Last-Modified.
type lease struct {
	id      string
	seconds int64       // how long each renewal lasts; 0 for a lease without end
	ends    table.Ticks // unless it's renewed; 0 for a lease without end
	breaks  table.Ticks // when it breaks, or broke; 0 if nobody broke it
}

// The states of a lease, as in x-ms-lease-state.
const (
	available = "available"
	leased    = "leased"
	expired   = "expired"
	breaking  = "breaking"
	broken    = "broken"
)

// state returns the state at a time.
func (l lease) state(now table.Ticks) string {
	switch {
	case l.id == "":
		return available
	case l.breaks > 0 && now < l.breaks:
		return breaking
	case l.breaks > 0:
		return broken
	case l.ends > 0 && now >= l.ends:
		return expired
	}
	return leased
}

// locks reports whether writes need the lease's ID.
func (l lease) locks(now table.Ticks) bool {
	state := l.state(now)
	return state == leased || state == breaking
}

// has reports whether an ID is the lease's, which is a GUID in any of its forms.
func (l lease) has(id string) bool { return l.id != "" && plainGUID(l.id) == plainGUID(id) }

// plainGUID returns the digits of a GUID, or "" if it isn't one.
func plainGUID(id string) string {
	id = strings.ToLower(strings.NewReplacer("-", "", "{", "", "}", "", "(", "", ")", "").Replace(id))
	if len(id) != 32 || strings.Trim(id, "0123456789abcdef") != "" {
		return ""
	}
	return id
}

// leaseKey returns the store key of the lease of the container or blob that a call names.
func leaseKey(c *resource.Call) string {
	if len(c.Names) == 1 {
		return keys.Record(keys.Lease, c.Names[0])
	}
	return keys.Record(keys.Lease, c.Names[0], storedName(c))
}

func leaseOf(tx *store.Tx, key string) (lease, error) {
	data, found, err := tx.Record(key)
	if err != nil || !found {
		return lease{}, err
	}
	r := resource.Read(data)
	return lease{id: r.Text(), seconds: r.Number(), ends: r.Time(), breaks: r.Time()}, nil
}

// put writes the lease, or deletes the record of one that is available.
func (l lease) put(tx *store.Tx, key string) error {
	if l.id == "" {
		return tx.DeleteRecord(key)
	}
	var w resource.Writer
	w.Text(l.id)
	w.Number(l.seconds)
	w.Time(l.ends)
	w.Time(l.breaks)
	return tx.PutRecord(key, string(w.Data))
}

// described returns status, state and kind of duration, which is "" unless it's leased.
func (l lease) described(now table.Ticks) (status, state, duration string) {
	status, state = "unlocked", l.state(now)
	if l.locks(now) {
		status = "locked"
	}
	switch {
	case state != leased:
	case l.ends == 0:
		duration = "infinite"
	default:
		duration = "fixed"
	}
	return status, state, duration
}

// addTo adds the lease to the headers of an answer about a container or blob.
func (l lease) addTo(h *wire.Headers, now table.Ticks) {
	status, state, duration := l.described(now)
	h.Add("x-ms-lease-status", status)
	h.Add("x-ms-lease-state", state)
	if duration != "" {
		h.Add("x-ms-lease-duration", duration)
	}
}

// append appends the lease to the properties of a container or blob in a list.
func (l lease) append(dst []byte, now table.Ticks) []byte {
	status, state, duration := l.described(now)
	dst = xmlbody.Append(xmlbody.Append(dst, "LeaseStatus", status), "LeaseState", state)
	if duration != "" {
		dst = xmlbody.Append(dst, "LeaseDuration", duration)
	}
	return dst
}

// checkLease refuses a call that needs the lease of its blob, and one that names another lease. A write
// without a lease ends one that has expired or is broken, which then can't be renewed.
// https://learn.microsoft.com/rest/api/storageservices/lease-blob
func checkLease(tx *store.Tx, c *resource.Call) error {
	l, err := leaseOf(tx, leaseKey(c))
	if err != nil {
		return err
	}
	err = l.check(c, !leavesLease(c), fault.LeaseIDMismatchWithBlob, fault.LeaseNotPresentWithBlob)
	if err == nil && !leavesLease(c) && l.id != "" && !l.locks(c.Now) {
		return lease{}.put(tx, leaseKey(c))
	}
	return err
}

// leavesLease reports whether a call does without its blob's lease: it reads, or writes nothing of the blob
// that a lease keeps.
func leavesLease(c *resource.Call) bool {
	comp, _ := c.Param("comp")
	return c.Request.Method == "GET" || c.Request.Method == "HEAD" || comp == "tier" || comp == "snapshot"
}

// checkContainerLease is checkLease for a container, whose lease only its deletion needs.
// https://learn.microsoft.com/rest/api/storageservices/lease-container
func checkContainerLease(tx *store.Tx, c *resource.Call) error {
	l, err := leaseOf(tx, leaseKey(c))
	if err != nil {
		return err
	}
	return l.check(c, c.Request.Method == "DELETE", fault.LeaseIDMismatchWithContainer,
		fault.LeaseNotPresentWithContainer)
}

// check compares the lease with the ID that a call has, or needs.
func (l lease) check(c *resource.Call, needed bool, mismatch, absent fault.Code) error {
	id := c.Request.Headers.Get("x-ms-lease-id")
	switch locks := l.locks(c.Now); {
	case id == "" && locks && needed:
		return fault.New(fault.LeaseIDMissing).WithHint(
			"Send the ID of the lease as x-ms-lease-id, or wait until it has ended: it's " +
				l.state(c.Now) + " until " + l.until() + ".")
	case id == "":
		return nil
	case locks && !l.has(id):
		return fault.New(mismatch)
	case !locks && l.has(id):
		return fault.New(fault.LeaseLost)
	case !locks:
		return fault.New(absent)
	}
	return nil
}

// until returns when a lease that locks ends, for people.
func (l lease) until() string {
	switch {
	case l.breaks > 0:
		return l.breaks.String()
	case l.ends > 0:
		return l.ends.String()
	}
	return "someone releases or breaks it"
}

// secondsLeft returns how many seconds there are until a time, rounded up.
func secondsLeft(until, now table.Ticks) string {
	const second = table.Ticks(1e7)
	return strconv.FormatInt(int64((max(until-now, 0)+second-1)/second), 10)
}
