import type { Font } from 'satori';
import { writableText, type FontFile } from './typefaces.ts';

/** Fonts as the layout takes them, each once. It wants one even where nothing is written. */
export function fontsOf(files: readonly FontFile[]): Font[] {
  const all = files.length > 0 ? files : writableText('a', 400).fonts;
  const byName = new Map(all.map((file) => [file.name, file]));
  return [...byName.values()].map(({ name, data }) => ({ name, data, style: 'normal', weight: 400 }));
}
