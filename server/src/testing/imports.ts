import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Ended, runMagpie } from './process.ts';

export const ad = (id: number, more: object = {}): string =>
  JSON.stringify({
    key: `meta:${id}`,
    advertiser: { name: `Brand ${id % 50}` },
    bodies: [`Text ${id}`],
    ...more,
  });
export const ads = (count: number): string =>
  Array.from({ length: count }, (_, id) => `${ad(id)}\n`).join('');

/** A file beside the data folder, gone with it. */
export function write(dataFolder: string, name: string, content: string | Uint8Array): string {
  const file = path.join(path.dirname(dataFolder), name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

export const imports = (dataFolder: string, ...words: string[]): Promise<Ended> =>
  runMagpie(['import', ...words], { MAGPIE_DATA_DIR: dataFolder });

/** The numbers of the summary by their names. */
export function summary({ stdout }: Pick<Ended, 'stdout'>): Record<string, number> {
  const rows = stdout.matchAll(/^(Read|New|Updated|Unchanged|Rejected|Acceptable) +([\d,]+)$/gm);
  return Object.fromEntries(
    [...rows].map(([, name = '', count = '']) => [name.toLowerCase(), Number(count.replaceAll(',', ''))]),
  );
}

/** The reported problems: standard error without progress lines. */
export const complaints = ({ stderr }: Ended): string =>
  stderr.replaceAll(/^(?:\[[= ]+\] {2}\d+% {2})?[\d,]+ read {2}.+\n/gm, '');
