/** Finds the word that a misspelt one was meant to be, as the engine does (engine/internal/spelling). */

/** Returns the candidate that a word is most likely a misspelling of. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = 1 + Math.min(Math.max(1, Math.floor(word.length / 3)), word.length - 1);
  for (const candidate of candidates) {
    if (candidate.toLowerCase() === word.toLowerCase()) {
      return candidate;
    }
    const far = distance(word, candidate);
    if (far < least) {
      least = far;
      best = candidate;
    }
  }
  return best;
}

/** How many letters to insert, delete, change or swap with their neighbour to turn one word into another. */
export function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    const of = (list: readonly number[], j: number) => list[j] ?? 0;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let far = Math.min(of(last, j) + 1, of(row, j - 1) + 1, of(last, j - 1) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        far = Math.min(far, of(before, j - 2) + 1);
      }
      row.push(far);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
