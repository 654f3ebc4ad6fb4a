import { OpenAd } from '@magpie/contract';
import { demoAds } from '@magpie/demo/demoAds';
import { toBands, toShingles } from '@magpie/server/ads/families/shingles';
import { indexTexts } from '@magpie/server/ads/indexedTexts';
import { parseLandingPage } from '@magpie/server/ads/landingPage';
import { mergeAd } from '@magpie/server/ads/mergeAd';
import { identify, readSighting } from '@magpie/server/ads/sightings';
import { detectLanguage, loadLanguages } from '@magpie/server/enrichment/language';
import { detectFormat, detectMediaType } from '@magpie/server/enrichment/enrichment';
import { findTagsAndType } from '@magpie/server/enrichment/wording';
import { checkAd } from '@magpie/server/ingestion/importing/records';
import { runBenchmark, timed } from './harness.ts';

const warmUp = 1000;

const sighting = { source: 'demo', seenAt: new Date('2026-01-01') };

/** What recording does with an ad that is new. */
function mergeNew(ad: OpenAd): unknown {
  return identify([ad], sighting).map((seen) =>
    mergeAd({ ...seen, recording: 1 }, { ad: null, measurements: new Map(), past: null, interrupted: null }, [
      readSighting(seen, sighting),
    ]),
  );
}

const steps: readonly (readonly [name: string, (ad: OpenAd) => unknown])[] = [
  ['check', checkAd],
  ['language', detectLanguage],
  ['tags and ad type', findTagsAndType],
  ['landing page', (ad) => parseLandingPage(ad.landingPageUrl ?? '')],
  ['format and media', (ad) => [detectFormat(ad), detectMediaType(ad)]],
  ['identify, merge', mergeNew],
  ['text signatures', ({ bodies }) => bodies.map((body) => toBands(toShingles(body)))],
  [
    'searched texts',
    (facts) => indexTexts({ hash: '', advertiserId: 1, facts, pictureTexts: [] }, facts.advertiser.name),
  ],
];

async function measure(count: number): Promise<void> {
  await loadLanguages();
  const ads = Array.from(demoAds({ ads: count, today: '2026-01-01' }), (ad) => OpenAd.parse(ad));
  let total = 0;
  for (const [name, step] of steps) {
    ads.slice(0, warmUp).forEach(step);
    const { cpuMilliseconds } = await timed(() => ads.slice(warmUp).forEach(step));
    const microseconds = (cpuMilliseconds * 1000) / (count - warmUp);
    total += microseconds;
    console.log(`${name.padEnd(17)} ${microseconds.toFixed(1).padStart(6)} µs`);
  }
  console.log(`${'together'.padEnd(17)} ${total.toFixed(1).padStart(6)} µs an ad, of ${count} demo ads.`);
}

await runBenchmark(
  'enrichment',
  'Measures the steps of an import that need no database, for one demo ad, in microseconds of one core; the first 1000 ads warm up.',
  { ads: 20_000 },
  ({ ads }) => measure(ads),
);
