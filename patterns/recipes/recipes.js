/**
 * Recipes for Azure Table storage, which the guides of Rowkey import. Put this
 * file beside your program, or copy the functions you need.
 *
 * The ones that write were run through every interleaving of two clients, and
 * every place where one of them can crash or lose a reply. docs/recipes.md
 * says what each promises and what it needs from you.
 *
 * @import { EdmTypes, TableClient, TransactionAction } from "@azure/data-tables"
 * @typedef {{ partitionKey: string, rowKey: string }} Key
 * @typedef {any} Entity what the client returns and takes
 * @typedef {any} Queue a QueueClient of @azure/storage-queue
 */

/**
 * Moves an entity: copies it under a new key, then deletes the old one. A call
 * finishes what an earlier one left when it crashed.
 *
 * The copy says in MovedFrom which entity it's a copy of, and of which state.
 * So no other entity is overwritten, and a lost reply isn't a conflict.
 *
 * @param {TableClient} from the table of the entity
 * @param {TableClient} to the table that it moves to; it may be the same one
 * @param {Key} key the entity's key in `from`
 * @param {(entity: Entity) => Partial<Entity>} change returns the new key, and
 *   properties that get a new value; all others stay as they are
 * @returns {Promise<Entity | undefined>} the entity in `to`, or undefined if
 *   there was nothing to move: an earlier call has moved it
 */
export async function moveEntity(from, to, key, change) {
  const origin = `${from.tableName}/${key.partitionKey}/${key.rowKey}/`;
  /** @type {Entity | undefined} */
  let copy;
  return untilItHolds(async () => {
    // The target is read before the source. If the source is still there
    // after that, nobody has finished the move, and the copy isn't in use.
    const target = copy && (await find(to, copy));
    const source = await find(from, key);
    if (!source) {
      return target?.entity;
    }
    const MovedFrom = origin + source.etag;
    const moved = { ...source.entity, ...change(source.entity), MovedFrom };
    copy = withTypes(moved, source);
    if (!target) {
      await to.createEntity(copy);
    } else if (!String(target.entity.MovedFrom).startsWith(origin)) {
      throw new Error(`There is another entity where ${origin} should go.`);
    } else if (target.entity.MovedFrom !== MovedFrom) {
      await to.updateEntity(copy, "Replace", { etag: target.etag });
    }
    const { partitionKey, rowKey } = key;
    await from.deleteEntity(partitionKey, rowKey, { etag: source.etag });
    return moved;
  });
}

/**
 * Gives an entity a key that the caller chooses, such as another department's.
 * If two callers choose two keys, the first one's holds for both, because the
 * entity says in MovesTo where it's going before it moves.
 *
 * @param {TableClient} table
 * @param {Key} key
 * @param {Key & Record<string, any>} to the new key, and properties that change
 *   with it
 * @returns {Promise<Entity | undefined>} the entity under its new key, which may
 *   be another caller's, or undefined if it wasn't under the old one any longer.
 *   If another entity has the new key, it throws an error
 */
export async function changeKey(table, key, to) {
  const { partitionKey, rowKey } = key;
  await untilItHolds(async () => {
    const found = await find(table, key);
    if (!found || found.entity.MovesTo) {
      return;
    }
    if (await find(table, to)) {
      throw new Error(`There is another entity with the key ${to.partitionKey}/${to.rowKey}.`);
    }
    const MovesTo = JSON.stringify([to.partitionKey, to.rowKey]);
    const marked = { ...to, partitionKey, rowKey, MovesTo };
    await table.updateEntity(marked, "Merge", { etag: found.etag });
  });
  return moveEntity(table, table, key, (entity) => {
    const [partitionKey, rowKey] = JSON.parse(entity.MovesTo);
    return { partitionKey, rowKey, MovesTo: null };
  });
}

/**
 * Brings a copy of an entity up to date, or deletes it if its source is gone.
 * Call it after each change of the source. Calls may come late, twice, and in
 * any order: an older state never replaces a newer one.
 *
 * @param {TableClient} source the table of the source
 * @param {Key} sourceKey its key
 * @param {TableClient} copies the table of the copy
 * @param {(entity: Entity) => Entity} makeCopy returns the copy. Its key must
 *   come from the source's key, which is all it gets if the source is gone
 * @returns {Promise<void>}
 */
