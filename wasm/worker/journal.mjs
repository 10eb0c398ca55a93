// Keeps the journal of one account in the SQLite database of its Durable Object, and a few facts beside it.
//
// Each transaction of the account is one row of the table journal_G, or several if it's longer than a row can
// be. G counts how often the journal has been replaced by the current data: dropping a table costs nothing,
// while deleting rows would be billed like writing them.
//
// A mark is a place in the journal to go back to. The table that it's in is kept until there is another mark.

/** A row can have 2 MB, with its key. */
const rowSize = 1_900_000;

/** How many bytes of rows are read at once. Most rows are small, and each call of the program takes time. */
const pieceSize = 1_000_000;

/**
 * A journal with more rows is written anew, in long rows, while it's read. Otherwise each of them would cost
 * time and be billed whenever the account wakes.
 */
const mostRows = 1000;

/** A place in a journal: the generation of its table, and the number of the last row. */
/** @typedef {{generation: number, last: number}} Place */

export class Journal {
  #storage;
  #sql;
  #generation = 1;
  #last = 0;
  /** @type {SqlCursor | undefined} */
  #reading;
  #drafted = 0;
  #packing = false;

  /** @param {DurableObjectStorage} storage */
  constructor(storage) {
    this.#storage = storage;
    this.#sql = storage.sql;
    storage.transactionSync(() => this.#open());
  }

  #open() {
    this.#sql.exec("CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value) WITHOUT ROWID");
    this.#generation = Number(this.fact("generation") ?? 1);
    this.#create(this.#generation);
    this.#last = Number(
      this.#sql.exec(`SELECT max(n) AS n FROM journal_${this.#generation}`).one()["n"] ?? 0,
    );
    this.#drop();
  }

  /**
   * Whether anything has been kept here. Unlike the constructor, this writes nothing.
   * @param {DurableObjectStorage} storage
   */
  static exists(storage) {
    const found = storage.sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'facts'");
    return found.toArray().length > 0;
  }

  /** @param {string} name */
  fact(name) {
    return this.#sql.exec("SELECT value FROM facts WHERE name = ?", name).toArray()[0]?.["value"];
  }

  /**
   * @param {string} name
   * @param {string | number} value
   */
  note(name, value) {
    this.#sql.exec("INSERT OR REPLACE INTO facts VALUES (?, ?)", name, value);
  }

  /**
   * The next rows, from the first, as one piece, or null after the last. Read all before anything else is
   * done.
   */
  next() {
    if (this.#reading === undefined) {
      this.#packing = this.#last > mostRows;
      this.#pack(() => this.begin());
      this.#reading = this.#sql.exec(`SELECT bytes FROM journal_${this.#generation} ORDER BY n`);
    }
    const rows = take(this.#reading, pieceSize);
    if (rows.length > 0) {
      const piece = joined(rows);
      this.#pack(() => this.draft(piece));
      return piece;
    }
    this.#reading = undefined;
    this.#pack(() => this.replace());
    return null;
  }

  /**
   * Takes a step of writing the journal anew. If storage refuses it, the journal stays as it is.
   * @param {() => void} step
   */
  #pack(step) {
    if (this.#packing) {
      try {
        step();
      } catch {
        this.#packing = false;
      }
    }
  }

  /**
   * Adds a record, or throws and adds nothing.
   * @param {Uint8Array} record
   */
  append(record) {
    this.#last = this.#storage.transactionSync(() =>
      this.#insert(this.#generation, this.#last, record),
    );
  }

  /** Begins a draft of the next journal. */
  begin() {
    this.#sql.exec(`DROP TABLE IF EXISTS journal_${this.#generation + 1}`);
    this.#create(this.#generation + 1);
    this.#drafted = 0;
  }

  /** @param {Uint8Array} record */
  draft(record) {
    this.#drafted = this.#insert(this.#generation + 1, this.#drafted, record);
  }

  /** Puts the draft in the place of the journal. */
  replace() {
    this.#storage.transactionSync(() => {
      this.note("generation", this.#generation + 1);
      this.#drop(this.#generation + 1);
    });
    this.#generation += 1;
    this.#last = this.#drafted;
  }

  /** Where the journal ends now. @returns {Place} */
  get place() {
    return { generation: this.#generation, last: this.#last };
  }

  /** Makes the present state the one that undo goes back to. */
  mark() {
    this.#storage.transactionSync(() => {
      this.note("mark", JSON.stringify(this.place));
      this.#drop();
    });
  }

  /** Goes back to the mark. The program has to be started again, because it has the state from after it. */
  undo() {
    const { generation, last } = this.#marked ?? this.place;
    this.#storage.transactionSync(() => {
      this.#sql.exec(`DELETE FROM journal_${generation} WHERE n > ?`, last);
      this.note("generation", generation);
      this.#drop(generation);
    });
    this.#generation = generation;
    this.#last = last;
  }

  /**
   * Some rows up to a place, after so many, to copy the journal elsewhere. Undefined if it's no longer there.
   * @param {Place} until
   * @param {number} after
   */
  rows({ generation, last }, after) {
    if (generation !== this.#generation) {
      return;
    }
    const found = this.#sql.exec(
      `SELECT bytes FROM journal_${generation} WHERE n > ? AND n <= ? ORDER BY n LIMIT 1000`,
      after,
      last,
    );
    return take(found, pieceSize);
  }

  /** @returns {Place | undefined} */
  get #marked() {
    const mark = this.fact("mark");
    return mark === undefined ? undefined : JSON.parse(String(mark));
  }

  /**
   * @param {number} generation
   * @param {number} last the number of the row before
   * @param {Uint8Array} record
   * @returns {number} that of the record's last row
   */
  #insert(generation, last, record) {
    let n = last;
    for (let at = 0; at < record.length; at += rowSize) {
      n += 1;
      const row = record.subarray(at, at + rowSize);
      this.#sql.exec(`INSERT INTO journal_${generation} VALUES (?, ?)`, n, row);
    }
    return n;
  }

  /** @param {number} generation */
  #create(generation) {
    this.#sql.exec(
      `CREATE TABLE IF NOT EXISTS journal_${generation} (n INTEGER PRIMARY KEY, bytes BLOB NOT NULL)`,
    );
  }

  /** Drops the tables that neither the present nor the mark needs. */
  #drop(present = this.#generation) {
    const needed = [present, this.#marked?.generation].map((generation) => `journal_${generation}`);
    const tables = this.#sql
      .exec(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'journal!_%' ESCAPE '!'",
      )
      .toArray();
    for (const { name } of tables) {
      if (!needed.includes(String(name))) {
        this.#sql.exec(`DROP TABLE ${name}`);
      }
    }
  }
}

/**
 * Takes rows from a cursor until they have so many bytes.
 * @param {SqlCursor} cursor
 * @param {number} size
 */
function take(cursor, size) {
  /** @type {Uint8Array[]} */
  const rows = [];
  for (let taken = 0; taken < size; ) {
    const { done, value } = cursor.next();
    if (done === true) {
      break;
    }
    const row = new Uint8Array(/** @type {ArrayBuffer} */ (value["bytes"]));
    taken += row.length;
    rows.push(row);
  }
  return rows;
}

/** @param {Uint8Array[]} rows */
function joined(rows) {
  const whole = new Uint8Array(rows.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const row of rows) {
    whole.set(row, at);
    at += row.length;
  }
  return whole;
}
