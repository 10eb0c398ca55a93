// Package recipes has recipes for Azure Table storage, which the guides of Rowkey
// import. Put this file into a folder recipes of your module, or copy the functions
// that you need.
//
// docs/recipes.md says what each promises and what it needs from you.
package recipes

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"iter"
	"maps"
	"math"
	mathrand "math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/runtime"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue"
)

// Entity is an entity as its JSON has it. Numbers are json.Number, so a Double of 3.0
// stays one when the entity is written again, and so do types that JSON doesn't have:
// "At@odata.type" is beside "At".
type Entity map[string]any

// Keys returns the PartitionKey and the RowKey.
func (e Entity) Keys() (partitionKey, rowKey string) { return e.Text("PartitionKey"), e.Text("RowKey") }

// Text returns a property that is a string, or "".
func (e Entity) Text(name string) string {
	text, _ := e[name].(string)
	return text
}

// Int returns a property that is a whole number, or 0.
func (e Entity) Int(name string) int {
	n, _ := strconv.Atoi(fmt.Sprint(e[name]))
	return n
}

// JSON returns the entity as clients send it.
func (e Entity) JSON() []byte {
	body, err := json.Marshal(e)
	if err != nil {
		panic(err) // no property can be a channel or a function
	}
	return body
}

// With returns a copy in which some properties have other values.
func (e Entity) With(others Entity) Entity {
	all := Entity{}
	for name, value := range e {
		all[name] = value
	}
	for name, value := range others {
		all[name] = value
	}
	return all
}

// Insert returns the action of a transaction that inserts an entity.
func Insert(e Entity) aztables.TransactionAction {
	return aztables.TransactionAction{ActionType: aztables.TransactionTypeAdd, Entity: e.JSON()}
}

// Merge returns the action that merges properties into an entity which is still as
// it was read, or with azcore.ETagAny into whatever there is.
func Merge(e Entity, etag azcore.ETag) aztables.TransactionAction {
	return aztables.TransactionAction{
		ActionType: aztables.TransactionTypeUpdateMerge, Entity: e.JSON(), IfMatch: &etag,
	}
}

// Delete returns the action that deletes an entity, under the same condition.
func Delete(e Entity, etag azcore.ETag) aztables.TransactionAction {
	p, r := e.Keys()
	keys := Entity{"PartitionKey": p, "RowKey": r}
	return aztables.TransactionAction{
		ActionType: aztables.TransactionTypeDelete, Entity: keys.JSON(), IfMatch: &etag,
	}
}

// Parse reads an entity that the client returned, without its Timestamp and its
// metadata.
func Parse(body []byte) (Entity, error) {
	e := Entity{}
	numbers := json.NewDecoder(bytes.NewReader(body))
	numbers.UseNumber()
	if err := numbers.Decode(&e); err != nil {
		return nil, err
	}
	for name := range e {
		if strings.HasPrefix(name, "odata.") || name == "Timestamp" || name == "Timestamp@odata.type" {
			delete(e, name)
		}
	}
	return e, nil
}

// Find reads an entity. It returns nil if there's none. A table that isn't there is an
// error.
func Find(ctx context.Context, table *aztables.Client,
	partitionKey, rowKey string) (Entity, azcore.ETag, error) {
	read, err := table.GetEntity(ctx, partitionKey, rowKey, nil)
	if IsMissing(err) {
		return nil, "", nil
	}
	if err != nil {
		return nil, "", err
	}
	e, err := Parse(read.Value)
	return e, read.ETag, err
}

