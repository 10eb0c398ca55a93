// The newest requests of a sandbox, and those who watch them come.
//
// A watcher has a WebSocket that the platform holds, so that the object can sleep while nothing happens. The
// entries are in memory: what happened before the object slept isn't shown to who comes later.

/** How many entries are kept, and how many characters they have at most. */
const [kept, room] = [100, 512 * 1024];

/** How many can watch at the same time. */
const watchers = 10;

/** How many characters a watcher gets before it has to connect again. Nobody says whether one reads. */
const most = 2 * 2 ** 20;

/** The codes with which a WebSocket is closed: it's to connect again, or the sandbox has ended. */
const [again, ended] = [1013, 4410];

export class Log {
  #state;
  /** @type {string[]} */
  #entries = [];
  #size = 0;

  /** @param {Pick<DurableObjectState, "acceptWebSocket" | "getWebSockets">} state */
  constructor(state) {
    this.#state = state;
  }

  /**
   * Keeps an entry, and sends it to those who watch. What goes wrong with that isn't the request's matter.
   * @param {string} entry in JSON
   */
  add(entry) {
    this.#entries.push(entry);
    this.#size += entry.length;
    while (this.#entries.length > kept || this.#size > room) {
      this.#size -= this.#entries.shift()?.length ?? 0;
    }
    for (const socket of this.#state.getWebSockets()) {
      send(socket, [entry]);
    }
  }

  /** A WebSocket that begins with what is kept; undefined if too many watch already. */
  open() {
    if (this.#state.getWebSockets().length >= watchers) {
      return undefined;
    }
    const { 0: theirs, 1: own } = new WebSocketPair();
    this.#state.acceptWebSocket(own);
    send(own, this.#entries);
    return theirs;
  }

  /** Tells those who watch that there's nothing more to come. */
  end() {
    this.#entries = [];
    this.#size = 0;
    for (const socket of this.#state.getWebSockets()) {
      socket.close(ended, "the sandbox has ended");
    }
  }
}

/**
 * @param {WebSocket} socket
 * @param {string[]} entries
 */
function send(socket, entries) {
  const text = `[${entries.join(",")}]`;
  const sent = (socket.deserializeAttachment() ?? 0) + text.length;
  try {
    if (sent > most) {
      socket.close(again, "connect again for more");
      return;
    }
    socket.send(text);
    socket.serializeAttachment(sent);
  } catch {
    // It has just been closed.
  }
}
