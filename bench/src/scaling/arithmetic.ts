import { markdown, sum, thousands } from '../harness.ts';

/** What `docs/scaling.md` is computed from: each figure as the command beside it printed it, on two cores. */
export const measured = {
  /** `npm run bench:disk -- --ads 400000`: ads with three snapshots each, in texts and pictures as the demo has them. */
  disk: {
    ads: 400_000,
    bytes: {
      ads: 194_265_569,
      text_vectors: 42_789_016,
      snapshots: 31_853_027,
      trending_ads: 20_864_961,
      events: 15_337_635,
      page_uses: 14_998_562,
      ad_places: 14_367_672,
      advertiser_vectors: 8_018_120,
      advertisers: 586_056,
      advertiser_totals: 529_136,
    },
    texts: 159_776,
    advertisers: 8_000,
  },
  /** `npm run bench:research -- --ads 10000000 --skip-peers`: its import of the first 100,000 ads. */
  importedPerSecond: 667,
  /** `npm run bench:directory -- --advertisers 0`: one of 1,000,000 names in the memory of a node. */
  bytesOfName: 35.6,
  /** `npm run bench:directory -- --advertisers 0 --names 20000000`: by the whole name. */
  findingName: { milliseconds: 15, advertisers: 20_000_000 },
  /** `npm run bench:research -- --ads 10000000 --skip-peers`, over HTTP. */
  topTags: { milliseconds: 3.1, ads: 10_000_000 },
  /** `npm run bench:research` at 1,000,000 and 10,000,000 ads, over HTTP; candidates come from memory. */
  similar: { at20000: 72, at200000: 186 },
  /** `npm run bench:research` at 1,000,000 ads with 20,000 advertisers, the engine alone; every vector is compared. */
  similarInEngine: { milliseconds: 80.1, advertisers: 20_000 },
  /** `npm run bench:embeddings`: texts of all languages in a second of one core. */
  embeddedPerSecond: { static: 13_100, minilm: 9 },
} as const;

const { disk, topTags, similar, similarInEngine, findingName } = measured;

/** How large an index is thought of, and on how many shards. */
interface Size {
  readonly ads: number;
  readonly shards: number;
}

const sizes: readonly Size[] = [
  { ads: 1_000_000, shards: 1 },
  { ads: 100_000_000, shards: 2 },
  { ads: 1_000_000_000, shards: 16 },
];

const replicas = 2;
const secondsOfDay = 86_400;

const bytesOfAd = sum(Object.values(disk.bytes)) / disk.ads;
const advertisersOf = ({ ads }: Size): number => (ads * disk.advertisers) / disk.ads;
const textsOf = ({ ads }: Size): number => (ads * disk.texts) / disk.ads;
/** Vectors of more advertisers are not kept in memory (docs/decisions/0045-similar-advertisers.md). */
const vectorsInMemory = 1_200_000;
const similarOfMillion = (similarInEngine.milliseconds * 1e6) / similarInEngine.advertisers;

interface Figure {
  readonly name: string;
  readonly formula: string;
  readonly of: (size: Size) => string;
}

const figures: readonly Figure[] = [
  { name: 'Shards of two replicas', formula: 'chosen', of: ({ shards }) => thousands(shards) },
  {
    name: 'Advertisers',
    formula: 'one for every 50 ads, as in the demo',
    of: (size) => thousands(advertisersOf(size)),
  },
  {
    name: 'Disk of the index, once',
    formula: `ads × ${bytesOfAd.toFixed(0)} bytes`,
    of: ({ ads }) => gigabytes(ads * bytesOfAd),
  },
  {
    name: 'Disk of each ClickHouse server',
    formula: 'the same ÷ shards × 2, since a merge writes a table anew before the old one goes',
    of: ({ ads, shards }) => gigabytes((2 * ads * bytesOfAd) / shards),
  },
  {
    name: 'Disk of all servers',
    formula: 'the same × shards × replicas',
    of: ({ ads }) => gigabytes(2 * ads * bytesOfAd * replicas),
  },
  {
    name: 'of it vectors of texts, once',
    formula: 'their share of the bytes',
    of: ({ ads }) => gigabytes((ads * disk.bytes.text_vectors) / disk.ads),
  },
  {
    name: 'First import',
    formula: `ads ÷ ${thousands(measured.importedPerSecond)} a second, as measured with the embedded engine and one node`,
    of: ({ ads }) => span(ads / measured.importedPerSecond),
  },
  {
    name: 'Embedding all texts, `static`',
    formula: `texts ÷ ${thousands(measured.embeddedPerSecond.static)} a second, part of the import`,
    of: (size) => span(textsOf(size) / measured.embeddedPerSecond.static),
  },
  {
    name: 'Embedding all texts, `minilm`',
    formula: `texts ÷ ${thousands(measured.embeddedPerSecond.minilm)} a second`,
    of: (size) => span(textsOf(size) / measured.embeddedPerSecond.minilm),
  },
  {
    name: 'Names in the memory of every node',
    formula: `advertisers × ${measured.bytesOfName} bytes`,
    of: (size) => gigabytes(advertisersOf(size) * measured.bytesOfName),
  },
  {
    name: 'Finding an advertiser by name',
    formula: `at most as measured among ${thousands(findingName.advertisers)} names`,
    of: () => duration(findingName.milliseconds),
  },
  {
    name: 'Top tags of 90 days',
    formula: `from sums in memory, as measured among ${thousands(topTags.ads)} ads`,
    of: () => duration(topTags.milliseconds),
  },
  {
    name: 'Advertisers like another',
    formula: `interpolated; with more than 1,200,000, ${(similarOfMillion / 1000).toFixed(1)} s for a million advertisers of a shard`,
    of: (size) => duration(similarAdvertisers(size)),
  },
];

export function scalingTable(): string {
  const titles = ['Computed', ...sizes.map(({ ads }) => `${thousands(ads)} ads`), 'Formula'];
  const rows = figures.map(({ name, formula, of }) => [name, sizes.map(of), formula].flat());
  return markdown(titles.join(' | '), rows);
}

function similarAdvertisers(size: Size): number {
  const advertisers = advertisersOf(size);
  return advertisers <= vectorsInMemory
    ? similar.at20000 + ((advertisers - 20_000) * (similar.at200000 - similar.at20000)) / 180_000
    : (similarOfMillion * advertisers) / 1e6 / size.shards;
}

function gigabytes(bytes: number): string {
  return bytes < 1e9 ? `${thousands(bytes / 1e6)} MB` : `${thousands(bytes / 1e9)} GB`;
}

function span(seconds: number): string {
  if (seconds < 5400) return `${thousands(seconds / 60)} min`;
  return seconds < 2 * secondsOfDay
    ? `${thousands(seconds / 3600)} h`
    : `${thousands(seconds / secondsOfDay)} days`;
}

function duration(milliseconds: number): string {
  return milliseconds < 1000 ? `${thousands(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
