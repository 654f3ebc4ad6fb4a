import { markdown, thousands } from '../harness.ts';
import { measured } from './measured.ts';

const { disk, topTags, similar, findingName } = measured;

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

const bytesOfAd = Object.values(disk.bytes).reduce<number>((sum, bytes) => sum + bytes, 0) / disk.ads;
const advertisersOf = ({ ads }: Size): number => (ads * disk.advertisers) / disk.ads;
const textsOf = ({ ads }: Size): number => (ads * disk.texts) / disk.ads;
/** A price whatever the size, and one for each ad. */
const tagsOfAd = (topTags.at1000000 - topTags.at100000) / 900_000;
const tagsOfStatement = topTags.at100000 - 100_000 * tagsOfAd;

interface Figure {
  readonly name: string;
  readonly formula: string;
  readonly of: (size: Size) => string;
}

/** Everything that is computed, with its formula in words. */
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
    formula: `ads ÷ ${thousands(measured.importedPerSecond)} a second, as measured with the embedded engine, one batch at a time in all nodes`,
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
    formula: 'as many times longer as there are more names, in every node',
    of: (size) => duration((findingName.milliseconds * advertisersOf(size)) / findingName.advertisers),
  },
  {
    name: 'Top tags of 90 days',
    formula: `${tagsOfStatement.toFixed(1)} ms + ${(tagsOfAd * 1e6).toFixed(1)} ms for a million ads of a shard`,
    of: ({ ads, shards }) => duration(tagsOfStatement + (tagsOfAd * ads) / shards),
  },
  {
    name: 'Advertisers like another',
    formula: `${((similar.milliseconds * 1e6) / similar.advertisers / 1000).toFixed(1)} s for a million advertisers of a shard`,
    of: (size) => duration((similar.milliseconds * advertisersOf(size)) / similar.advertisers / size.shards),
  },
];

/** The table of `docs/scaling.md`. */
export function scalingTable(): string {
  const titles = ['Computed', ...sizes.map(({ ads }) => `${thousands(ads)} ads`), 'Formula'];
  return markdown(
    titles,
    figures.map(({ name, formula, of }) => [name, sizes.map(of), formula].flat()),
  );
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
