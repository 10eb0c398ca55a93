// Client-side encryption through the JavaScript client, with the engine in this process: what is read
// back, and what happens when someone has changed the stored values.
import assert from "node:assert/strict";
import { createDecipheriv } from "node:crypto";
import { beforeEach, test } from "node:test";
import { TableClient } from "@azure/data-tables";
import { startEngine } from "../../../../wasm/browser/engine.mjs";
import { httpClient } from "../../../../wasm/browser/http-client.mjs";
import { endpoint, Session } from "../../../../wasm/browser/session.mjs";
import {
  type Agreement,
  EncryptedTable,
  EncryptionError,
  type Entity,
  encrypt,
  importKey,
  maxBytes,
} from "../../encryption.ts";
import { during } from "../during.ts";

const iban = "DE02 1203 0000 0000 2020 51";
const note = "prefers letters";
const ada = { partitionKey: "berlin", rowKey: "0001", name: "Ada", visits: 3, iban, note };

let session: Session;
let client: TableClient;
let agreement: Agreement;
let customers: EncryptedTable;

during(async () => {
  const engine = await startEngine();
  session = new Session((call) => engine.call(call), "encryption");
  client = open("Customers");
  agreement = {
    encrypts: (_partitionKey, _rowKey, property) => property === "iban" || property === "note",
    key: await importKey("2026", new Uint8Array(32).fill(26)),
  };
  return () => session.close();
});

beforeEach(async () => {
  await session.reset();
  await client.createTable();
  customers = new EncryptedTable(client, agreement);
});

function open(table: string): TableClient {
  const options = { httpClient: httpClient(session.send), allowInsecureConnection: true };
  return new TableClient(endpoint, table, options);
}

/** Returns an entity without what the service and the client add to it. */
function bare({ etag, timestamp, "odata.metadata": _, ...entity }: Record<string, unknown>) {
  assert.ok(etag && timestamp);
  return entity;
}

async function read(table = customers, rowKey = "0001") {
  return bare(await table.getEntity("berlin", rowKey));
}

async function stored(rowKey = "0001"): Promise<Entity> {
  return bare(await client.getEntity("berlin", rowKey)) as Entity;
}

/** Checks that reading fails with a message that reveals nothing secret. */
async function refused(reading: Promise<unknown>, reason: RegExp, about = "") {
  await assert.rejects(reading, (error: unknown) => {
    assert.ok(error instanceof EncryptionError, `${about}: ${error}`);
    assert.match(error.message, reason, about);
    assert.ok(!`${error.stack} ${error.cause}`.includes(iban.slice(0, 4)), about);
    return true;
  });
}

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of list) {
    found.push(one);
  }
  return found;
}

test("encryption: what is written is read back, and the service stores none of it in the clear", async () => {
  await customers.createEntity(ada);
  assert.deepEqual(await read(), ada);
  const { iban: sealed, note: other, EncryptionKey: key, ...rest } = await stored();
  assert.deepEqual(rest, {
    partitionKey: "berlin",
    rowKey: "0001",
    name: "Ada",
    visits: 3,
    Encryption: '{"version":1,"algorithm":"A256GCM","properties":["iban","note"]}',
    EncryptionKeyId: "2026",
  });
  const sizes = [sealed, other, key].map((value) => (value as Uint8Array).length);
  assert.deepEqual(sizes, [iban.length + 28, note.length + 28, 40]);
  assert.ok(!Buffer.from(sealed as Uint8Array).includes(iban.slice(0, 4)));
});

test("encryption: an entity without encrypted properties is stored as it is", async () => {
  const grace = { partitionKey: "berlin", rowKey: "0002", name: "Grace" };
  await customers.createEntity({ ...grace, note: null, iban: undefined });
  assert.deepEqual(await stored("0002"), grace);
  assert.deepEqual(await read(customers, "0002"), grace);
});

const texts = {
  "an empty text": "",
  "a zero": "\0",
  "a byte order mark": "\ufeffnote",
  "two, three and four bytes": "é — 🔐",
  "both forms of one letter": "é e\u0301",
  "no letters": "\u2028\u202e\r\n\t",
};

