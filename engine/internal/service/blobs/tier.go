package blobs

import (
	"cmp"

	"github.com/rowkey/rowkey/engine/fault"
	"github.com/rowkey/rowkey/engine/internal/format/xmlbody"
	"github.com/rowkey/rowkey/engine/internal/service"
	"github.com/rowkey/rowkey/engine/internal/service/resource"
	"github.com/rowkey/rowkey/engine/internal/storage/store"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/wire"
)

const (
	hot      = "Hot"
	archive  = "Archive"
	standard = "Standard"
	high     = "High"
)

// How long it takes to bring a blob back from the archive: at most, with the priority Standard, and under
// which, with High.
// https://learn.microsoft.com/azure/storage/blobs/archive-rehydrate-overview
const (
	slowly  = 15 * 3600 * table.Ticks(1e7)
	quickly = 1 * 3600 * table.Ticks(1e7)
)

// tier is the access tier of a block blob. The zero tier is that of a blob for which nobody chose one.
type tier struct {
	name  string      // Hot, Cool, Cold or Archive; "" for the account's, which is Hot
	since table.Ticks // when it was chosen

	// On the way back from the archive: the tier to come, when it will be, and how urgent that is.
	next     string
	due      table.Ticks
	priority string
}

// at returns the tier at a time: a blob comes back from the archive without another request.
func (t tier) at(now table.Ticks) tier {
	if t.next != "" && now >= t.due {
		return tier{name: t.next, since: t.due}
	}
	return t
}

// chosen returns the tier as one that was chosen now, unless nobody chose one.
func (t tier) chosen(now table.Ticks) tier {
	if t.name == "" {
		return tier{}
	}
	return tier{name: t.name, since: now}
}

// each calls add with what answers say about the tier: as a header, and as an element of a list.
func (t tier) each(add func(header, element, value string)) {
	if t.name == "" {
		add("x-ms-access-tier", "AccessTier", hot)
		add("x-ms-access-tier-inferred", "AccessTierInferred", "true")
		return
	}
	add("x-ms-access-tier", "AccessTier", t.name)
	add("x-ms-access-tier-change-time", "AccessTierChangeTime", resource.Date(t.since))
	if t.next != "" {
		add("x-ms-archive-status", "ArchiveStatus", "rehydrate-pending-to-"+lower(t.next))
		add("x-ms-rehydrate-priority", "RehydratePriority", t.priority)
	}
}

// lower returns a tier's name in lower case.
func lower(name string) string { return string(name[0]+'a'-'A') + name[1:] }

// append appends the tier to the properties of the blob in a list.
func (t tier) append(dst []byte) []byte {
	t.each(func(_, element, value string) { dst = xmlbody.Append(dst, element, value) })
	return dst
}

// addTo adds the tier to the headers of an answer about the blob.
func (t tier) addTo(h *wire.Headers) {
	t.each(func(name, _, value string) { h.Add(name, value) })
}

// checkTier refuses a call whose conditions on when the tier was chosen the blob doesn't meet. A tier that
// nobody chose is as old as the blob.
func checkTier(c *resource.Call, b blob) error {
	unmet, chosen := fault.New(fault.AccessTierChangeTimeConditionNotMet), cmp.Or(b.tier.since, b.created)
	since, sent, err := date(c, "x-ms-access-tier-if-modified-since")
	if err != nil || sent && !newer(chosen, since) {
		return cmp.Or[error](err, unmet)
	}
	since, sent, err = date(c, "x-ms-access-tier-if-unmodified-since")
	if err != nil || sent && newer(chosen, since) {
		return cmp.Or[error](err, unmet)
	}
	return nil
}

