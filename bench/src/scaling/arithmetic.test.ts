import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { scalingTable } from './arithmetic.ts';

it('docs/scaling.md has the table that the measured figures come to', () => {
  const page = readFileSync(new URL('../../../docs/scaling.md', import.meta.url), 'utf8');
  expect(page).toContain(scalingTable());
});
