/** A background for a missing image. The hue is derived from the name, so it is the same on every page. */
export function pickTint(name: string): string {
  const hue = pickHue(name);
  const from = `light-dark(oklch(0.94 0.05 ${hue}), oklch(0.34 0.06 ${hue}))`;
  const to = `light-dark(oklch(0.86 0.07 ${hue + 24}), oklch(0.26 0.05 ${hue + 24}))`;
  return `linear-gradient(160deg, ${from}, ${to})`;
}

function pickHue(name: string): number {
  let sum = 0;
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 360;
  return sum;
}

export function getInitial(name: string): string {
  return name.trim().slice(0, 1).toUpperCase();
}
