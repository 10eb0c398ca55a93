/**
 * Envelope encryption of an entity's properties. Each write encrypts the values with a new content key.
 * That key is stored beside them, itself encrypted with a key that its owner keeps.
 *
 * The format is our own. docs/encryption.md describes it and what it protects.
 */
import { maxBinary } from "./vocabulary.ts";

const version = 1;
const algorithm = "A256GCM";
const ivBytes = 12;

/** What the service accepts as a Binary value, without IV and tag. */
export const maxBytes = maxBinary - ivBytes - 16;

/** The properties that encryption adds to an entity. */
const added = ["Encryption", "EncryptionKey", "EncryptionKeyId"];

/** Keys, and what client and service add to entities that are read. */
const unasked = new Set(["partitionKey", "rowKey", "timestamp", "etag", "odata.metadata"]);

/** Says why something can't be encrypted or decrypted, without quoting values. */
export class EncryptionError extends Error {
  override readonly name = "EncryptionError";
}

/** A key that encrypts other keys, and its name. */
export interface KeyEncryptionKey {
  readonly id: string;
  /** For AES-KW. It doesn't need to be extractable. */
  readonly key: CryptoKey;
}

/** What readers and writers of a table have agreed on. */
export interface Agreement {
  /** Says which properties are encrypted. */
  readonly encrypts: (partitionKey: string, rowKey: string, property: string) => boolean;
  /** The key for new writes. */
  readonly key: KeyEncryptionKey;
  /** Finds the key-encryption key of an entity. Without it, only `key` is used. */
  readonly keys?: (
    id: string,
  ) => Promise<KeyEncryptionKey | undefined> | KeyEncryptionKey | undefined;
}

/** An entity as the client accepts and returns it. */
export type Entity = { partitionKey: string; rowKey: string; [property: string]: unknown };

/** Makes a key-encryption key from 32 secret random bytes. */
export async function importKey(id: string, bytes: Uint8Array): Promise<KeyEncryptionKey> {
  if (bytes.length !== 32) {
    throw new EncryptionError(`a key-encryption key has 32 bytes, and this one ${bytes.length}`);
  }
  const uses: KeyUsage[] = ["wrapKey", "unwrapKey"];
  return { id, key: await subtle().importKey("raw", bytes.slice(), "AES-KW", false, uses) };
}

/** Returns the properties of an entity that need to be encrypted before a write. */
export function toEncrypt(entity: Entity, by: Agreement): string[] {
  const reserved = added.find((name) => Object.hasOwn(entity, name));
  if (reserved) {
    throw new EncryptionError(
      `${reserved} is reserved for encryption: was this entity encrypted before?`,
    );
  }
  return chosen(entity, by);
}

/** Returns the encrypted entity to store. */
export async function encrypt(given: Entity, table: string, by: Agreement): Promise<Entity> {
  const entity = { ...given }; // the caller may change theirs meanwhile
  const properties = toEncrypt(entity, by);
  if (properties.length === 0) {
    return entity;
  }
  const texts = properties.map((name) => [name, bytesOf(entity[name], name)] as const);
  const gcm = { name: "AES-GCM", length: 256 };
  const contentKey = await subtle().generateKey(gcm, true, ["encrypt"]);
  const Encryption = JSON.stringify({ version, algorithm, properties });
  const stored = { ...entity, Encryption, ...(await wrap(contentKey, by.key)) };
  const seal = async ([name, text]: (typeof texts)[number]) => {
    const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
    const sealed = await subtle().encrypt(cipher(stored, table, name, iv), contentKey, text);
    return [name, joined(iv, new Uint8Array(sealed))] as const;
  };
  return { ...stored, ...Object.fromEntries(await Promise.all(texts.map(seal))) };
}

/** Returns the decrypted entity. Fails unless every encrypted value is genuine. */
export async function decrypt(stored: Entity, table: string, by: Agreement): Promise<Entity> {
  const entity = { ...stored };
  for (const name of added) {
    delete entity[name];
  }
  const properties = added.some((name) => Object.hasOwn(stored, name)) ? listed(stored) : [];
  const bare = chosen(entity, by).find((name) => !properties.includes(name));
  if (bare) {
    throw new EncryptionError(
      `${bare} should be encrypted, but Encryption doesn't list it: ` +
        "it was written without encryption, or its Encryption was changed or removed",
    );
  }
  if (properties.length === 0) {
    return entity;
  }
  const contentKey = await unwrap(stored, by);
  const open = async (name: string) =>
    [name, await opened(stored, table, name, contentKey)] as const;
  return { ...entity, ...Object.fromEntries(await Promise.all(properties.map(open))) };
}

