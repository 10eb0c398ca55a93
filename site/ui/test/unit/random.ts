/** Random values for tests, the same ones in every run. */
export interface Random {
  /** A whole number below n. */
  below(n: number): number;
  pick<Of>(list: readonly Of[]): Of;
  /** A text made of some of the characters. */
  text(characters: string, most: number): string;
}

/** Returns a source of random values, with the generator xorshift32. */
export function random(seed: number): Random {
  let state = seed;
  const below = (n: number) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % n;
  };
  const pick = <Of>(list: readonly Of[]) => list[below(list.length)] as Of;
  const text = (characters: string, most: number) =>
    Array.from({ length: below(most + 1) }, () => pick([...characters])).join("");
  return { below, pick, text };
}
