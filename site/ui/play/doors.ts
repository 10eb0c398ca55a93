/** The ways out of the playground: tables as files or data, files and tables as designs, two clients. */
import type { PairReply } from "../protocol.ts";
import { pack } from "../share/pack-v1.ts";
import { keep } from "../stored.ts";
import { dumped } from "./dump.ts";
import type { House } from "./house.ts";
import type { Toasts } from "./toasts.ts";
import type { File } from "./workspace.ts";

export { saveTable } from "./dump.ts";

/** Keeps the entities of a table as a data file of the workspace. */
export async function keepAsFile({ session, toasts }: House, table: string): Promise<void> {
  const { account, workspace } = session;
  const text = await dumped(account, table, "csv");
  const name = `${table}.csv`;
  const before = workspace.file(name)?.text;
  if (before === undefined) {
    workspace.add(name, text);
  } else {
    workspace.write(name, text);
  }
  account.accept({ name, text });
  toasts.say(`The entities of ${table} are in ${name} now.`, {
    label: "Undo",
    press: () => {
      if (before === undefined) {
        workspace.remove(name);
      } else {
        workspace.write(name, before);
      }
    },
  });
}

/** Opens a table as it is now as a design. */
export async function tableAsDesign(house: House, table: string): Promise<void> {
  const text = await dumped(house.session.account, table, "csv");
  hand(house, [{ name: `${table}.csv`, text }]);
}

/** Opens a file as a design, with the workspace's data. */
export async function fileAsDesign(house: House, name: string): Promise<void> {
  const { data, requests } = house.session.workspace;
  const script = requests.filter((file) => file.name === name);
  hand(house, script.length > 0 ? [...script, ...data] : data.filter((file) => file.name === name));
}

/** Leaves files for the workbench, and opens it. */
function hand({ toasts }: House, files: readonly File[]): void {
  if (!keep("rowkey.files", JSON.stringify(files))) {
    toasts.say("This is too much to hand over. Save it as a file, and drop that on /design/.");
    return;
  }
  show(toasts, "/design/#files");
}

/** Opens the request at the cursor and the one after it as two clients, which run in every order. */
export async function twoClients({ session, toasts, editor }: House): Promise<void> {
  const { text = "" } = session.workspace.current ?? {};
  const line = text.slice(0, editor.cursor).split("\n").length;
  const { a, b, columns, rows } = await session.account.here("pair", { text, line });
  if (a === "") {
    toasts.say("Put the cursor on a request first: it's what the first client sends.");
    return;
  }
  const start = `[\n${rows.map((row) => JSON.stringify(entityOf(columns, row))).join(",\n")}\n]`;
  const clients = { start, a, b, holds: "true", crashes: false };
  show(toasts, `/two-clients/#t1.${pack(JSON.stringify(clients))}`);
}

/** An entity as the official client takes it. */
function entityOf(columns: PairReply["columns"], cells: PairReply["rows"][number]): object {
  const names: Record<string, string> = { PartitionKey: "partitionKey", RowKey: "rowKey" };
  return Object.fromEntries(
    cells.flatMap((cell, i) => {
      const name = columns[i]?.name ?? "";
      return cell ? [[names[name] ?? name, storable(cell)]] : [];
    }),
  );
}

/** A value as the official client takes it. */
function storable({ v, t }: { readonly v: string; readonly t: string }): unknown {
  const plain: Record<string, unknown> = {
    String: v,
    Boolean: v === "true",
    Int32: Number(v),
  };
  return t in plain ? plain[t] : { type: t, value: v };
}

/** Opens a page in a tab of its own, because in this one the tables would be gone. */
function show(toasts: Toasts, address: string): void {
  const open = () => window.open(address, "_blank");
  if (!open()) {
    toasts.say("The browser lets no tab open by itself.", { label: "Open it", press: open });
  }
}