export async function refreshCopy(source, sourceKey, copies, makeCopy) {
  await untilItHolds(async () => {
    const first = await find(source, sourceKey);
    const key = makeCopy(first?.entity ?? sourceKey);
    // The copy is read before the source, and written only if nobody has
    // written it since. So what is written is never older than what was there.
    const old = await find(copies, key);
    const now = await find(source, sourceKey);
    if (now && old) {
      const copy = withTypes(makeCopy(now.entity), now);
      await copies.updateEntity(copy, "Replace", { etag: old.etag });
    } else if (old) {
      const { partitionKey, rowKey } = key;
      await copies.deleteEntity(partitionKey, rowKey, { etag: old.etag });
    } else if (now) {
      await copies.createEntity(withTypes(makeCopy(now.entity), now));
      // A new copy has no ETag that would tell whether there was one meanwhile.
      if ((await find(source, sourceKey))?.etag !== now.etag) {
        await refreshCopy(source, sourceKey, copies, makeCopy);
      }
    }
  });
}

/**
 * Makes every copy what its source is, and deletes those whose source is gone.
 *
 * @param {TableClient} source the table of the sources
 * @param {TableClient} copies the table of the copies, which has nothing else
 * @param {(entity: Entity) => Entity} makeCopy as for refreshCopy
 * @param {(copy: Entity) => Key} sourceOf returns the key of a copy's source
 * @returns {Promise<number>} how many copies weren't right: 0 if nothing was wrong
 */
export async function refreshAll(source, copies, makeCopy, sourceOf) {
  let wrong = 0;
  for await (const { partitionKey = "", rowKey = "" } of source.listEntities()) {
    const now = await find(source, { partitionKey, rowKey });
    const right = now && makeCopy(now.entity); // if it's gone, the sweep below finds its copy
    const copy = right && (await find(copies, right));
    if (right && (!copy || !isSame(withTypes(right, now), withTypes(copy.entity, copy)))) {
      wrong++;
      await refreshCopy(source, { partitionKey, rowKey }, copies, makeCopy);
    }
  }
  for await (const copy of copies.listEntities()) {
    const key = sourceOf(copy);
    if (!(await find(source, key))) {
      wrong++;
      await refreshCopy(source, key, copies, makeCopy);
    }
  }
  return wrong;
}

/**
 * Whether two entities have the same properties.
 *
 * @param {Entity} one
 * @param {Entity} other
 */
function isSame(one, other) {
  const text = (/** @type {any} */ value) => String(value?.value ?? value);
  const names = Object.keys({ ...one, ...other });
  return names.every((name) => text(one[name]) === text(other[name]));
}

/**
 * Changes an entity depending on what it is: reads it, calls `change`, and
 * writes the result if nobody has written the entity since. Otherwise it waits
 * a little and begins again.
 *
 * The entity keeps the ids of its last changes in Changes. A change whose id
 * is among them isn't made twice: not after a lost reply, and with an id that
 * comes from a message not after a crash either.
 *
 * @param {TableClient} table
 * @param {Key} key
 * @param {(entity: Entity) => Record<string, any> | undefined} change returns
 *   the properties that change, or undefined if nothing does
 * @param {object} [options]
 * @param {string} [options.id] names the change, such as the id of the message
 *   that asks for it
 * @param {boolean} [options.create] makes an entity if there's none; `change`
 *   gets its key alone
 * @returns {Promise<Entity>} the entity as it is after the change
 */
export async function updateEntity(table, key, change, options = {}) {
  const { id = crypto.randomUUID().slice(0, 8), create = false } = options;
  const { partitionKey, rowKey } = key;
  return untilItHolds(async () => {
    const found = await find(table, key);
    if (!found && !create) {
      const message = `There is no ${partitionKey}/${rowKey} to update.`;
      throw Object.assign(new Error(message), { statusCode: 404 });
    }
    /** @type {Entity} */
    const entity = found?.entity ?? { partitionKey, rowKey };
    const done = entity.Changes ? String(entity.Changes).split(" ") : [];
    const changed = done.includes(id) ? undefined : change(entity);
    if (!changed) {
      return entity;
    }
    const Changes = [id, ...done].slice(0, KEPT_CHANGES).join(" ");
    const write = { ...changed, partitionKey, rowKey, Changes };
    if (found) {
      await table.updateEntity(write, "Merge", { etag: found.etag });
    } else {
      await table.createEntity(write);
    }
    return { ...entity, ...write };
  });
}