// UntilItHolds does work again, after longer and longer waits, as long as it loses
// against other writers. So work begins with reading.
func UntilItHolds(ctx context.Context, work func() error) error {
	for attempt := 1; ; attempt++ {
		err := work()
		if attempt == 12 || !meets(err, 404) && !meets(err, 409) && !meets(err, 412) {
			return err
		}
		// A random part of up to 3 s, so that two clients don't stay in step.
		longest := min(3000, 25*math.Pow(2, float64(attempt)))
		select {
		case <-time.After(time.Duration(mathrand.Float64() * longest * float64(time.Millisecond))):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// UpdateEntity changes an entity depending on what it is: it reads it, calls change,
// and writes the result if nobody has written the entity since. Otherwise it begins
// again.
//
// The entity keeps the ids of its last 16 changes in Changes. A change whose id is
// among them isn't made twice: not after a lost reply, and with an id that comes from a
// message not after a crash either. Without an id it takes one of its own.
//
// change gets the entity, or its keys alone if there's none, and returns the properties
// that change, or nil.
func UpdateEntity(ctx context.Context, table *aztables.Client, partitionKey, rowKey, id string,
	change func(Entity) Entity) (after Entity, err error) {
	if id == "" {
		id = rand.Text()[:8]
	}
	err = UntilItHolds(ctx, func() error {
		found, etag, err := Find(ctx, table, partitionKey, rowKey)
		if err != nil {
			return err
		}
		keys := Entity{"PartitionKey": partitionKey, "RowKey": rowKey}
		after = keys.With(found)
		done := strings.Fields(after.Text("Changes"))
		if slices.Contains(done, id) {
			return nil
		}
		changed := change(after)
		if changed == nil {
			return nil
		}
		done = append([]string{id}, done...)
		write := changed.With(keys).With(Entity{"Changes": strings.Join(done[:min(16, len(done))], " ")})
		if found == nil {
			_, err = table.AddEntity(ctx, write.JSON(), nil)
		} else {
			merge := &aztables.UpdateEntityOptions{IfMatch: &etag, UpdateMode: aztables.UpdateModeMerge}
			_, err = table.UpdateEntity(ctx, write.JSON(), merge)
		}
		after = after.With(write)
		return err
	})
	return after, err
}

// ErrTaken says that another entity has the key that InsertOnce was to write.
var ErrTaken = errors.New("another entity has this key")

// InsertOnce inserts an entity in a way that can be repeated: after a lost reply, after
// a crash, or for a message that comes twice. id names the insert. It comes
// with the request for it, because a retry needs the same one. others happen in the same
// transaction, or not at all.
//
// It returns false if it was inserted before: by an earlier call, or by this one, when
// the client has lost the first answer.
func InsertOnce(ctx context.Context, table *aztables.Client, e Entity, id string,
	others ...aztables.TransactionAction) (inserted bool, err error) {
	marked := e.With(Entity{"InsertedBy": id})
	if len(others) > 0 {
		all := append([]aztables.TransactionAction{Insert(marked)}, others...)
		_, err = table.SubmitTransaction(ctx, all, nil)
	} else {
		_, err = table.AddEntity(ctx, marked.JSON(), nil)
	}
	if !meets(err, 409) {
		return err == nil, err
	}
	partitionKey, rowKey := e.Keys()
	there, _, readErr := Find(ctx, table, partitionKey, rowKey)
	switch {
	case readErr != nil:
		return false, readErr
	case there == nil:
		return false, err // one of the others was refused, or it has been deleted since
	case there.Text("InsertedBy") != id:
		return false, fmt.Errorf("%s/%s: %w", partitionKey, rowKey, ErrTaken)
	}
	return false, nil
}

// MoveEntity moves an entity: it copies it under a new key, then deletes the old one. A
// call finishes what an earlier one left when it crashed. change sets the new key and,
// if you like, other properties.
//
// The copy says in MovedFrom which entity it's a copy of, and of which state. So no
// other entity is overwritten, and a lost reply isn't a conflict.
//
// It returns the entity as it is in to, or nil if there was nothing to move: an earlier
// call has moved it.
func MoveEntity(ctx context.Context, from, to *aztables.Client, partitionKey, rowKey string,
	change func(Entity)) (moved Entity, err error) {
	err = UntilItHolds(ctx, func() error {
		// The target is read before the source. If the source is still there after
		// that, nobody has finished the move, and the copy isn't in use.
		var target Entity
		var targetTag azcore.ETag
		if moved != nil {
			p, r := moved.Keys()
			if target, targetTag, err = Find(ctx, to, p, r); err != nil {
				return err
			}
		}
		read, err := from.GetEntity(ctx, partitionKey, rowKey, nil)
		if IsMissing(err) {
			moved = target
			return nil
		}
		if err != nil {
			return err
		}
		source, err := Parse(read.Value)
		if err != nil {
			return err
		}
		origin := fmt.Sprintf("%s/%s/%s/", tableOf(read.Value), partitionKey, rowKey)
		moved = source.With(nil)
		change(moved)
		moved["MovedFrom"] = origin + string(read.ETag)
		switch {
		case target == nil:
			_, err = to.AddEntity(ctx, moved.JSON(), nil)
		case !strings.HasPrefix(target.Text("MovedFrom"), origin):
			return fmt.Errorf("there is another entity where %s should go", origin)
		case target.Text("MovedFrom") != moved.Text("MovedFrom"):
			_, err = to.UpdateEntity(ctx, moved.JSON(), replace(targetTag))
		}
		if err != nil {
			return err
		}
		_, err = from.DeleteEntity(ctx, partitionKey, rowKey,
			&aztables.DeleteEntityOptions{IfMatch: &read.ETag})
		return err
	})
	return moved, err
}

// ChangeKey gives an entity a key that the caller chooses, such as another department's.
// If two callers choose two keys, the first one's holds for both, because the entity says
// in MovesTo where it's going before it moves.
//
// to has the new key, and the properties that change with it. ChangeKey returns the entity
// under its new key, which may be another caller's, or nil if it wasn't under the old one
// any longer. If another entity has the new key, it returns an error.
func ChangeKey(ctx context.Context, table *aztables.Client, partitionKey, rowKey string,
	to Entity) (moved Entity, err error) {
	err = UntilItHolds(ctx, func() error {
		found, etag, err := Find(ctx, table, partitionKey, rowKey)
		if err != nil || found == nil || found["MovesTo"] != nil {
			return err
		}
		p, r := to.Keys()
		other, _, err := Find(ctx, table, p, r)
		if err == nil && other != nil {
			err = fmt.Errorf("%s/%s: %w", p, r, ErrTaken)
		}
		if err != nil {
			return err
		}
		goal, _ := json.Marshal([]string{p, r})
		marked := to.With(Entity{"PartitionKey": partitionKey, "RowKey": rowKey, "MovesTo": string(goal)})
		merge := &aztables.UpdateEntityOptions{IfMatch: &etag, UpdateMode: aztables.UpdateModeMerge}
		_, err = table.UpdateEntity(ctx, marked.JSON(), merge)
		return err
	})
	if err != nil {
		return nil, err
	}
	return MoveEntity(ctx, table, table, partitionKey, rowKey, func(e Entity) {
		var goal [2]string
		_ = json.Unmarshal([]byte(e.Text("MovesTo")), &goal) // which is from above
		e["PartitionKey"], e["RowKey"], e["MovesTo"] = goal[0], goal[1], nil
	})
}

// replace makes a write that replaces an entity if it's still as it was read.
func replace(etag azcore.ETag) *aztables.UpdateEntityOptions {
	return &aztables.UpdateEntityOptions{IfMatch: &etag, UpdateMode: aztables.UpdateModeReplace}
}

// tableOf returns the name of the table that an answer is of, from its metadata.
func tableOf(answer []byte) string {
	var from struct {
		Metadata string `json:"odata.metadata"`
	}
	_ = json.Unmarshal(answer, &from) // it has been read before
	_, after, _ := strings.Cut(from.Metadata, "#")
	table, _, _ := strings.Cut(after, "/")
	return table
}

// RefreshCopy brings a copy of an entity up to date, or deletes it if its source is
// gone. Call it after each change of the source. Calls may come late, twice, and in any
// order: an older state never replaces a newer one.
//
// makeCopy returns the copy. Its key must come from the source's key, which is all it
// gets if the source is gone.
func RefreshCopy(ctx context.Context, source *aztables.Client, partitionKey, rowKey string,
	copies *aztables.Client, makeCopy func(Entity) Entity) error {
	for {
		inserted := false
		err := UntilItHolds(ctx, func() error {
			inserted = false
			p, r := makeCopy(Entity{"PartitionKey": partitionKey, "RowKey": rowKey}).Keys()
			// The copy is read before the source, and written only if nobody has
			// written it since. So what is written is never older than what was there.
			old, etag, err := Find(ctx, copies, p, r)
			if err != nil {
				return err
			}
			now, seen, err := Find(ctx, source, partitionKey, rowKey)
			switch {
			case err != nil || now == nil && old == nil:
				return err
			case now == nil:
				_, err = copies.DeleteEntity(ctx, p, r, &aztables.DeleteEntityOptions{IfMatch: &etag})
				return err
			case old != nil:
				_, err = copies.UpdateEntity(ctx, makeCopy(now).JSON(), replace(etag))
				return err
			}
			if _, err = copies.AddEntity(ctx, makeCopy(now).JSON(), nil); err != nil {
				return err
			}
			// A new copy has no ETag that would tell whether there was one meanwhile.
			_, after, err := Find(ctx, source, partitionKey, rowKey)
			inserted = after != seen
			return err
		})
		if err != nil || !inserted {
			return err
		}
	}
}

// RefreshAll makes every copy what its source is, and deletes those whose source is
// gone. sourceOf returns the key of a copy's source. It returns how many copies weren't
// right: 0 if nothing was wrong.
func RefreshAll(ctx context.Context, source, copies *aztables.Client, makeCopy func(Entity) Entity,
	sourceOf func(Entity) (partitionKey, rowKey string)) (wrong int, err error) {
	for e, err := range ReadAll(ctx, source, "") {
		if err != nil {
			return wrong, err
		}
		right := makeCopy(e)
		maps.DeleteFunc(right, func(_ string, value any) bool { return value == nil }) // tables have no null
		p, r := right.Keys()
		copied, _, err := Find(ctx, copies, p, r)
		if err == nil && !bytes.Equal(copied.JSON(), right.JSON()) {
			wrong++
			p, r = e.Keys()
			err = RefreshCopy(ctx, source, p, r, copies, makeCopy)
		}
		if err != nil {
			return wrong, err
		}
	}
	for e, err := range ReadAll(ctx, copies, "") {
		if err != nil {
			return wrong, err
		}
		p, r := sourceOf(e)
		now, _, err := Find(ctx, source, p, r)
		if err == nil && now == nil {
			wrong++
			err = RefreshCopy(ctx, source, p, r, copies, makeCopy)
		}
		if err != nil {
			return wrong, err
		}
	}
	return wrong, nil
}

// ReadAll reads the entities that a filter chooses, all pages. "" chooses all.
func ReadAll(ctx context.Context, table *aztables.Client, filter string) iter.Seq2[Entity, error] {
	return func(yield func(Entity, error) bool) {
		o := &aztables.ListEntitiesOptions{}
		if filter != "" {
			o.Filter = &filter
		}
		for pager := table.NewListEntitiesPager(o); pager.More(); {
			page, err := pager.NextPage(ctx)
			if err != nil {
				yield(nil, err)
				return
			}
			for _, body := range page.Entities {
				if e, err := Parse(body); !yield(e, err) || err != nil {
					return
				}
			}
		}
	}
}

// StartsWith returns the condition that a property begins with a prefix. The service
// compares UTF-16.
func StartsWith(property, prefix string) string {
	from := property + " ge " + Quoted(prefix)
	if end := after(prefix); end != "" {
		return from + " and " + property + " lt " + Quoted(end)
	}
	return from
}

// after returns the first string after all that begin with a prefix, or "" if there is
// none.
func after(prefix string) string {
	characters := []rune(prefix)
	if len(characters) == 0 {
		return ""
	}
	rest, last := string(characters[:len(characters)-1]), characters[len(characters)-1]
	switch last {
	case 0xffff: // the last of all
		return after(rest)
	case 0xd7ff: // then come pairs of surrogates
		return rest + "\U00010000"
	case 0x10ffff: // the last pair
		return rest + "\ue000"
	}
	return rest + string(last+1)
}

// Quoted returns a string as filters have it.
func Quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// DeleteAll deletes the entities that a filter chooses, and returns how many it has
// found. It can be repeated.
func DeleteAll(ctx context.Context, table *aztables.Client, filter string) (found int, err error) {
	var deletes []aztables.TransactionAction
	for e, err := range ReadAll(ctx, table, filter) {
		if err != nil {
			return found, err
		}
		deletes = append(deletes, Delete(e, azcore.ETagAny))
	}
	return len(deletes), InBatches(ctx, table, deletes, 100)
}

// InBatches sends actions in as few transactions as it can: each has at most size,
// which is 100 or less, of one partition, and no entity twice. Each transaction takes
// effect as a whole; all of them together don't. After an error, send all actions
// again: so use upserts and deletes. A delete of an entity that isn't there is left
// out, because an earlier run may have deleted it. If that happens three times in a
// transaction, somebody is deleting the same, so its deletes are sent alone.
func InBatches(ctx context.Context, table *aztables.Client,
	actions []aztables.TransactionAction, size int) error {
	type batch struct {
		rows    map[string]bool
		actions []aztables.TransactionAction
	}
	var batches []*batch
	open := map[string]*batch{}
	for _, action := range actions {
		e, err := Parse(action.Entity)
		if err != nil {
			return err
		}
		partitionKey, rowKey := e.Keys()
		b := open[partitionKey]
		if b == nil || b.rows[rowKey] || len(b.actions) == size {
			b = &batch{rows: map[string]bool{}}
			open[partitionKey], batches = b, append(batches, b)
		}
		b.rows[rowKey], b.actions = true, append(b.actions, action)
	}
	for _, b := range batches {
		if err := submit(ctx, table, b.actions); err != nil {
			return err
		}
	}
	return nil
}

// submit sends a transaction, and after a delete that has met nothing, sends the others
// again. After three of them the deletes go alone.
func submit(ctx context.Context, table *aztables.Client, left []aztables.TransactionAction) error {
	for missing := 0; len(left) > 0 && missing < 3; missing++ {
		_, err := table.SubmitTransaction(ctx, left, nil)
		failed := answerTo(err).place
		if !IsMissing(err) || left[failed].ActionType != aztables.TransactionTypeDelete {
			return err
		}
		left = slices.Delete(slices.Clone(left), failed, failed+1)
	}
	var deletes, writes []aztables.TransactionAction
	for _, action := range left {
		if action.ActionType == aztables.TransactionTypeDelete {
			deletes = append(deletes, action)
		} else {
			writes = append(writes, action)
		}
	}
	err := FanOut(deletes, 8, func(_ int, action aztables.TransactionAction) error {
		return submit(ctx, table, []aztables.TransactionAction{action})
	})
	if err == nil && len(writes) > 0 {
		_, err = table.SubmitTransaction(ctx, writes, nil)
	}
	return err
}

// ShardOf returns the shard of a key, from 0 to count - 1: the remainder of FNV-1a.
// It's the same in every language, process and version. Another count gives nearly
// every key another shard, so it's part of the data.
func ShardOf(key string, count int) int {
	hash := fnv.New32a()
	hash.Write([]byte(key))
	return int(hash.Sum32() % uint32(count))
}

// FanOut does a job for each item, at most limit at a time. After an error no further
// job begins; when those under way have ended, it returns that error.
func FanOut[T any](items []T, limit int, job func(place int, item T) error) error {
	var working sync.WaitGroup
	var mu sync.Mutex
	var failed error
	next := 0
	for range limit {
		working.Go(func() {
			for {
				mu.Lock()
				at := next
				next++
				mu.Unlock()
				if at >= len(items) {
					return
				}
				if err := job(at, items[at]); err != nil {
					mu.Lock()
					failed, next = errors.Join(failed, err), len(items)
					mu.Unlock()
				}
			}
		})
	}
	working.Wait()
	return failed
}

// WorkOff takes a message off a queue and does its work, and reports whether there was
// one. If work fails, the message comes back when it's no longer hidden. After five
// tries it goes to the queue poison instead. hidden is longer than the work takes.
func WorkOff(ctx context.Context, queue, poison *azqueue.QueueClient, hidden time.Duration,
	work func(text, id string) error) (found bool, err error) {
	seconds := int32(hidden.Seconds())
	taken, err := queue.DequeueMessage(ctx, &azqueue.DequeueMessageOptions{VisibilityTimeout: &seconds})
	if err != nil || len(taken.Messages) == 0 {
		return false, err
	}
	message := taken.Messages[0]
	if *message.DequeueCount > 5 {
		forever := int32(-1)
		_, err = poison.EnqueueMessage(ctx, *message.MessageText,
			&azqueue.EnqueueMessageOptions{TimeToLive: &forever})
	} else {
		err = work(*message.MessageText, *message.MessageID)
	}
	if err != nil {
		return true, err
	}
	_, err = queue.DeleteMessage(ctx, *message.MessageID, *message.PopReceipt, nil)
	if code := CodeOf(err); code == "MessageNotFound" || code == "PopReceiptMismatch" {
		err = nil // somebody else has it by now, because this took too long
	}
	return true, err
}

// IsMissing reports whether an error says that an entity isn't there. A table that
// isn't there is a 404, too, but then something else is wrong: its name, for example.
func IsMissing(err error) bool { return meets(err, 404) }

// meets reports whether an error is the service's answer with this status about an
// entity, not about its table.
func meets(err error, status int) bool {
	a := answerTo(err)
	return a.status == status && a.code != "" && !strings.HasPrefix(a.code, "Table")
}

// StatusOf returns the status that the service answered, or 0.
func StatusOf(err error) int { return answerTo(err).status }

// CodeOf returns the service's code of an error, such as "EntityAlreadyExists", or "".
func CodeOf(err error) string { return answerTo(err).code }

// answer is what the service said of a request that it refused.
type answer struct {
	status int
	code   string
	place  int // of the action that failed, in a transaction
}

// refusal is what a refused transaction has in its answer.
var refusal = regexp.MustCompile(`(?s)HTTP/1\.1 (\d+).*?"code":"(\w+)".*?"value":"(?:(\d+):)?`)

// answerTo looks into the answer to a transaction, because the client's error only has
// its outer status, 202.
func answerTo(err error) (a answer) {
	var refused *azcore.ResponseError
	if !errors.As(err, &refused) {
		return a
	}
	a = answer{status: refused.StatusCode, code: refused.ErrorCode}
	if a.status != 202 || refused.RawResponse == nil {
		return a
	}
	body, err := runtime.Payload(refused.RawResponse)
	if found := refusal.FindSubmatch(body); err == nil && found != nil {
		a.status, _ = strconv.Atoi(string(found[1]))
		a.place, _ = strconv.Atoi(string(found[3]))
		a.code = string(found[2])
	}
	return a
}
