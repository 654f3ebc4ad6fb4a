/** A hue for a name: the same name has the same one on every page. */
export function hueOf(name: string): number {
  let sum = 0;
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 360;
  return sum;
}
