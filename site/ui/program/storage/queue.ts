/** Clients of queues, with the names and results of @azure/storage-queue. */
import {
  addressOf,
  common,
  elements,
  escaped,
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

interface Create {
  readonly metadata?: Readonly<Record<string, string>>;
}

/** A client of all queues of an account. */
export class QueueServiceClient {
  readonly url: string;
  readonly accountName: string;

  static fromConnectionString(connection: string) {
    return new QueueServiceClient(addressOf(connection, "queues"));
  }

  constructor(url: string) {
    this.url = url;
    this.accountName = namesIn(url)[0] ?? "";
  }

  getQueueClient(name: string) {
    return new QueueClient(inside(this.url, name));
  }

  createQueue(name: string, options?: Create) {
    return this.getQueueClient(name).create(options);
  }

  deleteQueue(name: string) {
    return this.getQueueClient(name).delete();
  }
}

/** A client of one queue. */
export class QueueClient {
  readonly url: string;
  readonly accountName: string;
  readonly name: string;

  /**
   * @param url - the address of the queue, or a connection string
   * @param name - with a connection string, the name of the queue
   */
  constructor(url: string, name?: unknown) {
    this.url = typeof name === "string" ? inside(addressOf(url, "queues"), name) : url;
    [this.accountName = "", this.name = ""] = namesIn(this.url);
  }

  async create({ metadata }: Create = {}) {
    const headers = metadataLines(metadata);
    return common(await send({ method: "PUT", url: this.url, headers }));
  }

  async createIfNotExists({ metadata }: Create = {}) {
    return unless(/^QueueAlreadyExists$/, async () => {
      const answer = await send({ method: "PUT", url: this.url, headers: metadataLines(metadata) });
      // The service answers 204 if the same queue is there.
      return { ...common(answer), succeeded: answer.status === 201 };
    });
  }

  async delete() {
    return common(await send({ method: "DELETE", url: this.url }));
  }

  async deleteIfExists() {
    return unless(/^QueueNotFound$/, () => this.delete());
  }

  async exists() {
    return there(this.getProperties());
  }

  async getProperties() {
    const answer = await send({ method: "GET", url: this.url, query: { comp: "metadata" } });
    return {
      ...common(answer),
      metadata: metadataIn(answer.headers),
      approximateMessagesCount: Number(answer.headers.get("x-ms-approximate-messages-count")),
    };
  }

  async sendMessage(text: string, options: SendOptions = {}) {
    const { visibilityTimeout: visibilitytimeout, messageTimeToLive: messagettl } = options;
    const url = inside(this.url, "messages");
    const query = { visibilitytimeout, messagettl };
    const answer = await send({ method: "POST", url, query, body: messageOf(text) });
    const [item = ""] = elements(await answer.text(), "QueueMessage");
    return { ...common(answer), ...messageIn(item), ...receiptIn(item) };
  }

  async receiveMessages(options: ReceiveOptions = {}) {
    const { numberOfMessages: numofmessages, visibilityTimeout: visibilitytimeout } = options;
    const { answer, items } = await this.#messages({ numofmessages, visibilitytimeout });
    const receivedMessageItems = items.map((item) => ({
      ...messageIn(item),
      ...receiptIn(item),
      ...contentIn(item),
    }));
    return { ...common(answer), receivedMessageItems };
  }

  async peekMessages({ numberOfMessages: numofmessages }: ReceiveOptions = {}) {
    const { answer, items } = await this.#messages({ numofmessages, peekonly: "true" });
    const peekedMessageItems = items.map((item) => ({ ...messageIn(item), ...contentIn(item) }));
    return { ...common(answer), peekedMessageItems };
  }

  async updateMessage(id: string, popReceipt: string, text?: string, visibilityTimeout = 0) {
    const answer = await send({
      method: "PUT",
      url: inside(this.url, `messages/${id}`),
      query: { popreceipt: popReceipt, visibilitytimeout: visibilityTimeout },
      ...(text !== undefined && { body: messageOf(text) }),
    });
    return {
      ...common(answer),
      popReceipt: answer.headers.get("x-ms-popreceipt") ?? "",
      nextVisibleOn: new Date(answer.headers.get("x-ms-time-next-visible") ?? ""),
    };
  }

  async deleteMessage(id: string, popReceipt: string) {
    const url = inside(this.url, `messages/${id}`);
    return common(await send({ method: "DELETE", url, query: { popreceipt: popReceipt } }));
  }

  async clearMessages() {
    return common(await send({ method: "DELETE", url: inside(this.url, "messages") }));
  }

  async #messages(query: Readonly<Record<string, string | number | undefined>>) {
    const answer = await send({ method: "GET", url: inside(this.url, "messages"), query });
    return { answer, items: elements(await answer.text(), "QueueMessage") };
  }
}

interface SendOptions {
  /** How long the message stays hidden, in seconds. */
  readonly visibilityTimeout?: number;
  /** How long it is kept, in seconds; -1 for ever. */
  readonly messageTimeToLive?: number;
}

interface ReceiveOptions {
  readonly numberOfMessages?: number;
  /** How long the messages stay hidden, in seconds. */
  readonly visibilityTimeout?: number;
}

function messageIn(item: string) {
  return {
    messageId: textOf(item, "MessageId") ?? "",
    insertedOn: timeOf(item, "InsertionTime"),
    expiresOn: timeOf(item, "ExpirationTime"),
  };
}

/** What a worker needs to change or delete the message that it has taken. */
function receiptIn(item: string) {
  return {
    popReceipt: textOf(item, "PopReceipt") ?? "",
    nextVisibleOn: timeOf(item, "TimeNextVisible"),
  };
}

function contentIn(item: string) {
  return {
    dequeueCount: Number(textOf(item, "DequeueCount")),
    messageText: textOf(item, "MessageText") ?? "",
  };
}

function messageOf(text: string): string {
  return `<QueueMessage><MessageText>${escaped(text)}</MessageText></QueueMessage>`;
}