// readTier returns the tier that a call asks for; the zero tier if it asks for none. Only block blobs have
// tiers.
func readTier(c *resource.Call, kind string) (tier, error) {
	name := c.Request.Headers.Get("x-ms-access-tier")
	switch name {
	case "":
		return tier{}, nil
	case hot, "Cool", "Cold", archive:
	default:
		return tier{}, fault.New(fault.InvalidHeaderValue).WithHint(
			"x-ms-access-tier needs to be Hot, Cool, Cold or Archive.")
	}
	if kind != blockBlob {
		return tier{}, fault.New(fault.InvalidHeaderValue).WithHint("Only block blobs have access tiers.")
	}
	return tier{name: name}, nil
}

// readPriority returns how urgently a call wants a blob back from the archive.
func readPriority(c *resource.Call) (string, error) {
	switch priority := c.Request.Headers.Get("x-ms-rehydrate-priority"); priority {
	case "":
		return standard, nil
	case standard, high:
		return priority, nil
	}
	return "", fault.New(fault.InvalidHeaderValue).WithHint(
		"x-ms-rehydrate-priority needs to be Standard or High.")
}

// rehydrated returns an archived blob's tier on its way to another one.
func (t tier) rehydrated(to, priority string, now table.Ticks) tier {
	t.next, t.priority, t.due = to, priority, now+slowly
	if priority == high {
		t.due = now + quickly
	}
	return t
}

// copiedTier returns the tier of a copy. The copy of an archived blob is on its way to the tier that it needs
// to name.
// https://learn.microsoft.com/rest/api/storageservices/copy-blob#copying-archived-blobs
func copiedTier(c *resource.Call, source blob, wanted tier, priority string) (tier, error) {
	switch {
	case source.kind != blockBlob && wanted.name != "":
		return tier{}, errUntiered()
	case source.tier.name != archive && wanted.name == "":
		return tier{}, nil
	case source.tier.name != archive:
		return wanted.chosen(c.Now), nil
	case wanted.name == "" || wanted.name == archive:
		return tier{}, source.online()
	}
	return source.tier.chosen(c.Now).rehydrated(wanted.name, priority, c.Now), nil
}

func errUntiered() error {
	return fault.New(fault.InvalidBlobType).WithHint("Only block blobs have access tiers.")
}

// parseSetTier changes the tier of a block blob or of a snapshot. Neither its ETag nor its date changes.
// https://learn.microsoft.com/rest/api/storageservices/set-blob-tier
func parseSetTier(c *resource.Call) (service.Apply, error) {
	if c.Request.Headers.Get("x-ms-access-tier") == "" {
		return nil, fault.New(fault.MissingRequiredHeader).WithHint("This needs the header x-ms-access-tier.")
	}
	priority, err := readPriority(c)
	if err != nil {
		return nil, err
	}
	asked, err := readTier(c, blockBlob)
	return onBlob(c, need, func(tx *store.Tx, b blob) (service.Reply, error) {
		if b.kind != blockBlob {
			return service.Reply{}, errUntiered()
		}
		status := 200
		switch {
		case b.tier.next != "" && b.tier.next != asked.name:
			return service.Reply{}, fault.New(fault.BlobBeingRehydrated)
		case b.tier.next != "" && (b.tier.priority == priority || priority == standard):
			status = 202 // it's on its way
		case b.tier.name == archive && asked.name != archive && isSnapshot(storedName(c)):
			return service.Reply{}, b.online() // a copy of it can come back
		case b.tier.name == archive && asked.name != archive:
			status, b.tier = 202, b.tier.rehydrated(asked.name, priority, c.Now)
		default:
			b.tier = asked.chosen(c.Now)
		}
		return service.Reply{Status: status}, put(tx, c, b)
	}), err
}

// online refuses what can't be done to an archived blob.
// https://learn.microsoft.com/azure/storage/blobs/access-tiers-overview
func (b blob) online() error {
	if b.tier.name != archive {
		return nil
	}
	hint := "Move it to Hot, Cool or Cold first, with comp=tier."
	if b.tier.next != "" {
		hint = "It will be in " + b.tier.next + " at " + b.tier.due.String() + ", by the account's clock."
	}
	return fault.New(fault.BlobArchived).WithHint(hint)
}