/** How many ids of changes an entity keeps. */
const KEPT_CHANGES = 16;

/**
 * Inserts an entity in a way that can be repeated: after a lost reply, after a
 * crash, or for a message that comes twice. The entity says in InsertedBy which
 * insert wrote it, so another one under the same key isn't taken for it.
 *
 * @param {TableClient} table
 * @param {Entity} entity
 * @param {string} id names the insert. It comes with the request for it, such as a
 *   message or a form, because a retry needs the same one
 * @param {TransactionAction[]} [others] actions on the same partition, which
 *   happen together with the insert or not at all
 * @returns {Promise<boolean>} false if it was inserted before: by an earlier
 *   call, or by this one, when the client has lost the first answer. If another
 *   entity has its key, it throws an error of the status 409
 */
export async function insertOnce(table, entity, id, others = []) {
  const { partitionKey, rowKey } = entity;
  const marked = { ...entity, InsertedBy: id };
  try {
    if (others.length > 0) {
      await table.submitTransaction([["create", marked], ...others]);
    } else {
      await table.createEntity(marked);
    }
    return true;
  } catch (error) {
    if (!meets(error, 409)) {
      throw error;
    }
    const there = await find(table, { partitionKey, rowKey });
    if (!there) {
      throw error; // one of the others was refused, or it has been deleted since
    }
    if (there.entity.InsertedBy !== id) {
      const message = `Another entity has the key ${partitionKey}/${rowKey}.`;
      throw Object.assign(new Error(message), { statusCode: 409 });
    }
    return false;
  }
}

/**
 * Reads entities page by page, following the continuation tokens. Pages that
 * the service returns empty aren't passed on.
 *
 * @param {TableClient} table
 * @param {object} [query]
 * @param {string} [query.filter]
 * @param {string[]} [query.select] the properties to return
 * @param {number} [query.pageSize] at most so many entities a page
 * @param {string} [query.from] the continuationToken of a page, to go on after
 * @returns {AsyncGenerator<Entity[] & { continuationToken?: string }>}
 */
export async function* pages(table, query = {}) {
  const { filter, select, pageSize, from } = query;
  const queryOptions = { ...(filter && { filter }), ...(select && { select }) };
  const settings = {
    ...(pageSize && { maxPageSize: pageSize }),
    ...(from && { continuationToken: from }),
  };
  for await (const page of table.listEntities({ queryOptions }).byPage(settings)) {
    if (page.length > 0) {
      yield page;
    }
  }
}

/**
 * Reads all entities of a query into one list.
 *
 * @param {TableClient} table
 * @param {Parameters<typeof pages>[1]} [query]
 * @returns {Promise<Entity[]>}
 */
export async function readAll(table, query) {
  const all = [];
  for await (const page of pages(table, query)) {
    all.push(...page);
  }
  return all;
}

/**
 * Returns a filter for the values that begin with a prefix. For a key that's a
 * range, so the service reads nothing else.
 *
 * @param {string} property such as "RowKey"
 * @param {string} prefix
 * @returns {string}
 */
export function startsWith(property, prefix) {
  const from = `${property} ge ${quoted(prefix)}`;
  const end = after(prefix);
  return end === "" ? from : `${from} and ${property} lt ${quoted(end)}`;
}

/**
 * Returns the first string after all that begin with a prefix, in the order of
 * the service, which compares UTF-16. It's "" if there is none.
 *
 * @param {string} prefix
 * @returns {string}
 */
function after(prefix) {
  const characters = [...prefix];
  const last = characters.pop()?.codePointAt(0);
  switch (last) {
    case undefined:
      return "";
    case 0xffff: // the last of all
      return after(characters.join(""));
    case 0xd7ff: // then come pairs of surrogates
      return `${characters.join("")}\u{10000}`;
    case 0x10ffff: // the last pair
      return `${characters.join("")}\u{e000}`;
    default:
      return characters.join("") + String.fromCodePoint(last + 1);
  }
}

/**
 * Returns a string as filters have it, with its quotes doubled.
 *
 * @param {string} text
 */
function quoted(text) {
  return `'${text.replaceAll("'", "''")}'`;
}

/**
 * Deletes the entities that a filter chooses. It can be repeated.
 *
 * @param {TableClient} table
 * @param {string} filter
 * @returns {Promise<number>} how many it has found
 */
