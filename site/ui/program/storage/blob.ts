/** Clients of blobs, with the names and results of @azure/storage-blob. */
import {
  addressOf,
  common,
  elements,
  inside,
  metadataIn,
  metadataLines,
  namesIn,
  send,
  textOf,
  there,
  timeOf,
  unless,
} from "./rest.ts";

/** A client of all containers of an account. */
export class BlobServiceClient {
  readonly url: string;
  readonly accountName: string;

  static fromConnectionString(connection: string) {
    return new BlobServiceClient(addressOf(connection, "blobs"));
  }

  constructor(url: string) {
    this.url = url;
    this.accountName = namesIn(url)[0] ?? "";
  }

  getContainerClient(name: string) {
    return new ContainerClient(inside(this.url, name));
  }

  async createContainer(name: string, options?: Metadata) {
    const containerClient = this.getContainerClient(name);
    return { containerClient, containerCreateResponse: await containerClient.create(options) };
  }

  deleteContainer(name: string) {
    return this.getContainerClient(name).delete();
  }
}

/** A client of one container. */
export class ContainerClient {
  readonly url: string;
  readonly accountName: string;
  readonly containerName: string;

  /**
   * @param url - the address of the container, or a connection string
   * @param name - with a connection string, the name of the container
   */
  constructor(url: string, name?: unknown) {
    this.url = typeof name === "string" ? inside(addressOf(url, "blobs"), name) : url;
    [this.accountName = "", this.containerName = ""] = namesIn(this.url);
  }

  getBlobClient(name: string) {
    return new BlobClient(inside(this.url, name));
  }

  getBlockBlobClient(name: string) {
    return new BlockBlobClient(inside(this.url, name));
  }

  getAppendBlobClient(name: string) {
    return new AppendBlobClient(inside(this.url, name));
  }

  async create({ metadata }: Metadata = {}) {
    return written(await this.#send("PUT", {}, metadataLines(metadata)));
  }

  createIfNotExists(options?: Metadata) {
    return unless(/^ContainerAlreadyExists$/, () => this.create(options));
  }

  async delete() {
    return common(await this.#send("DELETE"));
  }

  deleteIfExists() {
    return unless(/^ContainerNotFound$/, () => this.delete());
  }

  exists() {
    return there(this.getProperties());
  }

  async getProperties() {
    const answer = await this.#send("GET");
    return { ...written(answer), metadata: metadataIn(answer.headers) };
  }

  async uploadBlockBlob(name: string, body: Body, length: number, options?: WriteOptions) {
    const blockBlobClient = this.getBlockBlobClient(name);
    return { blockBlobClient, response: await blockBlobClient.upload(body, length, options) };
  }

  deleteBlob(name: string, options?: Conditional) {
    return this.getBlobClient(name).delete(options);
  }

  /** Lists the blobs of the container, in as many requests as it takes. */
  listBlobsFlat({ prefix, includeMetadata }: ListOptions = {}) {
    const pages = (maxresults?: number, from?: string) =>
      this.#pages({ prefix, maxresults, include: includeMetadata ? "metadata" : undefined }, from);
    const all = (async function* () {
      for await (const { segment } of pages()) {
        yield* segment.blobItems;
      }
    })();
    return Object.assign(all, {
      byPage: ({ maxPageSize, continuationToken }: PageOptions = {}) =>
        pages(maxPageSize, continuationToken),
    });
  }

  async *#pages(query: Readonly<Record<string, string | number | undefined>>, from?: string) {
    let marker = from;
    do {
      const answer = await this.#send("GET", { comp: "list", marker, ...query });
      const xml = await answer.text();
      marker = textOf(xml, "NextMarker");
      const segment = { blobItems: elements(xml, "Blob").map(itemOf) };
      yield { ...common(answer), continuationToken: marker ?? "", segment };
    } while (marker);
  }

  #send(
    method: string,
    query: Readonly<Record<string, string | number | undefined>> = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    return send({ method, url: this.url, query: { restype: "container", ...query }, headers });
  }
}

/** A client of one blob. */
export class BlobClient {
  readonly url: string;
  readonly accountName: string;
  readonly containerName: string;
  readonly name: string;

