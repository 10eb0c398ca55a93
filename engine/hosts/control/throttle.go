package control

import (
	"errors"

	"github.com/rowkey/rowkey/engine/internal/access/grant"
	"github.com/rowkey/rowkey/engine/partition"
	"github.com/rowkey/rowkey/engine/protocol"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/engine/trace"
)

// throttle refuses requests as the model of the load lab does: of an account and of a partition.
type throttle struct {
	protocol.Throttling
	gates *partition.Gates
}

func throttleFields(t *protocol.Throttling) []field {
	return []field{
		{"on", aTruth, truth(&t.On)},
		{"partition", aNumber, whole(&t.Partition, 1, 1_000_000)},
		{"account", aNumber, whole(&t.Account, 1, 1_000_000)},
		{"burst", aNumber, whole(&t.Burst, 0, 600)},
		{"seed", aNumber, whole(&t.Seed, 0, maxSeed)},
	}
}

// targets returns the throttling of the service's published targets.
func targets() protocol.Throttling {
	return protocol.Throttling{
		On: true, Partition: table.PartitionTarget, Account: table.AccountTarget,
		Burst: int(partition.Default().BurstTime),
	}
}

func newThrottle(t protocol.Throttling) (*throttle, error) {
	if !t.On {
		return nil, errors.New("throttling is off without on: true; to end it, DELETE it")
	}
	assume := partition.Default()
	assume.PartitionCap, assume.AccountCap = float64(t.Partition), float64(t.Account)
	assume.BurstTime = float64(t.Burst)
	return &throttle{t, partition.NewGates(assume, uint64(t.Seed))}, nil
}

// admit returns nothing, or the refusal of a request for which there is too much load.
func (t *throttle) admit(s subject, now table.Ticks) effect {
	e := effect{fault: throttled, retryAfter: 1}
	switch t.gates.Admit(now, s.account, partitionOf(s), max(1, len(s.entities))) {
	case partition.OverAccount:
		t.RefusedByAccount++
		e.message = "Operations per second is over the account limit."
		e.hint = "The account is over its target, which the control interface has set."
	case partition.OverPartition:
		t.RefusedByPartition++
		e.hint = "The partition is over its target, which the control interface has set."
	default:
		return effect{}
	}
	return e
}

// charge adds what a query has read, which nobody knew before.
func (t *throttle) charge(s subject, tr trace.Trace) {
	if s.operation != "QueryEntities" {
		return
	}
	for _, p := range tr.Partitions {
		t.gates.Charge(s.account, inTable(s, p.PartitionKey), p.Read)
	}
}

// partitionOf names the partition that a request is for; "" for none. The messages of a queue are in one.
func partitionOf(s subject) string {
	switch {
	case s.service == grant.Queue:
		return s.resource
	case len(s.entities) > 0:
		return inTable(s, s.entities[0].PartitionKey)
	}
	return ""
}

func inTable(s subject, key string) string { return s.resource + "\x00" + key }