for (const [what, text] of Object.entries(texts)) {
  test(`encryption: ${what} is read back unchanged`, async () => {
    await customers.createEntity({ ...ada, note: text });
    assert.deepEqual(await read(), { ...ada, note: text });
  });
}

test("encryption: the largest string that the service accepts works, and none larger", async () => {
  const full = "é".repeat(maxBytes / 2);
  await customers.createEntity({ ...ada, note: full });
  assert.equal(((await stored())["note"] as Uint8Array).length, 65_536);
  assert.equal((await read())["note"], full);
  const larger = { ...ada, rowKey: "0002", note: `${full}x` };
  await refused(customers.createEntity(larger), /^note .* 65509 bytes .* 65508 is the limit$/);
});

test("encryption: what can't be encrypted is refused before it is sent", async () => {
  const { encrypts } = agreement;
  const write = (more: object, by: Partial<Agreement> = {}) =>
    new EncryptedTable(client, { ...agreement, ...by }).createEntity({ ...ada, ...more });
  for (const key of ["PartitionKey", "RowKey"]) {
    const keys = (_p: string, _r: string, name: string) => name === key;
    await refused(write({}, { encrypts: keys }), new RegExp(`^${key} can't be encrypted: the`));
  }
  for (const value of [7, 7n, true, new Date(0), new Uint8Array(3), { type: "Guid", value: "" }]) {
    await refused(write({ note: value }), /^note can't be encrypted: its value isn't a string$/);
  }
  await refused(write({ note: "\ud83d" }), /^note .* half of a surrogate pair$/);
  await refused(write({ EncryptionKeyId: "2026" }), /^EncryptionKeyId is reserved for encryption/);
  assert.deepEqual(await all(client.listEntities()), []);
  const asked: string[] = [];
  await write({}, { encrypts: (...place) => asked.push(place.join()) > 0 && encrypts(...place) });
  assert.deepEqual(
    asked,
    ["PartitionKey", "RowKey", "name", "visits", "iban", "note"].map(
      (name) => `berlin,0001,${name}`,
    ),
  );
});

test("encryption: what is added to an entity while it is encrypted is not written", async () => {
  const { note: later, ...entity } = ada;
  const creating = customers.createEntity(entity);
  Object.assign(entity, { note: later });
  await creating;
  assert.equal((await stored())["note"], undefined);
});

test("encryption: every write has a new content key, so equal values look different", async () => {
  await customers.createEntity(ada);
  const first = await stored();
  await customers.updateEntity(await customers.getEntity("berlin", "0001"), "Replace");
  const second = await stored();
  assert.deepEqual(await read(), ada);
  for (const name of ["iban", "note", "EncryptionKey"]) {
    assert.notDeepEqual(first[name], second[name], name);
  }
});

/** Replaces an entity, as anyone with access to the table can. */
async function forge(entity: Entity) {
  await client.upsertEntity(entity, "Replace");
}

test("encryption: a change to any stored byte is noticed", async () => {
  await customers.createEntity(ada);
  const genuine = await stored();
  let changes = 0;
  for (const name of ["iban", "note", "EncryptionKey", "EncryptionKeyId", "Encryption"]) {
    const value = genuine[name] as string | Uint8Array;
    for (let i = 0; i < value.length; i++) {
      await forge({ ...genuine, [name]: flipped(value, i) });
      await refused(read(), /chang|no key-encryption key/, `${name}, byte ${i}`);
      changes++;
    }
    if (typeof value !== "string") {
      for (const part of [
        value.slice(0, -1),
        value.slice(1),
        value.slice(0, 12),
        value.slice(0, 0),
      ]) {
        await forge({ ...genuine, [name]: new Uint8Array(part) });
        await refused(read(), /chang/, `${name}, ${part.length} bytes`);
      }
    }
  }
  assert.equal(changes, iban.length + note.length + 2 * 28 + 40 + 4 + 64);
  await forge(genuine);
  assert.deepEqual(await read(), ada);
});