export async function deleteAll(table, filter) {
  const select = ["PartitionKey", "RowKey"];
  const found = await readAll(table, { filter, select });
  await inBatches(
    table,
    found.map((entity) => ["delete", entity]),
  );
  return found.length;
}

/**
 * Sends actions in as few transactions as it can: each has at most 100, of one
 * partition, and no entity twice. Each transaction takes effect as a whole; all
 * of them together don't. After an error, send all actions again: so use
 * upserts and deletes. A delete of an entity that isn't there is left out,
 * because an earlier run may have deleted it. If that happens three times in a
 * transaction, somebody is deleting the same, so its deletes are sent alone.
 *
 * @param {TableClient} table
 * @param {Iterable<TransactionAction>} actions such as ["upsert", entity]
 * @param {number} [size] how many actions a transaction has at most; fewer for
 *   large entities, because its body may have 4 MiB
 * @returns {Promise<number>} how many transactions there were
 */
export async function inBatches(table, actions, size = 100) {
  /** @type {{ rows: Set<string>, actions: TransactionAction[] }[]} */
  const batches = [];
  const open = new Map();
  for (const action of actions) {
    const { partitionKey = "", rowKey = "" } = action[1];
    let batch = open.get(partitionKey);
    if (!batch || batch.rows.has(rowKey) || batch.actions.length === size) {
      batch = { rows: new Set(), actions: [] };
      open.set(partitionKey, batch);
      batches.push(batch);
    }
    batch.rows.add(rowKey);
    batch.actions.push(action);
  }
  for (const batch of batches) {
    await submit(table, batch.actions);
  }
  return batches.length;
}

/**
 * Sends a transaction, and after a delete that has met nothing, sends the others
 * again. After three of them the deletes go alone.
 *
 * @param {TableClient} table
 * @param {TransactionAction[]} actions
 */
async function submit(table, actions) {
  let left = actions;
  for (let missing = 0; left.length > 0 && missing < 3; missing++) {
    try {
      await table.submitTransaction(left);
      return;
    } catch (error) {
      // The message begins with the place of the action that failed, unless it's alone.
      const failed = Number.parseInt(/** @type {Error} */ (error).message, 10) || 0;
      if (!isMissing(error) || left[failed]?.[0] !== "delete") {
        throw error;
      }
      left = left.filter((_, place) => place !== failed);
    }
  }
  const deletes = left.filter(([kind]) => kind === "delete");
  await fanOut(deletes, 8, (action) => submit(table, [action]));
  if (deletes.length < left.length) {
    await table.submitTransaction(left.filter(([kind]) => kind !== "delete"));
  }
}

/**
 * Returns the shard of a key, from 0 to count - 1: the remainder of FNV-1a. It
 * is the same in every language, process and version.
 *
 * @param {string} key
 * @param {number} count how many shards there are. Another count gives nearly
 *   every key another shard, so it's part of the data
 * @returns {number}
 */
export function shardOf(key, count) {
  let hash = 2166136261;
  for (const byte of new TextEncoder().encode(key)) {
    hash = Math.imul(hash ^ byte, 16777619) >>> 0;
  }
  return hash % count;
}

/**
 * Does a job for each item, at most `limit` at a time, and returns the results
 * in the order of the items. After an error no further job begins; when those
 * under way have ended, it throws that error.
 *
 * @template T, R
 * @param {Iterable<T>} items
 * @param {number} limit
 * @param {(item: T, index: number) => Promise<R>} job
 * @returns {Promise<R[]>}
 */
export async function fanOut(items, limit, job) {
  const queue = [...items].entries();
  /** @type {R[]} */
  const results = [];
  /** @type {{ error: unknown } | undefined} */
  let failed;
  const work = async () => {
    for (const [index, item] of queue) {
      try {
        results[index] = await job(item, index);
      } catch (error) {
        failed ??= { error };
      }
      if (failed) {
        return;
      }
    }
  };
  await Promise.all(Array.from({ length: limit }, work));
  if (failed) {
    throw failed.error;
  }
  return results;
}

/**
 * Takes a message off a queue and does its work. If the work fails, the message
 * comes back when it's no longer hidden. After five tries it goes to the queue
 * of those that need a person.
 *
 * @param {Queue} queue
 * @param {Queue} poison for messages that fail again and again
 * @param {(text: string, id: string) => Promise<unknown>} work gets the
 *   message's text and its id
 * @param {number} [hidden] seconds; longer than the work takes
 * @returns {Promise<boolean>} whether there was a message
 */
