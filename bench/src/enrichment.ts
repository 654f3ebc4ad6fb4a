import { OpenAd } from '@magpie/contract';
import { demoAds } from '@magpie/demo/demoAds';
import { parseLandingPage } from '@magpie/server/ads/landingPage';
import { detectLanguage, loadLanguages } from '@magpie/server/enrichment/language';
import { detectFormat, detectMediaType } from '@magpie/server/enrichment/enrichment';
import { findTagsAndType } from '@magpie/server/enrichment/wording';
import { runBenchmark, wholeNumber } from './harness.ts';

const warmUp = 1000;

const steps: readonly (readonly [name: string, (ad: OpenAd) => unknown])[] = [
  ['language', detectLanguage],
  ['tags and ad type', findTagsAndType],
  ['landing page', (ad) => parseLandingPage(ad.landingPageUrl ?? '')],
  ['format and media', (ad) => [detectFormat(ad), detectMediaType(ad)]],
];

/** By processor time: what else runs on the machine does not count. No step profits from what another remembers. */
function microsecondsAnAd(step: (ad: OpenAd) => unknown, ads: readonly OpenAd[]): number {
  for (const ad of ads.slice(0, warmUp)) step(ad);
  const before = process.cpuUsage();
  for (const ad of ads.slice(warmUp)) step(ad);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / (ads.length - warmUp);
}

async function measure(count: number): Promise<void> {
  await loadLanguages();
  const ads = Array.from(demoAds({ ads: count, today: '2026-01-01' }), (ad) => OpenAd.parse(ad));
  let total = 0;
  for (const [name, step] of steps) {
    const microseconds = microsecondsAnAd(step, ads);
    total += microseconds;
    console.log(`${name.padEnd(17)} ${microseconds.toFixed(1).padStart(6)} µs`);
  }
  console.log(`${'together'.padEnd(17)} ${total.toFixed(1).padStart(6)} µs an ad, of ${count} demo ads.`);
}

await runBenchmark(
  'npm run bench:enrichment --',
  'Measures each step of the enrichment for one ad, in microseconds of one core, with demo ads.',
  { ads: wholeNumber('demo ads, the first 1000 of them to warm up', 20_000, 2000, 1_000_000) },
  ({ ads }) => measure(ads),
);
