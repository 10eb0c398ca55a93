/** The designs to begin with, from the build: whole applications, and the keys that guides compare. */

/** A design file with its name. */
export interface Starter {
  readonly name: string;
  readonly title: string;
  readonly text: string;
}

export interface StarterGroup {
  readonly title: string;
  readonly designs: readonly Starter[];
}

/** Gets the starters; none if the network fails, because the page works without them. */
export async function starters(): Promise<readonly StarterGroup[]> {
  try {
    const response = await fetch("/design/starters.json");
    return response.ok ? ((await response.json()) as readonly StarterGroup[]) : [];
  } catch {
    return [];
  }
}
