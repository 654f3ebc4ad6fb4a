import { colorOf } from '../colors.ts';

const maxColors = 8;

/** Distinct colours as `#rrggbb`; invalid ones are dropped. */
export function hexColors(colors: readonly string[]): string[] {
  return [...new Set(colors.flatMap((color) => colorOf(color) ?? []))].slice(0, maxColors);
}
