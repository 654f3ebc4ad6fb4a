import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A page in the shape of a real shop's, with what is to be found in it. */
export interface PageFixture {
  readonly name: string;
  /** Where it is on its site. */
  readonly path: string;
  readonly contentType: string;
  readonly bytes: Buffer;
  /** The answer, or the refusal. */
  readonly expected: unknown;
}

const folder = path.join(import.meta.dirname, 'pages');

/** The pages as the site at this origin would send them. */
export function pageFixtures(origin: string): PageFixture[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.html'));
  // Pages are in many charsets, in all of which these letters are the same bytes.
  const read = (name: string): string =>
    readFileSync(path.join(folder, name), 'latin1').replaceAll('{{origin}}', origin);
  return names.map((file) => {
    const name = file.replace(/\.html$/, '');
    const answer = Buffer.from(read(`${name}.json`), 'latin1').toString('utf8');
    const { path: where, contentType, ...expected } = JSON.parse(answer) as PageFixture;
    return { name, path: where, contentType, bytes: Buffer.from(read(file), 'latin1'), expected };
  });
}
