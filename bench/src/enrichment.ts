import { parseArgs } from 'node:util';
import { OpenAd } from '@magpie/contract';
import { demoAds } from '@magpie/demo/demoAds';
import { landingPageOf } from '@magpie/server/ads/landingPage';
import { languageOf, loadLanguages } from '@magpie/server/enrichment/language';
import { formatOf, mediaTypeOf } from '@magpie/server/enrichment/media';
import { tagsAndTypeOf } from '@magpie/server/enrichment/wording';

const help = `Usage: node bench/dist/enrichment.js [--ads n]

Prints what each step of the enrichment takes for an ad, in microseconds of one core, on demo ads.

  --ads n    how many, from 2000 to 1000000 (default 20000); the first 1000 are for warming up
  --help     print this and do nothing`;

const warmUp = 1000;

const steps: readonly (readonly [name: string, (ad: OpenAd) => unknown])[] = [
  ['language', languageOf],
  ['tags and ad type', tagsAndTypeOf],
  ['landing page', (ad) => landingPageOf(ad.landingPageUrl ?? '')],
  ['format and media', (ad) => [formatOf(ad), mediaTypeOf(ad)]],
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

const { values } = parseArgs({
  options: { ads: { type: 'string', default: '20000' }, help: { type: 'boolean' } },
});
const count = Number(values.ads);
if (values.help === true) {
  console.log(help);
} else if (!Number.isInteger(count) || count < 2000 || count > 1_000_000) {
  console.error(`--ads: expected a whole number from 2000 to 1000000, got '${values.ads}'.`);
  process.exitCode = 2;
} else {
  await measure(count);
}
