import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { OpenAd } from '@magpie/contract';
import { describe, expect, inject, it } from 'vitest';
import { demoAds } from '@magpie/demo/demoAds';
import { analyzeInProcess } from './enrichment/wording.ts';

const built = fileURLToPath(new URL('../dist/preparation.js', import.meta.url));

/** Runs code in a separate process with the build; returns its output. */
async function inProcess(lines: string): Promise<unknown> {
  expect(inject('buildProblem')).toBeFalsy();
  const script = `import { createPreparation } from ${JSON.stringify(built)};
    const { analyze: read } = createPreparation(2);
    const words = (bodies) => ({ language: null, headlines: [], bodies, description: null, ctaText: null, cards: [] });
    ${lines}`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  return JSON.parse(stdout);
}

describe('the preparation threads', { timeout: 600_000 }, () => {
  it('gives the same results in order, and lets the process exit', async () => {
    const bodies = [...demoAds({ ads: 40, today: '2026-01-01' })].map((ad) => OpenAd.parse(ad).bodies);
    const said = await inProcess(`
      const bodies = ${JSON.stringify(bodies)};
      const [all, ...one] = await Promise.all([read(bodies.map(words)), ...bodies.map((each) => read([words(each)]))]);
      console.log(JSON.stringify({ all, one: one.flat() }));`);
    const expected = await analyzeInProcess(
      bodies.map((each) => ({
        language: null,
        headlines: [],
        bodies: each,
        description: null,
        ctaText: null,
        cards: [],
      })),
    );
    expect(said).toEqual({ all: expected, one: expected });
    expect(expected.some(({ tags }) => tags.length > 0)).toBe(true);
  });

  it('fails only the request with an error', async () => {
    const said = await inProcess(`
      const broken = read([{ ...words([]), bodies: [5] }]).then(() => 'answered', () => 'refused');
      console.log(JSON.stringify([await broken, (await read([words(['Only today: 50% off everything in our online shop.'])]))[0].language]));`);
    expect(said).toEqual(['refused', 'en']);
  });
});
