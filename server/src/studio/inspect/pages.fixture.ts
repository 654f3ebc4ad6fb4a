import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A page modelled on a real shop, with the expected result. */
export interface PageFixture {
  readonly name: string;
  /** Path on the site. */
  readonly path: string;
  readonly contentType: string;
  readonly bytes: Buffer;
  /** The expected result or error. */
  readonly expected: unknown;
}

const folder = path.join(import.meta.dirname, 'pages');

/** The pages as served by this origin. */
export function pageFixtures(origin: string): PageFixture[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.html'));
  // ASCII is the same in all charsets of the pages.
  const read = (name: string): string =>
    readFileSync(path.join(folder, name), 'latin1').replaceAll('{{origin}}', origin);
  return names.map((file) => {
    const name = file.replace(/\.html$/, '');
    const answer = Buffer.from(read(`${name}.json`), 'latin1').toString('utf8');
    const { path: where, contentType, ...expected } = JSON.parse(answer) as PageFixture;
    return { name, path: where, contentType, bytes: Buffer.from(read(file), 'latin1'), expected };
  });
}
