const [shortest, choices] = [6, 30];

/** The duration of the demo video at a path, which the same video always has. */
export function demoVideoSeconds(path: string): number {
  let sum = 0;
  for (const letter of path) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return shortest + (sum % choices);
}
