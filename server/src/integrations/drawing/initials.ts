/** The initials of the first two words, as a placeholder logo; empty if the name has no letters. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const letters = words.slice(0, 2).map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0x20));
  return letters.join('').toUpperCase().slice(0, 4);
}