  /**
   * @param url - the address of the blob, or a connection string
   * @param container - with a connection string, the name of the container
   * @param name - with a connection string, the name of the blob
   */
  constructor(url: string, container?: unknown, name = "") {
    const whole = typeof container === "string";
    this.url = whole ? inside(inside(addressOf(url, "blobs"), container), name) : url;
    const [account = "", first = "", ...rest] = namesIn(this.url);
    this.accountName = account;
    this.containerName = first;
    this.name = rest.join("/");
  }

  getBlockBlobClient() {
    return new BlockBlobClient(this.url);
  }

  getAppendBlobClient() {
    return new AppendBlobClient(this.url);
  }

  exists() {
    return there(this.getProperties());
  }

  async getProperties({ conditions }: Conditional = {}) {
    const headers = conditionLines(conditions);
    return propertiesIn(await send({ method: "HEAD", url: this.url, headers }));
  }

  async setMetadata(metadata?: Readonly<Record<string, string>>, { conditions }: Conditional = {}) {
    const headers = { ...metadataLines(metadata), ...conditionLines(conditions) };
    return written(
      await send({ method: "PUT", url: this.url, query: { comp: "metadata" }, headers }),
    );
  }

  /**
   * Downloads the blob or part of it. As in Node, `readableStreamBody` has its bytes; as in browsers,
   * `blobBody` does.
   */
  async download(offset = 0, count?: number, { conditions }: Conditional = {}) {
    const last = count === undefined ? "" : offset + count - 1;
    const range = offset > 0 || count !== undefined ? `bytes=${offset}-${last}` : undefined;
    const headers = { "x-ms-range": range, ...conditionLines(conditions) };
    const answer = await send({ method: "GET", url: this.url, headers });
    const bytes = new Buffer(await answer.arrayBuffer());
    const readableStreamBody = (async function* () {
      yield bytes;
      return bytes;
    })();
    return {
      ...propertiesIn(answer),
      contentLength: bytes.length,
      readableStreamBody,
      blobBody: Promise.resolve(new Blob([bytes.slice()])),
    };
  }

  /** Downloads the blob after asking how long it is, as the official client does: that's two requests. */
  async downloadToBuffer(offset = 0, count?: number, options?: Conditional) {
    const length = count ?? (await this.getProperties(options)).contentLength - offset;
    if (length === 0) {
      return new Buffer(new ArrayBuffer(0));
    }
    const { readableStreamBody } = await this.download(offset, length, options);
    return (await readableStreamBody.next()).value;
  }

  async delete({ conditions }: Conditional = {}) {
    const headers = conditionLines(conditions);
    return common(await send({ method: "DELETE", url: this.url, headers }));
  }

  deleteIfExists(options?: Conditional) {
    return unless(/^BlobNotFound$/, () => this.delete(options));
  }

  /** Writes the blob anew. */
  protected async put(type: string, body: string, options: WriteOptions) {
    const { metadata, conditions, blobHTTPHeaders } = options;
    const headers = {
      "Content-Type": "application/octet-stream",
      "x-ms-blob-type": type,
      "x-ms-blob-content-type": blobHTTPHeaders?.blobContentType,
      ...metadataLines(metadata),
      ...conditionLines(conditions),
    };
    return written(await send({ method: "PUT", url: this.url, headers, body }));
  }
}

export class BlockBlobClient extends BlobClient {
  async upload(body: Body, contentLength: number, options: WriteOptions = {}) {
    return this.put("BlockBlob", await sized(body, contentLength), options);
  }

  async uploadData(data: Body, options: WriteOptions = {}) {
    return this.put("BlockBlob", await content(data), options);
  }
}

export class AppendBlobClient extends BlobClient {
  create(options: WriteOptions = {}) {
    return this.put("AppendBlob", "", options);
  }

  createIfNotExists(options: WriteOptions = {}) {
    const conditions = { ifNoneMatch: "*" };
    return unless(/^BlobAlreadyExists$/, () => this.create({ ...options, conditions }));
  }

