import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Embedder } from '@magpie/server/enrichment/embeddings/embedder';
import { openEmbedder } from '@magpie/server/enrichment/embeddings/open';
import { heldOut, tuning } from '@magpie/server/enrichment/labelled/sample';
import { agreement } from './agreement.ts';

const help = `Usage: node bench/dist/embeddings.js [--texts n] [--file texts.txt]

Compares the static table with MiniLM: how many of the ten nearest neighbours they share, and texts a second.

  --texts n     how many distinct texts (default 500)
  --file name   texts to take, one a line, instead of the demo ads'
  --help        print this and do nothing`;

function sampleTexts(count: number, file: string | undefined): string[] {
  const texts =
    file === undefined
      ? [...tuning, ...heldOut].map(({ text }) => text)
      : readFileSync(file, 'utf8')
          .split('\n')
          .filter((line) => /\p{L}/u.test(line));
  return [...new Set(texts)].slice(0, count);
}

/** The first call loads the model, so it is not counted. */
async function timed(embedder: Embedder, texts: readonly string[], rounds: number) {
  let vectors = await embedder.embed(texts.slice(0, 30));
  const from = performance.now();
  for (let round = 0; round < rounds; round += 1) vectors = await embedder.embed(texts);
  const seconds = (performance.now() - from) / 1000;
  return { vectors, textsPerSecond: Math.round((rounds * texts.length) / seconds) };
}

async function compare(texts: readonly string[]): Promise<void> {
  const [table, minilm] = [await openEmbedder({ kind: 'static' }), await openEmbedder({ kind: 'minilm' })];
  const fast = await timed(table, texts, 40);
  const slow = await timed(minilm, texts, 1);
  const share = agreement(fast.vectors, slow.vectors);
  const chance = 10 / (texts.length - 1);
  console.log(`${texts.length} distinct texts.`);
  console.log(`${table.model}: ${fast.textsPerSecond.toLocaleString('en-US')} texts/s on one core.`);
  console.log(`${minilm.model}: ${slow.textsPerSecond.toLocaleString('en-US')} texts/s on all cores.`);
  console.log(
    `Shared of the ten nearest neighbours: ${(share * 100).toFixed(1)} % (chance: ${(chance * 100).toFixed(1)} %).`,
  );
}

const { values } = parseArgs({
  options: { texts: { type: 'string', default: '500' }, file: { type: 'string' }, help: { type: 'boolean' } },
});
if (values.help === true) console.log(help);
else await compare(sampleTexts(Number(values.texts), values.file));
