import { readFileSync } from 'node:fs';
import { demoAds } from '@magpie/demo/demoAds';
import type { Embedder } from '@magpie/server/enrichment/embeddings/embedder';
import { openEmbedder } from '@magpie/server/enrichment/embeddings/open';
import { agreement } from './agreement.ts';
import { runBenchmark, thousands, timed } from './harness.ts';

interface Sample {
  readonly name: string;
  readonly texts: readonly string[];
}

/** MiniLM supports English only, so English is reported separately. */
function demoSamples(count: number): Sample[] {
  const languages = new Map<string, string | null | undefined>();
  for (const { bodies, language } of demoAds({ ads: 20_000, today: '2026-01-01' })) {
    for (const body of bodies ?? []) languages.set(body, language);
  }
  const english = [...languages.keys()].filter((text) => languages.get(text) === 'en');
  return [
    { name: 'Demo texts in English', texts: spread(english, count) },
    { name: 'Demo texts in all languages', texts: spread([...languages.keys()], count) },
  ];
}

function fileSample(file: string, count: number): Sample {
  const lines = readFileSync(file, 'utf8').split('\n');
  const texts = new Set(lines.map((line) => line.trim()).filter((line) => /\p{L}/u.test(line)));
  return { name: file, texts: spread([...texts], count) };
}

/** From the whole list, evenly: neighbours in it belong to the same advertiser. */
function spread(texts: readonly string[], count: number): string[] {
  const step = Math.max(1, texts.length / count);
  return texts.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step)).slice(0, count);
}

async function embed(embedder: Embedder, texts: readonly string[], rounds: number) {
  let vectors = await embedder.embed(texts.slice(0, 20));
  const { cpuMilliseconds } = await timed(async () => {
    for (let round = 0; round < rounds; round += 1) vectors = await embedder.embed(texts);
  });
  return { vectors, speed: thousands((rounds * texts.length * 1000) / cpuMilliseconds) };
}

async function compare({ name, texts }: Sample): Promise<void> {
  const [table, minilm] = [await openEmbedder({ kind: 'static' }), await openEmbedder({ kind: 'minilm' })];
  const fast = await embed(table, texts, 20);
  const slow = await embed(minilm, texts, 1);
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
  console.log(`${name}: ${texts.length} distinct ones.`);
  console.log(`  ${table.model}: ${fast.speed} texts in a second of one core.`);
  console.log(`  ${minilm.model}: ${slow.speed} texts in a second of one core.`);
  console.log(
    `  Of the ten nearest neighbours they share ${percent(agreement(fast.vectors, slow.vectors))}; chance alone gives ${percent(10 / (texts.length - 1))}.`,
  );
}

await runBenchmark(
  'embeddings',
  `Compares the static table with MiniLM: how many of the ten nearest neighbours they share, and texts per second.
--file names a file with one text per line to use instead of demo ads.`,
  { texts: 500, file: '' },
  async ({ texts, file }) => {
    const samples = file === '' ? demoSamples(texts) : [fileSample(file, texts)];
    for (const sample of samples) await compare(sample);
  },
);
