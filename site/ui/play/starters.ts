/** The workspaces of the guides, which the site is built with. */
import { isData, isRequests } from "./names.ts";
import type { File } from "./workspace.ts";

export interface StarterLine {
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
}

export interface StarterGroup {
  readonly title: string;
  readonly starters: readonly StarterLine[];
}

export interface Starter {
  readonly name: string;
  readonly files: readonly File[];
}

const folder = "/play/starters/";
let list: Promise<readonly StarterGroup[]> | undefined;

/** The guides that have a workspace, by kind. */
export function starterGroups(): Promise<readonly StarterGroup[]> {
  list ??= get<readonly StarterGroup[]>("index").catch((cause) => {
    list = undefined;
    throw cause;
  });
  return list;
}

/** The workspace of a guide. */
export async function starter(slug: string): Promise<Starter> {
  if (!/^[a-z0-9-]+$/.test(slug)) {
    throw new Error("There is no guide of that name.");
  }
  const { name, files } = await get<Starter>(slug);
  return { name, files: files.filter((file) => isRequests(file.name) || isData(file.name)) };
}

async function get<T>(name: string): Promise<T> {
  const response = await fetch(`${folder}${name}.json`);
  if (!response.ok) {
    throw new Error(
      response.status === 404
        ? "There is no guide of that name."
        : `The guide could not be loaded: ${response.status} ${response.statusText}.`,
    );
  }
  return (await response.json()) as T;
}
