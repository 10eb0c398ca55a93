/**
 * Client-side encryption of chosen properties, for code that uses the JavaScript client, in browsers
 * and in Node.
 */
import type { TableClient, TransactionAction, UpdateMode } from "@azure/data-tables";
import {
  type Agreement,
  decrypt,
  EncryptionError,
  type Entity,
  encrypt,
  rewrap,
  toEncrypt,
} from "./envelope.ts";

export * from "./envelope.ts";

/**
 * Encrypts the entities that are written to a table, and decrypts those that are read. For operations
 * that need neither, such as deleting, use the client itself.
 */
export class EncryptedTable {
  readonly #client: TableClient;
  readonly #by: Agreement;

  constructor(client: TableClient, by: Agreement) {
    this.#client = client;
    this.#by = by;
  }

  async createEntity(entity: Entity) {
    return this.#client.createEntity(await this.#sealed(entity, "Replace"));
  }

  /** Merges by default, as the client does. Encrypted properties can't be merged, only replaced. */
  async updateEntity(entity: Entity, mode: UpdateMode = "Merge", options?: { etag?: string }) {
    return this.#client.updateEntity(await this.#sealed(entity, mode), mode, options);
  }

  /** Merges by default, as the client does. Encrypted properties can't be merged, only replaced. */
  async upsertEntity(entity: Entity, mode: UpdateMode = "Merge") {
    return this.#client.upsertEntity(await this.#sealed(entity, mode), mode);
  }

  async submitTransaction(actions: readonly TransactionAction[]) {
    const sealed = await Promise.all(actions.map((action) => this.#action(action)));
    return this.#client.submitTransaction(sealed);
  }

  /** Reads the whole entity, because it couldn't tell whether a projection has lost properties. */
  async getEntity(partitionKey: string, rowKey: string) {
    const stored = await this.#client.getEntity(partitionKey, rowKey);
    // With the requested keys, decryption fails if the service returns another entity.
    return this.#opened({ ...stored, partitionKey, rowKey });
  }

  /**
   * The filter compares stored values, which are Binary: with a string constant, eq, gt and ge match nothing
   * on an encrypted property, and ne, lt and le match every entity that has it.
   */
  async *listEntities(filter?: string) {
    const queryOptions = filter ? { filter } : {};
    for await (const stored of this.#client.listEntities<Entity>({ queryOptions })) {
      yield await this.#opened(stored);
    }
  }

  /** Lists the entities whose content keys are encrypted with a key-encryption key, for `rewrap`. */
  under(id: string) {
    const filter = `EncryptionKeyId eq '${id.replaceAll("'", "''")}'`;
    const select = ["PartitionKey", "RowKey", "EncryptionKey", "EncryptionKeyId"];
    return this.#client.listEntities<Entity>({ queryOptions: { filter, select } });
  }

  /**
   * Encrypts an entity's content key with the current key-encryption key. The values don't change.
   * The service refuses it if the entity has been written since, because it then has a new content key.
   */
  async rewrap(stored: Entity & { etag: string }) {
    const { etag } = stored;
    return this.#client.updateEntity(await rewrap(stored, this.#by), "Merge", { etag });
  }

  async #action(action: TransactionAction): Promise<TransactionAction> {
    const [kind, entity, mode = "Merge", options] = action;
    switch (kind) {
      case "create":
        return [kind, await this.#sealed(entity, "Replace")];
      case "delete":
        return action;
      default:
        return [kind, await this.#sealed(entity, mode), mode, options];
    }
  }

  async #sealed(entity: Entity, mode: UpdateMode): Promise<Entity> {
    if (mode === "Replace") {
      return encrypt(entity, this.#client.tableName, this.#by);
    }
    const [name] = toEncrypt(entity, this.#by);
    if (name) {
      throw new EncryptionError(
        `${name} can't be merged: the merge has a new content key, which would replace the ` +
          "one for the encrypted values that stay; read the entity and replace it",
      );
    }
    return entity;
  }

  #opened(stored: Entity): Promise<Entity> {
    return decrypt(stored, this.#client.tableName, this.#by);
  }
}
