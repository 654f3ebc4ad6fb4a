import { colorOf } from '../colors.ts';

const mostColors = 8;

/** As `#rrggbb`, each once; what cannot be read as a colour is left out. */
export function hexColors(colors: readonly string[]): string[] {
  return [...new Set(colors.flatMap((color) => colorOf(color) ?? []))].slice(0, mostColors);
}
