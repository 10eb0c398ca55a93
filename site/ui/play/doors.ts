/** The ways out of the playground: a table as a file, or as data of the workspace; a file or a table as a design. */
import type { Account } from "./account.ts";
import { dumped } from "./dump.ts";
import type { Toasts } from "./toasts.ts";
import type { File, Workspace } from "./workspace.ts";

export { saveTable } from "./dump.ts";

/** The parts of the playground that the doors need. */
export interface House {
  readonly workspace: Workspace;
  readonly account: Account;
  readonly toasts: Toasts;
}

/** Keeps the entities of a table as a data file of the workspace. */
export async function keepAsFile(
  { account, workspace, toasts }: House,
  table: string,
): Promise<void> {
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
  const text = await dumped(house.account, table, "csv");
  hand(house, [{ name: `${table}.csv`, text }]);
}

/** Opens a file as a design, with the workspace's data. */
export async function fileAsDesign(house: House, name: string): Promise<void> {
  const { data, requests } = house.workspace;
  const script = requests.filter((file) => file.name === name);
  hand(house, script.length > 0 ? [...script, ...data] : data.filter((file) => file.name === name));
}

/** Leaves files for the workbench, which opens in a tab of its own: here the tables would be gone. */
function hand({ toasts }: House, files: readonly File[]): void {
  try {
    localStorage.setItem("rowkey.files", JSON.stringify(files));
  } catch {
    toasts.say("This is too much to hand over. Save it as a file, and drop that on /design/.");
    return;
  }
  const open = () => window.open("/design/#files", "_blank");
  if (!open()) {
    toasts.say("The browser lets no tab open by itself.", {
      label: "Open the design",
      press: open,
    });
  }
}
