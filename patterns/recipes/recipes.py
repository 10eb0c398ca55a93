"""Recipes for Azure Table storage, which the guides of Rowkey import.

Put this file beside your program, or copy the functions that you need. docs/recipes.md says what each
promises and what it needs from you. A key is a tuple: the PartitionKey and the RowKey.
"""

import json
import random
import re
import time
import uuid
from concurrent.futures import ThreadPoolExecutor

from azure.core import MatchConditions
from azure.core.exceptions import HttpResponseError
from azure.data.tables import UpdateMode


def key_of(entity):
    """The PartitionKey and the RowKey of an entity."""
    return entity["PartitionKey"], entity["RowKey"]


def unchanged(entity):
    """The arguments that make a write succeed only if the entity is still as it was read."""
    return {"etag": entity.metadata["etag"], "match_condition": MatchConditions.IfNotModified}


def find(table, key):
    """Reads an entity, or returns None if there's none. A table that isn't there is an error."""
    try:
        return table.get_entity(*key)
    except HttpResponseError as error:
        if not is_missing(error):
            raise
        return None


def until_it_holds(work):
    """Does work again, after longer and longer waits, as long as it loses against other writers.

    So work begins with reading.
    """
    for attempt in range(1, 13):
        try:
            return work()
        except HttpResponseError as error:
            if attempt == 12 or not any(_meets(error, status) for status in (404, 409, 412)):
                raise
        # A random part of up to 3 s, so that two clients don't stay in step.
        time.sleep(random.uniform(0, min(3, 0.025 * 2**attempt)))


def update_entity(table, key, change, id=None, create=False):
    """Changes an entity depending on what it is, and returns it as it is afterwards.

    It reads the entity, calls change, and writes the properties that change returns if nobody has written
    the entity since. Otherwise it begins again. change may return None: nothing changes.

    The entity keeps the ids of its last 16 changes in Changes. A change whose id is among them isn't made
    twice: not after a lost reply, and with an id that comes from a message not after a crash either. With
    create, an entity that isn't there is made; change gets its key alone.
    """
    id = id or uuid.uuid4().hex[:8]
    keys = {"PartitionKey": key[0], "RowKey": key[1]}

    def attempt():
        found = find(table, key)
        if found is None and not create:
            raise LookupError(f"There is no {key} to update.")
        entity = found or keys
        done = entity.get("Changes", "").split()
        changed = None if id in done else change(entity)
        if changed is None:
            return entity
        write = {**changed, **keys, "Changes": " ".join([id, *done][:16])}
        if found:
            table.update_entity(write, mode=UpdateMode.MERGE, **unchanged(found))
        else:
            table.create_entity(write)
        return {**entity, **write}

    return until_it_holds(attempt)


class KeyTaken(Exception):
    """Another entity has the key that insert_once was to write."""


def insert_once(table, entity, id, others=()):
    """Inserts an entity in a way that can be repeated: after a lost reply, a crash, or for a message that
    comes twice.

    id names the insert. It comes with the request for it, because a retry needs the same one. others are
    operations on the same partition that happen together with it, or not at all. It returns False if it
    was inserted before: by an earlier call, or by this one, when the client has lost the first answer.
    """
    marked = {**entity, "InsertedBy": id}
    try:
        if others:
            table.submit_transaction([("create", marked), *others])
        else:
            table.create_entity(marked)
        return True
    except HttpResponseError as error:
        if not _meets(error, 409):
            raise
        there = find(table, key_of(entity))
        if there is None:
            raise  # one of the others was refused, or it has been deleted since
        if there.get("InsertedBy") != id:
            raise KeyTaken(key_of(entity)) from error
        return False


