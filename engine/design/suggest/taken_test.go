package suggest_test

import (
	"strings"
	"testing"
)

// TestUpdates: the one to take has no keys that an update changes, and none under which an update would have
// to look for its entity.
func TestUpdates(t *testing.T) {
	const alarms = `entities:
  Alarm:
    count: 500
    properties:
      Id:     guid
      Device: {type: string, values: 30}
      State:  {type: string, values: [open, closed]}
      Raised: datetime
patterns:
  open:      {of: Alarm, where: "State = 'open'", sort: Raised desc, limit: 20}
  of device: {of: Alarm, where: "Device = ?", sort: Raised desc}
  close:     {update: Alarm, where: "Id = ?", set: [State]}
designs:
  plain: {Alarm: {PartitionKey: "{Id}", RowKey: ""}}
`
	taken := 0
	for _, s := range suggestions(t, alarms) {
		if s.Design == "keys for open" {
			t.Errorf("an alarm that's closed would have to move: %s", s.Keys)
		}
		if s.Why != "" {
			taken++
			if !strings.Contains(s.Keys, "  PartitionKey: \"{Id}\"\n") || !strings.Contains(s.Keys, "by device:") {
				t.Errorf("%s: %s", s.Design, s.Keys)
			}
		}
	}
	if taken != 1 {
		t.Errorf("%d are to be taken", taken)
	}
}

// TestDearer: keys under which another question reads twice as much, though not a wasteful amount, say so,
// and aren't the ones to take.
func TestDearer(t *testing.T) {
	all := suggestions(t, `entities:
  Order:
    count: 900
    properties:
      Customer: {type: string, values: 20}
      Status:   {type: string, values: [open, paid, shipped]}
      At:       {type: datetime}
patterns:
  newest: {of: Order, where: "Customer = ?", sort: At desc, limit: 20, rate: 10/s}
  open:   {of: Order, where: "Status = 'open'", rate: 1/m}
designs:
  by customer: {Order: {PartitionKey: "{Customer}", RowKey: "{At:inverted}"}}
`)
	if len(all) != 2 || !strings.Contains(all[0].Says, " But newest reads 46.1 instead of 20.") ||
		all[0].Why != "" || !strings.HasPrefix(all[1].Why, "Take this one: other keys in place of these") {
		t.Errorf("%+v", all)
	}
}

// TestDear: a copy that's written more often than its question is asked isn't the one to take, unless nobody
// says how often that is.
func TestDear(t *testing.T) {
	const jobs = `entities:
  Job:
    count: 2000
    properties:
      Worker: {type: string, values: 100}
      Id:     string
      Error:  {type: string, values: 50}
patterns:
  failed: {of: Job, where: "Error = ?"ASKED}
  mine:   {of: Job, where: "Worker = ?", rate: 40/s}
  write:  {insert: Job, rate: 40/s}
designs:
  by worker: {Job: {PartitionKey: "{Worker}", RowKey: "{Id}"}}
`
	for _, test := range []struct{ asked, says, why string }{
		{", rate: 1/m", "That saves 32.7 reads a second and writes 40 entities a second more: take it only if", ""},
		{", rate: 1/s", "It reads 40.7 instead of 2,000.", "Take this one: "},
		{"", "It reads 40.7 instead of 2,000.", "Take this one: "},
	} {
		all := suggestions(t, strings.Replace(jobs, "ASKED", test.asked, 1))
		copied := all[len(all)-1]
		if !strings.HasPrefix(copied.Design, "copy") || !strings.Contains(copied.Says, test.says) ||
			!strings.HasPrefix(copied.Why, test.why) || test.why == "" && copied.Why != "" {
			t.Errorf("%s: %+v", test.asked, all)
		}
	}
}

// TestWritesThatSearch: what an update or a delete can't find gets keys or a copy, as a question does. A copy
// that answers all is better than one for each.
func TestWritesThatSearch(t *testing.T) {
	const permits = `entities:
  Permit:
    count: 2000
    properties:
      Id:    guid
      Plate: {type: string, values: 900}
      Zone:  {type: string, values: 20}
      End:   {type: datetime, every: 1h}
patterns:
  zone:   {of: Permit, where: "Zone = ?", rate: 1/s}
  renew:  {update: Permit, where: "Plate = ? and Id = ?", set: [End], rate: 1/s}
  revoke: {delete: Permit, where: "Id = ?", rate: 1/h}
designs:
  zones: {Permit: {PartitionKey: "{Zone}", RowKey: "{Plate}_{Id}"}}
`
	all := suggestions(t, permits)
	if len(all) == 0 {
		t.Fatal("nothing is suggested")
	}
	taken := all[len(all)-1]
	if taken.Design != "copy for revoke" || taken.Why == "" || !strings.HasPrefix(taken.Says,
		"It reads 1 instead of 2,000. And renew reads 1 instead of 2,000. Each write then") {
		t.Errorf("%+v", all)
	}
}
