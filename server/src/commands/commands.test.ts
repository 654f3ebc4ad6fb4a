import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { commands } from './commands.ts';

it('docs/command-line.md lists every command', () => {
  const page = readFileSync(path.join(import.meta.dirname, '../../../docs/command-line.md'), 'utf8');
  const [table = ''] = page.split('\nEach explains itself');
  const listed = [...table.matchAll(/^\| `([a-z ]+)` \|/gm)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual(['serve', ...commands.map(({ name }) => name)].toSorted());
});
