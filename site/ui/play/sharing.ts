/** Links to workspaces. What makes and reads them is loaded when it's needed. */
import { type Snapshot, workspaceOf } from "./workspace.ts";

/** A link that opens a copy of a workspace, with the cursor where it is. */
export async function linkTo(state: Snapshot, cursor: number): Promise<string> {
  const { encode } = await import("../share/link.ts");
  const { name, files, current } = state;
  const open = files.findIndex((file) => file.name === current);
  const where = open < 0 ? {} : { open, cursor };
  return `${location.origin}/play/${encode({ name, files, ...where })}`;
}

/** The workspace in a link's fragment; nothing if it's another kind of fragment. */
export async function shared(fragment: string): Promise<Snapshot | undefined> {
  const { decode, isLink } = await import("../share/link.ts");
  if (!isLink(fragment)) {
    return undefined;
  }
  const { name = "From a link", files, open = 0 } = decode(fragment);
  const state = workspaceOf(name, files);
  return { ...state, current: files[open]?.name ?? state.current };
}