  async appendBlock(body: Body, contentLength: number, { conditions }: AppendOptions = {}) {
    const headers = {
      "x-ms-blob-condition-appendpos": conditions?.appendPosition?.toString(),
      "x-ms-blob-condition-maxsize": conditions?.maxSize?.toString(),
      ...conditionLines(conditions),
    };
    const text = await sized(body, contentLength);
    const query = { comp: "appendblock" };
    const answer = await send({ method: "PUT", url: this.url, query, headers, body: text });
    return {
      ...written(answer),
      blobAppendOffset: answer.headers.get("x-ms-blob-append-offset") ?? "",
      blobCommittedBlockCount: Number(answer.headers.get("x-ms-blob-committed-block-count")),
    };
  }
}

interface Metadata {
  readonly metadata?: Readonly<Record<string, string>>;
}

interface Conditions {
  readonly ifMatch?: string;
  readonly ifNoneMatch?: string;
  readonly ifModifiedSince?: Date;
  readonly ifUnmodifiedSince?: Date;
}

interface Conditional {
  readonly conditions?: Conditions;
}

interface WriteOptions extends Metadata, Conditional {
  readonly blobHTTPHeaders?: { readonly blobContentType?: string };
}

interface AppendOptions {
  readonly conditions?: Conditions & {
    readonly appendPosition?: number;
    readonly maxSize?: number;
  };
}

interface ListOptions {
  readonly prefix?: string;
  readonly includeMetadata?: boolean;
}

interface PageOptions {
  readonly maxPageSize?: number;
  readonly continuationToken?: string;
}

/** What can be written. Requests of examples are text, so bytes must be UTF-8. */
type Body = string | Blob | ArrayBuffer | ArrayBufferView<ArrayBuffer>;

async function content(body: Body): Promise<string> {
  const bytes = typeof body === "string" ? undefined : await new Blob([body]).arrayBuffer();
  try {
    return bytes
      ? new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
      : String(body);
  } catch {
    throw new TypeError("Examples can only write text to blobs, and these bytes aren't UTF-8.");
  }
}

/** Checks the length, which counts bytes: a wrong one fails at the service as well. */
async function sized(body: Body, length: number): Promise<string> {
  const text = await content(body);
  const bytes = new TextEncoder().encode(text).length;
  if (bytes !== length) {
    throw new RangeError(`The body has ${bytes} bytes, and contentLength is ${length}.`);
  }
  return text;
}

function conditionLines(conditions: Conditions = {}) {
  return {
    "If-Match": conditions.ifMatch,
    "If-None-Match": conditions.ifNoneMatch,
    "If-Modified-Since": conditions.ifModifiedSince?.toUTCString(),
    "If-Unmodified-Since": conditions.ifUnmodifiedSince?.toUTCString(),
  };
}

function written(answer: Response) {
  const modified = answer.headers.get("last-modified");
  return {
    ...common(answer),
    etag: answer.headers.get("etag") ?? undefined,
    lastModified: modified === null ? undefined : new Date(modified),
  };
}

function propertiesIn(answer: Response) {
  const { headers } = answer;
  const created = headers.get("x-ms-creation-time");
  const blocks = headers.get("x-ms-blob-committed-block-count");
  return {
    ...written(answer),
    createdOn: created === null ? undefined : new Date(created),
    metadata: metadataIn(headers),
    blobType: headers.get("x-ms-blob-type") ?? undefined,
    contentLength: Number(headers.get("content-length")),
    contentType: headers.get("content-type") ?? undefined,
    ...(blocks !== null && { blobCommittedBlockCount: Number(blocks) }),
  };
}

/** A blob in a list. */
function itemOf(xml: string) {
  const [metadata] = elements(xml, "Metadata");
  const lines = metadata?.matchAll(/<(\w+)>/g) ?? [];
  return {
    name: textOf(xml, "Name") ?? "",
    properties: {
      createdOn: timeOf(xml, "Creation-Time"),
      lastModified: timeOf(xml, "Last-Modified"),
      etag: textOf(xml, "Etag"),
      contentLength: Number(textOf(xml, "Content-Length")),
      contentType: textOf(xml, "Content-Type"),
      blobType: textOf(xml, "BlobType"),
    },
    ...(metadata !== undefined && {
      metadata: Object.fromEntries(
        Array.from(lines, ([, name = ""]) => [name, textOf(metadata, name) ?? ""]),
      ),
    }),
  };
}

/** Bytes whose `toString` is their text, as that of Node's Buffer. */
class Buffer extends Uint8Array<ArrayBuffer> {
  override toString(): string {
    return new TextDecoder().decode(this);
  }
}