def move_entity(source, target, key, change):
    """Moves an entity: copies it under a new key, then deletes the old one.

    A call finishes what an earlier one left when it crashed. change gets the entity and returns the
    properties that get a new value, such as its keys. The copy says in MovedFrom which entity it's a copy
    of, and of which state. So no other entity is overwritten, and a lost reply isn't a conflict.

    It returns the entity as it is in target, or None if there was nothing to move: an earlier call has
    moved it.
    """
    origin = f"{source.table_name}/{key[0]}/{key[1]}/"
    copied = None

    def attempt():
        nonlocal copied
        # The target is read before the source. If the source is still there after that, nobody has
        # finished the move, and the copy isn't in use.
        there = find(target, key_of(copied)) if copied else None
        found = find(source, key)
        if found is None:
            return there
        copied = {**found, **change(found), "MovedFrom": origin + found.metadata["etag"]}
        if there is None:
            target.create_entity(copied)
        elif not there.get("MovedFrom", "").startswith(origin):
            raise ValueError(f"There is another entity where {origin} should go.")
        elif there["MovedFrom"] != copied["MovedFrom"]:
            target.update_entity(copied, mode=UpdateMode.REPLACE, **unchanged(there))
        source.delete_entity(*key, **unchanged(found))
        return copied

    return until_it_holds(attempt)


def change_key(table, key, to):
    """Gives an entity a key that the caller chooses, such as another department's.

    If two callers choose two keys, the first one's holds for both, because the entity says in MovesTo where
    it's going before it moves. to has the new key, and the properties that change with it.

    It returns the entity under its new key, which may be another caller's, or None if it wasn't under the
    old one any longer. If another entity has the new key, it raises KeyTaken.
    """

    def mark():
        found = find(table, key)
        if found is None or "MovesTo" in found:
            return
        if find(table, key_of(to)):
            raise KeyTaken(key_of(to))
        marked = {**to, "PartitionKey": key[0], "RowKey": key[1], "MovesTo": json.dumps(key_of(to))}
        table.update_entity(marked, mode=UpdateMode.MERGE, **unchanged(found))

    def change(entity):
        partition, row = json.loads(entity["MovesTo"])
        return {"PartitionKey": partition, "RowKey": row, "MovesTo": None}

    until_it_holds(mark)
    return move_entity(table, table, key, change)


def refresh_copy(source, key, copies, make_copy):
    """Brings a copy of an entity up to date, or deletes it if its source is gone.

    Call it after each change of the source. Calls may come late, twice, and in any order: an older state
    never replaces a newer one. make_copy returns the copy. Its key must come from the source's key, which
    is all that it gets if the source is gone.
    """

    def attempt():
        copy_key = key_of(make_copy({"PartitionKey": key[0], "RowKey": key[1]}))
        # The copy is read before the source, and written only if nobody has written it since. So what is
        # written is never older than what was there.
        old = find(copies, copy_key)
        now = find(source, key)
        if now and old:
            copies.update_entity(make_copy(now), mode=UpdateMode.REPLACE, **unchanged(old))
        elif old:
            copies.delete_entity(*copy_key, **unchanged(old))
        elif now:
            copies.create_entity(make_copy(now))
            # A new copy has no ETag that would tell whether there was one meanwhile.
            after = find(source, key)
            return after is None or after.metadata["etag"] != now.metadata["etag"]
        return False

    while until_it_holds(attempt):
        pass


def refresh_all(source, copies, make_copy, source_of):
    """Makes every copy what its source is, and deletes those whose source is gone.

    source_of returns the key of a copy's source. It returns how many copies weren't right: 0 if nothing
    was wrong.
    """
    wrong = 0
    for entity in source.list_entities():
        right = make_copy(entity)
        if find(copies, key_of(right)) != right:
            wrong += 1
            refresh_copy(source, key_of(entity), copies, make_copy)
    for copy in copies.list_entities():
        key = source_of(copy)
        if find(source, key) is None:
            wrong += 1
            refresh_copy(source, key, copies, make_copy)
    return wrong


def starts_with(property, prefix):
    """The condition that a property begins with a prefix. The service compares UTF-16."""
    end = _after(prefix)
    return f"{property} ge {quoted(prefix)}" + (f" and {property} lt {quoted(end)}" if end else "")


def _after(prefix):
    """The first string after all that begin with a prefix, or "" if there is none."""
    if not prefix:
        return ""
    last = ord(prefix[-1])
    if last == 0xFFFF:  # the last of all
        return _after(prefix[:-1])
    # After U+D7FF come pairs of surrogates; U+10FFFF is the last pair.
    return prefix[:-1] + {0xD7FF: "\U00010000", 0x10FFFF: "\ue000"}.get(last, chr(min(last + 1, 0x10FFFF)))


