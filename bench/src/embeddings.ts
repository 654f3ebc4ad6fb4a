import { readFileSync } from 'node:fs';
import { demoAds } from '@magpie/demo/demoAds';
import type { Embedder } from '@magpie/server/enrichment/embeddings/embedder';
import { openEmbedder } from '@magpie/server/enrichment/embeddings/open';
import { agreement } from './agreement.ts';
import { runBenchmark, textOption, thousands, wholeNumber } from './harness.ts';

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

/** By processor time, of all threads together: what else runs on the machine does not count. */
async function timed(embedder: Embedder, texts: readonly string[], rounds: number) {
  let vectors = await embedder.embed(texts.slice(0, 20));
  const before = process.cpuUsage();
  for (let round = 0; round < rounds; round += 1) vectors = await embedder.embed(texts);
  const { user, system } = process.cpuUsage(before);
  const perSecond = (rounds * texts.length * 1e6) / (user + system);
  return { vectors, speed: thousands(perSecond) };
}

async function compare({ name, texts }: Sample): Promise<void> {
  const [table, minilm] = [await openEmbedder({ kind: 'static' }), await openEmbedder({ kind: 'minilm' })];
  const fast = await timed(table, texts, 20);
  const slow = await timed(minilm, texts, 1);
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
  console.log(`${name}: ${texts.length} distinct ones.`);
  console.log(`  ${table.model}: ${fast.speed} texts in a second of one core.`);
  console.log(`  ${minilm.model}: ${slow.speed} texts in a second of one core.`);
  console.log(
    `  Of the ten nearest neighbours they share ${percent(agreement(fast.vectors, slow.vectors))}; chance alone gives ${percent(10 / (texts.length - 1))}.`,
  );
}

await runBenchmark(
  'npm run bench:embeddings --',
  'Compares the static table with MiniLM: how many of the ten nearest neighbours they share, and texts per second.',
  {
    texts: wholeNumber('distinct texts', 500, 20, 10_000),
    file: textOption('name', 'a file with one text per line, instead of demo ads'),
  },
  async ({ texts, file }) => {
    const samples = file === undefined ? demoSamples(texts) : [fileSample(file, texts)];
    for (const sample of samples) await compare(sample);
  },
);