/** Returns what to merge into a stored entity to encrypt its content key with `by.key`. */
export async function rewrap(stored: Entity, by: Agreement): Promise<Entity> {
  const { partitionKey, rowKey } = stored;
  return { partitionKey, rowKey, ...(await wrap(await unwrap(stored, by), by.key)) };
}

function chosen(entity: Entity, { encrypts }: Agreement): string[] {
  const { partitionKey, rowKey } = entity;
  const key = ["PartitionKey", "RowKey"].find((name) => encrypts(partitionKey, rowKey, name));
  if (key) {
    throw new EncryptionError(`${key} can't be encrypted: the service finds the entity by it`);
  }
  return Object.keys(entity).filter((name) => {
    const stored = !unasked.has(name) && entity[name] !== null && entity[name] !== undefined;
    return stored && encrypts(partitionKey, rowKey, name);
  });
}

function bytesOf(value: unknown, name: string): Uint8Array<ArrayBuffer> {
  if (typeof value !== "string") {
    throw new EncryptionError(`${name} can't be encrypted: its value isn't a string`);
  }
  const bytes = new TextEncoder().encode(value);
  if (textOf(bytes) !== value) {
    throw new EncryptionError(`${name} can't be encrypted: it has one half of a surrogate pair`);
  }
  if (bytes.length > maxBytes) {
    const size = `${bytes.length} bytes as UTF-8`;
    throw new EncryptionError(`${name} can't be encrypted: ${size}, and ${maxBytes} is the limit`);
  }
  return bytes;
}

function textOf(bytes: BufferSource): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** Joins both in a new array, because the client for Node sends the whole buffer of an array. */
function joined(iv: Uint8Array, sealed: Uint8Array): Uint8Array {
  const value = new Uint8Array(iv.length + sealed.length);
  value.set(iv);
  value.set(sealed, iv.length);
  return value;
}

/** Returns the names of the encrypted properties. Decrypting a value proves that they are genuine. */
function listed({ Encryption: text }: Entity): string[] {
  let found: { version?: unknown; algorithm?: unknown; properties?: unknown } | null = null;
  try {
    found = JSON.parse(String(text));
  } catch {}
  const known = found?.version === version && found.algorithm === algorithm;
  if (!known || !Array.isArray(found?.properties) || found.properties.length === 0) {
    throw new EncryptionError(
      `Encryption isn't of version ${version} with ${algorithm}: it was changed or removed`,
    );
  }
  return found.properties.map(String);
}

async function opened(stored: Entity, table: string, name: string, contentKey: CryptoKey) {
  const value = stored[name];
  if (!(value instanceof Uint8Array)) {
    throw new EncryptionError(`${name} isn't there as a Binary value: it was changed or removed`);
  }
  const bytes = new Uint8Array(value);
  const how = cipher(stored, table, name, bytes.slice(0, ivBytes));
  try {
    return textOf(await subtle().decrypt(how, contentKey, bytes.slice(ivBytes)));
  } catch {
    throw new EncryptionError(
      `${name} can't be decrypted: it, its key or Encryption was changed, or comes from elsewhere`,
    );
  }
}

/** Binds a value to its place and to Encryption, so it can't be decrypted anywhere else. */
function cipher(stored: Entity, table: string, name: string, iv: BufferSource): AesGcmParams {
  const { Encryption, partitionKey, rowKey } = stored;
  const place = JSON.stringify([Encryption, table.toLowerCase(), partitionKey, rowKey, name]);
  return { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(place) };
}

async function wrap(contentKey: CryptoKey, { id, key }: KeyEncryptionKey) {
  const wrapped = await subtle().wrapKey("raw", contentKey, key, "AES-KW");
  return { EncryptionKey: new Uint8Array(wrapped), EncryptionKeyId: id };
}

async function unwrap(stored: Entity, { key, keys }: Agreement): Promise<CryptoKey> {
  const { EncryptionKey: wrapped, EncryptionKeyId: id } = stored;
  if (typeof id !== "string" || !(wrapped instanceof Uint8Array)) {
    throw new EncryptionError("EncryptionKey or EncryptionKeyId was changed or removed");
  }
  const found = await (keys ? keys(id) : key);
  if (found?.id !== id) {
    throw new EncryptionError(`there is no key-encryption key ${JSON.stringify(id)}`);
  }
  const [bytes, uses] = [new Uint8Array(wrapped), ["decrypt"] satisfies KeyUsage[]];
  try {
    return await subtle().unwrapKey("raw", bytes, found.key, "AES-KW", "AES-GCM", true, uses);
  } catch {
    throw new EncryptionError(
      `EncryptionKey can't be unwrapped: it was changed, or ${JSON.stringify(id)} is another key`,
    );
  }
}

function subtle(): SubtleCrypto {
  if (!globalThis.crypto?.subtle) {
    throw new EncryptionError("no WebCrypto here: browsers have it on https and on localhost");
  }
  return crypto.subtle;
}
