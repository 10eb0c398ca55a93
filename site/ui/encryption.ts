/**
 * Client-side encryption of chosen properties, for code that uses the JavaScript client. It is a
 * script of its own that no page loads before somebody needs it, and it runs in Node as well.
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
 * A table whose entities are encrypted on their way in and decrypted on their way out. What needs
 * neither, such as deleting, is done with the client itself.
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

  /** Merges unless told to replace, as the client does; what is encrypted cannot be merged. */
  async updateEntity(entity: Entity, mode: UpdateMode = "Merge", options?: { etag?: string }) {
    return this.#client.updateEntity(await this.#sealed(entity, mode), mode, options);
  }

  /** Merges unless told to replace, as the client does; what is encrypted cannot be merged. */
  async upsertEntity(entity: Entity, mode: UpdateMode = "Merge") {
    return this.#client.upsertEntity(await this.#sealed(entity, mode), mode);
  }

  async submitTransaction(actions: readonly TransactionAction[]) {
    const sealed = await Promise.all(actions.map((action) => this.#action(action)));
    return this.#client.submitTransaction(sealed);
  }

  /** Reads the whole entity: of a part nobody could tell that nothing is missing. */
  async getEntity(partitionKey: string, rowKey: string) {
    const stored = await this.#client.getEntity(partitionKey, rowKey);
    // The keys asked for, so that another entity's answer does not open.
    return this.#opened({ ...stored, partitionKey, rowKey });
  }

  /** The filter sees what is stored, so one on an encrypted property finds nothing. */
  async *listEntities(filter?: string) {
    const queryOptions = filter ? { filter } : {};
    for await (const stored of this.#client.listEntities<Entity>({ queryOptions })) {
      yield await this.#opened(stored);
    }
  }

  /** The entities whose content keys are under a key-encryption key, for `rewrap`. */
  under(id: string) {
    const filter = `EncryptionKeyId eq '${id.replaceAll("'", "''")}'`;
    const select = ["PartitionKey", "RowKey", "EncryptionKey", "EncryptionKeyId"];
    return this.#client.listEntities<Entity>({ queryOptions: { filter, select } });
  }

  /**
   * Puts an entity's content key under the current key-encryption key and leaves its values alone.
   * The service refuses it if the entity was written since: with that came another content key.
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
        `${name} cannot be merged: it comes with a new content key, which takes the place of the ` +
          "one that opens the encrypted values left as they are; read the entity and replace it",
      );
    }
    return entity;
  }

  #opened(stored: Entity): Promise<Entity> {
    return decrypt(stored, this.#client.tableName, this.#by);
  }
}