export async function workOff(queue, poison, work, hidden = 30) {
  const taken = await queue.receiveMessages({ visibilityTimeout: hidden });
  const [message] = taken.receivedMessageItems;
  if (!message) {
    return false;
  }
  const { messageId, popReceipt, messageText, dequeueCount } = message;
  if (dequeueCount > 5) {
    await poison.sendMessage(messageText, { messageTimeToLive: -1 });
  } else {
    await work(messageText, messageId);
  }
  try {
    await queue.deleteMessage(messageId, popReceipt);
  } catch (error) {
    // Somebody else has it by now, because this took too long.
    if (!["MessageNotFound", "PopReceiptMismatch"].includes(codeOf(error) ?? "")) {
      throw error;
    }
  }
  return true;
}

/**
 * Whether an error is the service's answer with this status.
 *
 * @param {any} error
 * @param {number} status such as 404
 */
export function isStatus(error, status) {
  return error?.statusCode === status;
}

/**
 * Whether an error says that an entity isn't there. A table that isn't there
 * is a 404, too, but then something else is wrong: its name, for example.
 *
 * @param {any} error
 */
export function isMissing(error) {
  return meets(error, 404);
}

/**
 * Returns the service's code of an error, such as "EntityAlreadyExists". A
 * transaction's error has it elsewhere than that of a single request.
 *
 * @param {any} error
 * @returns {string | undefined}
 */
export function codeOf(error) {
  return error?.details?.odataError?.code ?? error?.code;
}

/**
 * Does work again, after longer and longer waits, as long as it loses against
 * other writers. So the work begins with reading.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function untilItHolds(work) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === 12 || ![404, 409, 412].some((status) => meets(error, status))) {
        throw error;
      }
    }
    // A random part of up to 3 s, so that two clients don't stay in step.
    const longest = Math.min(3000, 25 * 2 ** attempt);
    const wait = Math.random() * longest;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/**
 * Whether an error is about an entity, and not about its table. A table that
 * isn't there is also a 404, and waiting doesn't help.
 *
 * @param {any} error
 * @param {number} status
 */
function meets(error, status) {
  const ofTable = codeOf(error)?.startsWith("Table");
  return Boolean(codeOf(error)) && !ofTable && isStatus(error, status);
}

/**
 * Reads an entity, or returns undefined if there's none. `types` has what
 * JavaScript would lose if you wrote it back: 3.0 would become a whole number,
 * and a time would lose its last four digits. `withTypes` puts them back.
 *
 * @param {TableClient} table
 * @param {Key} key
 * @returns {Promise<{ entity: Entity, etag: string, types: Record<string, any> } | undefined>}
 */
export async function find(table, { partitionKey, rowKey }) {
  let json = "{}";
  try {
    const { etag, timestamp, ...entity } = /** @type {any} */ (
      await table.getEntity(partitionKey, rowKey, {
        onResponse: ({ bodyAsText }) => {
          json = bodyAsText ?? json;
        },
      })
    );
    delete entity["odata.metadata"];
    return { entity, etag, types: typesIn(json) };
  } catch (error) {
    if (meets(error, 404)) {
      return undefined;
    }
    throw error;
  }
}

/**
 * Returns the properties of an entity whose types its JSON names or shows.
 *
 * @param {string} json
 * @returns {Record<string, { type: EdmTypes, value: any }>}
 */
function typesIn(json) {
  const stored = JSON.parse(json);
  /** @type {Record<string, { type: EdmTypes, value: any }>} */
  const types = {};
  for (const [name, value] of Object.entries(stored)) {
    const named = stored[`${name}@odata.type`];
    if (named) {
      types[name] = { type: named.replace("Edm.", ""), value };
    } else if (new RegExp(`"${name}":-?\\d+[.eE]`).test(json)) {
      types[name] = { type: "Double", value };
    }
  }
  return types;
}

/**
 * Gives the properties of an entity that haven't changed the types that they
 * are stored with.
 *
 * @param {Entity} changed
 * @param {{ entity: Entity, types: Record<string, any> }} found
 * @returns {Entity}
 */
export function withTypes(changed, { entity, types }) {
  const typed = Object.entries(changed).map(([name, value]) => {
    const same = name in types && value === entity[name];
    return [name, same ? types[name] : value];
  });
  return Object.fromEntries(typed);
}
