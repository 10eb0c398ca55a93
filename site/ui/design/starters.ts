/** The designs to begin with, which the build writes from patterns/designs. */

/** A design file with its name. */
export interface Starter {
  readonly name: string;
  readonly title: string;
  readonly text: string;
}

/** Gets the starters; none if the network fails, because the page works without them. */
export async function starters(): Promise<readonly Starter[]> {
  try {
    const response = await fetch("/design/starters.json");
    return response.ok ? ((await response.json()) as readonly Starter[]) : [];
  } catch {
    return [];
  }
}
