import { createWriteStream, statSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { demoAds } from '@magpie/demo/demoAds';
import { markdown, percent, runBenchmark, thousands, today, withFolder } from './harness.ts';
import { runCommand, runTarget } from './process.ts';
import type { Recorded } from './targets/recordAds.ts';

function* lines(ads: number): Generator<string> {
  for (const ad of demoAds({ ads, today })) yield `${JSON.stringify(ad)}\n`;
}

/** The command itself, on an empty data folder, start and merge included. */
async function measureImport(ads: number, folder: string) {
  const file = path.join(folder, 'ads.jsonl');
  await pipeline(Readable.from(lines(ads)), createWriteStream(file));
  console.error(`Importing ${thousands(statSync(file).size / 1e6)} MB …`);
  const {
    seconds,
    peakMegabytes: peak,
    processorSeconds: processor,
  } = await runCommand(['import', file, '--source', 'magpie'], {
    MAGPIE_DATA_DIR: path.join(folder, 'data'),
  });
  return { adsPerSecond: ads / seconds, peak, processor };
}

async function measure(folder: string, ads: number, importOnly: boolean): Promise<string[]> {
  // The engine alone and recordAds alternate in one process, each with separate tables.
  const recording = importOnly
    ? null
    : ((await runTarget('recordAds', [String(ads), today, path.join(folder, 'recording')])) as Recorded);
  const { adsPerSecond, peak, processor } = await measureImport(ads, folder);
  const cell = (text: (recorded: Recorded) => string): string => (recording === null ? '–' : text(recording));
  return [
    thousands(ads),
    cell(({ engine }) => thousands(engine)),
    cell(({ recordAds }) => thousands(recordAds)),
    cell(({ engine, recordAds }) => percent(recordAds / engine)),
    thousands(adsPerSecond),
    cell(({ engine }) => percent(adsPerSecond / engine)),
    processor === undefined ? '–' : `${thousands((processor / ads) * 1e6)} µs`,
    peak === undefined ? '–' : `${thousands(peak)} MB`,
  ];
}

const titles =
  'Ads | Engine alone, rows/s | recordAds, ads/s | To engine (aim ≥ 60 %) | ' +
  'Full import, ads/s (aim ≥ 6,000) | To engine | Processor per ad | Peak memory (aim < 1,500 MB)';

await runBenchmark(
  'index',
  `Measures how fast ads are written to the index, in one run per number of demo ads: ready rows inserted by the engine
alone, ready ads through recordAds, and a whole import of a file in the open format with all enrichment.
--import-only measures only the import.`,
  { ads: [100_000], 'import-only': false },
  async ({ ads, 'import-only': importOnly }) => {
    const rows: string[][] = [];
    for (const size of ads) rows.push(await withFolder((folder) => measure(folder, size, importOnly)));
    console.log(markdown(titles, rows));
  },
);
