import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { measured, scalingTable } from './arithmetic.ts';

const page = readFileSync(new URL('../../../docs/scaling.md', import.meta.url), 'utf8');

it('docs/scaling.md has the engine times used in its computation', () => {
  const { topTags, similar, similarInEngine } = measured;
  expect(page).toContain(`| ${topTags.milliseconds} ms | \`npm run bench:research\` |`);
  expect(page).toContain(`| ${similar.at20000} / ${similar.at200000} ms | \`npm run bench:research\` |`);
  expect(page).toContain(`| ${similarInEngine.milliseconds} ms | \`npm run bench:research\` |`);
});

it('docs/scaling.md has the table computed from the measurements', () => {
  expect(page).toContain(scalingTable());
});