/** Returns a value with one bit flipped. */
function flipped(value: string | Uint8Array, at: number): string | Uint8Array {
  const bytes = new Uint8Array(Buffer.from(value as string));
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return typeof value === "string" ? Buffer.from(bytes).toString() : bytes;
}

const encryption = (more: object) =>
  JSON.stringify({ version: 1, algorithm: "A256GCM", properties: ["iban", "note"], ...more });

/** Attacks on the entities of Ada and Grace, and the error when Ada's is read after each. */
const forgeries: Record<string, [(ada: Entity, grace: Entity) => Record<string, unknown>, RegExp]> =
  {
    "two values swapped": [({ iban, note }) => ({ iban: note, note: iban }), /can't be decrypted/],
    "a value of another entity": [(_, { note }) => ({ note }), /^note can't be decrypted/],
    "all of another entity": [(_, grace) => ({ ...grace, rowKey: "0001" }), /can't be decrypted/],
    "the key of another entity": [
      (_, { EncryptionKey }) => ({ EncryptionKey }),
      /can't be decrypted/,
    ],
    "a value removed": [() => ({ note: undefined }), /^note isn't there/],
    "a value in the clear": [() => ({ note: "pays in cash" }), /^note isn't there/],
    "a value in the clear, not listed": [
      () => ({ note: "pays in cash", Encryption: encryption({ properties: ["iban"] }) }),
      /^note should be encrypted, but Encryption doesn't list it/,
    ],
    "a value removed, not listed": [
      () => ({ note: undefined, Encryption: encryption({ properties: ["iban"] }) }),
      /^iban can't be decrypted/,
    ],
    "a name added": [
      () => ({ Encryption: encryption({ properties: ["iban", "name", "note"] }) }),
      /^name isn't there/,
    ],
    "names in another order": [
      () => ({ Encryption: encryption({ properties: ["note", "iban"] }) }),
      /can't be decrypted/,
    ],
    "no names": [() => ({ Encryption: encryption({ properties: [] }) }), /^Encryption isn't of/],
    "an earlier version": [
      () => ({ Encryption: encryption({ version: 0 }) }),
      /isn't of version 1/,
    ],
    "a later version": [() => ({ Encryption: encryption({ version: 2 }) }), /isn't of version 1/],
    "another algorithm": [() => ({ Encryption: encryption({ algorithm: "A256CBC" }) }), /A256GCM/],
    "other white space": [() => ({ Encryption: `${encryption({})} ` }), /can't be decrypted/],
    "more that is ignored": [() => ({ Encryption: encryption({ more: 1 }) }), /can't be decrypted/],
    "Encryption as null": [() => ({ Encryption: "null" }), /^Encryption isn't of/],
    "Encryption of another type": [() => ({ Encryption: 1 }), /^Encryption isn't of/],
    "no Encryption": [() => ({ Encryption: undefined }), /^Encryption isn't of/],
    "no EncryptionKey": [() => ({ EncryptionKey: undefined }), /^EncryptionKey or .* removed$/],
    "no EncryptionKeyId": [() => ({ EncryptionKeyId: undefined }), /^EncryptionKey or .* removed$/],
    "no word of encryption": [
      () => ({ Encryption: undefined, EncryptionKey: undefined, EncryptionKeyId: undefined }),
      /^iban should be encrypted, but Encryption doesn't list it/,
    ],
  };

for (const [what, [change, reason]] of Object.entries(forgeries)) {
  test(`encryption: noticed: ${what}`, async () => {
    await customers.createEntity(ada);
    await customers.createEntity({ ...ada, rowKey: "0002" });
    const genuine = await stored();
    await forge({ ...genuine, ...change(genuine, await stored("0002")) });
    await refused(read(), reason);
    await refused(all(customers.listEntities()), reason);
    assert.deepEqual(await read(customers, "0002"), { ...ada, rowKey: "0002" });
  });
}

test("encryption: an entity can be decrypted only under its own keys and in its own table", async () => {
  await customers.createEntity(ada);
  const genuine = await stored();
  const archive = open("Archive");
  await archive.createTable();
  for (const [to, key] of [
    [client, { rowKey: "0002" }],
    [client, { partitionKey: "b" }],
    [client, { partitionKey: "berlin0", rowKey: "001" }],
    [archive, {}],
  ] as const) {
    const moved = { ...genuine, ...key };
    await to.createEntity(moved);
    const reading = new EncryptedTable(to, agreement).getEntity(moved.partitionKey, moved.rowKey);
    await refused(reading, /can't be decrypted/, JSON.stringify(key));
  }
  assert.deepEqual(await read(new EncryptedTable(open("CUSTOMERS"), agreement)), ada);
});

test("encryption: an entity that the service returns for another key can't be decrypted", async () => {
  await customers.createEntity(ada);
  const options = {
    httpClient: httpClient((request) =>
      session.send({ ...request, url: request.url.replace("0002'", "0001'") }),
    ),
    allowInsecureConnection: true,
  };
  const liar = new EncryptedTable(new TableClient(endpoint, "Customers", options), agreement);
  assert.deepEqual(await read(liar), ada);
  await refused(liar.getEntity("berlin", "0002"), /can't be decrypted/);
});

test("encryption: another key decrypts nothing, whatever its name", async () => {
  await customers.createEntity(ada);
  const other = await importKey("2027", new Uint8Array(32).fill(27));
  const by = (keys: Agreement["keys"]) =>
    read(new EncryptedTable(client, { ...agreement, key: other, ...(keys && { keys }) }));
  await refused(by(undefined), /^there is no key-encryption key "2026"$/);
  await refused(
    by(() => undefined),
    /^there is no key-encryption key "2026"$/,
  );
  await refused(
    by(() => other),
    /^there is no key-encryption key "2026"$/,
  );
  await refused(
    by((id) => ({ ...other, id })),
    /^EncryptionKey can't be unwrapped/,
  );
  await refused(importKey("short", new Uint8Array(16)), /32 bytes, and this one 16$/);
});

test("encryption: merging encrypted properties is refused, because the others would be lost", async () => {
  await customers.createEntity(ada);
  const change = { partitionKey: "berlin", rowKey: "0001", note: "moved" };
  const reason = /^note can't be merged: .* read the entity and replace it$/;
  for (const merge of [
    () => customers.updateEntity(change),
    () => customers.updateEntity(change, "Merge"),
    () => customers.upsertEntity(change),
    () => customers.submitTransaction([["upsert", change]]),
    () => customers.submitTransaction([["update", change, "Merge"]]),
  ]) {
    await refused(merge(), reason);
  }
  await refused(customers.updateEntity({ ...change, Encryption: "" }), /^Encryption is reserved/);
  assert.deepEqual(await read(), ada);
  await client.updateEntity(await encrypt(change, "Customers", agreement), "Merge");
  await refused(read(), /^iban should .* doesn't list it: .* was changed/, "why it is refused");
});

test("encryption: unencrypted properties can be merged, and everything can be replaced", async () => {
  await customers.createEntity(ada);
  const key = { partitionKey: "berlin", rowKey: "0001" };
  await customers.updateEntity({ ...key, visits: 4 });
  await customers.upsertEntity({ ...key, name: "Ada L" });
  assert.deepEqual(await read(), { ...ada, visits: 4, name: "Ada L" });
  const entity = await customers.getEntity("berlin", "0001");
  await customers.updateEntity({ ...entity, note: "moved" }, "Replace", {
    etag: String(entity["etag"]),
  });
  assert.deepEqual(await read(), { ...ada, visits: 4, name: "Ada L", note: "moved" });
  await customers.upsertEntity(ada, "Replace");
  assert.deepEqual(await read(), ada);
});

test("encryption: a transaction encrypts what it writes", async () => {
  await customers.createEntity(ada);
  await customers.createEntity({ ...ada, rowKey: "0002" });
  await customers.createEntity({ ...ada, rowKey: "0003" });
  await customers.submitTransaction([
    ["create", { ...ada, rowKey: "0004", note: "fourth" }],
    ["upsert", { ...ada, rowKey: "0002", note: "second" }, "Replace"],
    ["update", { ...ada, note: "first" }, "Replace", { etag: "*" }],
    ["delete", { partitionKey: "berlin", rowKey: "0003" }],
  ]);
  await customers.submitTransaction([
    ["update", { partitionKey: "berlin", rowKey: "0004", visits: 9 }],
  ]);
  const list = await all(customers.listEntities());
  assert.deepEqual(
    list.map(({ rowKey, visits, iban, note }) => [rowKey, visits, iban, note]),
    [
      ["0001", 3, iban, "first"],
      ["0002", 3, iban, "second"],
      ["0004", 9, iban, "fourth"],
    ],
  );
  for (const { rowKey } of list) {
    assert.ok((await stored(rowKey))["iban"] instanceof Uint8Array);
  }
});

test("encryption: a filter on what is encrypted finds nothing", async () => {
  await customers.createEntity(ada);
  const found = async (filter: string) => (await all(customers.listEntities(filter))).map(bare);
  assert.deepEqual(await found(`note eq '${note}'`), []);
  assert.deepEqual(await found("note ge ''"), []);
  assert.deepEqual(await found("name eq 'Ada'"), [ada]);
});

test("encryption: a new key can replace the old one without rewriting the data", async () => {
  await customers.createEntity(ada);
  await customers.createEntity({ ...ada, rowKey: "0002" });
  await client.createEntity({ partitionKey: "berlin", rowKey: "0003" });
  const keys = new Map([[agreement.key.id, agreement.key]]);
  const next = await importKey("it's 2027", new Uint8Array(32).fill(27));
  keys.set(next.id, next);
  const rotating = new EncryptedTable(client, {
    ...agreement,
    key: next,
    keys: async (id) => keys.get(id),
  });
  await rotating.createEntity({ ...ada, rowKey: "0004" });
  const under = async (id: string) => (await all(rotating.under(id))).map(({ rowKey }) => rowKey);
  assert.deepEqual(await under("2026"), ["0001", "0002"]);
  assert.deepEqual(await under(next.id), ["0004"]);
  const before = await stored();
  for await (const entity of rotating.under("2026")) {
    await rotating.rewrap(entity);
  }
  assert.deepEqual(await under("2026"), []);
  keys.delete("2026");
  assert.deepEqual(await read(rotating), ada);
  const { EncryptionKey, EncryptionKeyId, ...rest } = await stored();
  assert.equal(EncryptionKeyId, next.id);
  assert.notDeepEqual(EncryptionKey, before["EncryptionKey"]);
  assert.deepEqual({ ...before, ...rest }, before);
  await refused(read(), /^there is no key-encryption key "it's 2027"$/);
});

test("encryption: rewrapping an entity fails if it was written since it was read", async () => {
  await customers.createEntity(ada);
  const [entity] = await all(customers.under("2026"));
  assert.ok(entity);
  await customers.updateEntity({ ...ada, note: "moved" }, "Replace");
  await assert.rejects(customers.rewrap(entity), { statusCode: 412 });
  assert.deepEqual(await read(), { ...ada, note: "moved" });
});

test("encryption: the stored format is as documented", async () => {
  await customers.createEntity(ada);
  const { Encryption, EncryptionKey, iban: sealed } = await stored();
  const unwrap = createDecipheriv("id-aes256-wrap", Buffer.alloc(32, 26), Buffer.alloc(8, 0xa6));
  const contentKey = unwrap.update(EncryptionKey as Uint8Array);
  assert.equal(contentKey.length, 32);
  const value = Buffer.from(sealed as Uint8Array);
  const gcm = createDecipheriv("aes-256-gcm", contentKey, value.subarray(0, 12));
  gcm.setAAD(Buffer.from(JSON.stringify([Encryption, "customers", "berlin", "0001", "iban"])));
  gcm.setAuthTag(value.subarray(-16));
  assert.equal(gcm.update(value.subarray(12, -16), undefined, "utf8") + gcm.final("utf8"), iban);
});