def quoted(text):
    """A string as filters have it."""
    return "'" + text.replace("'", "''") + "'"


def delete_all(table, query):
    """Deletes the entities that a filter chooses, and returns how many it has found. It can be repeated."""
    found = list(table.query_entities(query, select=["PartitionKey", "RowKey"]))
    in_batches(table, [("delete", entity) for entity in found])
    return len(found)


def in_batches(table, operations, size=100):
    """Sends operations in as few transactions as it can: each has at most size, which is 100 or less, of one
    partition, and no entity twice.

    Each transaction takes effect as a whole; all of them together don't. After an error, send all again: so
    use upserts and deletes. A delete of an entity that isn't there is left out, because an earlier run may
    have deleted it. If that happens three times in a transaction, somebody is deleting the same, so its
    deletes are sent alone.
    """
    batches, current = [], {}
    for operation in operations:
        partition, row = key_of(operation[1])
        rows, batch = current.get(partition, (None, None))
        if rows is None or row in rows or len(batch) == size:
            rows, batch = current[partition] = set(), []
            batches.append(batch)
        rows.add(row)
        batch.append(operation)
    for batch in batches:
        _submit(table, batch)


def _submit(table, left):
    """Sends a transaction, and after a delete that has met nothing, sends the others again. After three of
    them the deletes go alone."""
    for _ in range(3):
        if not left:
            return
        try:
            table.submit_transaction(left)
            return
        except HttpResponseError as error:
            failed = getattr(error, "index", 0)
            if not is_missing(error) or left[failed][0] != "delete":
                raise
            left = left[:failed] + left[failed + 1 :]
    fan_out([each for each in left if each[0] == "delete"], 8, lambda each: _submit(table, [each]))
    writes = [each for each in left if each[0] != "delete"]
    if writes:
        table.submit_transaction(writes)


def shard_of(key, count):
    """The shard of a key, from 0 to count - 1: the remainder of FNV-1a.

    It's the same in every language, process and version. Another count gives nearly every key another
    shard, so it's part of the data.
    """
    hash = 2166136261
    for byte in key.encode("utf-8"):
        hash = (hash ^ byte) * 16777619 % 2**32
    return hash % count


def fan_out(items, limit, job):
    """Does a job for each item, at most limit at a time, and returns the results in the items' order."""
    with ThreadPoolExecutor(limit) as pool:
        return list(pool.map(job, items))


def work_off(queue, poison, work, hidden=30):
    """Takes a message off a queue and does its work, and returns whether there was one.

    work gets the message's text and its id. If it fails, the message comes back when it's no longer hidden,
    so hidden is longer than the work takes, in seconds. After five tries it goes to the queue poison.
    """
    message = queue.receive_message(visibility_timeout=hidden)
    if message is None:
        return False
    if message.dequeue_count > 5:
        poison.send_message(message.content, time_to_live=-1)
    else:
        work(message.content, message.id)
    try:
        queue.delete_message(message)
    except HttpResponseError as error:
        # Somebody else has it by now, because this took too long.
        if code_of(error) not in ("MessageNotFound", "PopReceiptMismatch"):
            raise
    return True


def is_missing(error):
    """Whether an error says that an entity isn't there.

    A table that isn't there is a 404, too, but then something else is wrong: its name, for example.
    """
    return _meets(error, 404)


def code_of(error):
    """The service's code of an error, such as "EntityAlreadyExists", or "".

    The client doesn't look for it in the answer to an insert, so this does.
    """
    code = getattr(error, "error_code", None)
    if code is None:
        found = re.search(r'"code":\s*"(\w+)"', error.response.text() if error.response else "")
        return found[1] if found else ""
    return str(getattr(code, "value", code))


def _meets(error, status):
    """Whether an error is the service's answer with this status about an entity, not about its table."""
    code = code_of(error)
    return error.status_code == status and code != "" and not code.startswith("Table")
