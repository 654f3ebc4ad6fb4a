import { firstByAds, firstMatches } from '@magpie/server/advertisers/directory';
import { closeness, distanceFrom, type Match } from '@magpie/server/advertisers/matching';
import { createNames } from '@magpie/server/advertisers/nameIndex';
import { createNameTable, type NameColumns, wordsAt } from '@magpie/server/advertisers/nameTable';
import { parseName, type ParsedName } from '@magpie/server/advertisers/parsedName';
import { createVectorTable } from '@magpie/server/ads/similar/vectorTable';
import { latinName, nameCount } from '@magpie/demo/names';
import {
  markdown,
  median,
  percent,
  quantile,
  sum,
  takeTurns,
  thousands,
  timed,
  usedBytes,
} from './harness.ts';

/** A demo name of one word, and a second word for most. */
function syntheticName(number: number): string {
  const first = latinName(number % nameCount);
  const round = Math.floor(number / nameCount);
  const second =
    round === 0 && number % 3 === 0 ? '' : ` ${latinName((number * 7919 + round * 104_729) % nameCount)}`;
  return `${first}${second}`;
}

const typed: Readonly<Record<string, (name: string) => string>> = {
  'the whole name': (name) => name,
  'its first letter': (name) => name.slice(0, 1),
  'its first three letters': (name) => name.slice(0, 3),
  'its last word': (name) => name.split(' ').at(-1) ?? name,
  'a letter left out': (name) => name.slice(0, 3) + name.slice(4),
  'two letters swapped': (name) => name.replace(/^(.)(.)(.)/, '$1$3$2'),
  'a short word with two letters swapped': (name) => name.slice(0, 5).replace(/(.)(.)$/, '$2$1'),
};

/** The limit of a search. */
const limit = 20;

/** The rules of the index with each name as a string: how many of the first matches there are. */
function compareEach(columns: NameColumns, names: readonly string[], query: ParsedName): number {
  const distanceTo = distanceFrom(query);
  const matches: Match[] = [];
  const rest: number[] = [];
  for (const [place, words] of names.entries()) {
    if (words === query.words) matches.push({ place, closeness: closeness.sameWords });
    else if (words.replaceAll(' ', '').startsWith(query.letters))
      matches.push({ place, closeness: closeness.prefix });
    else if (query.wordPrefixes.every((prefix) => words.includes(prefix)))
      matches.push({ place, closeness: closeness.words });
    else rest.push(place);
  }
  if (matches.length < limit && query.allowsTypos) {
    for (const place of rest) {
      const words = names[place] ?? '';
      const edits = words.includes(query.requiredPrefix) ? distanceTo(words) : null;
      if (edits !== null) matches.push({ place, closeness: closeness.typos + edits });
    }
  }
  return firstByAds(columns, matches, limit).length;
}

/** Above it, comparing each name takes too long for a benchmark. */
const maxCompared = 1_000_000;

/** Few advertisers have most ads, in an order that does not depend on their names. */
function syntheticAds(number: number, count: number): number {
  return Math.ceil(100_000 / (((number * 7919) % count) + 10));
}

export async function measureNames(count: number, rounds: number): Promise<void> {
  const before = usedBytes();
  const table = createNameTable();
  const filled = await timed(async () => {
    for (let at = 0; at < count; at += 1) {
      // In the order of ids, as they are read from the index.
      const ads = syntheticAds(at, count);
      table.upsert({ advertiser_id: at + 1, name: syntheticName(at), ads, reach: ads * 1009 });
    }
  });
  const indexed = await timed(() => table.compact());
  const columns = table.columns();
  const bytes = (usedBytes() - before) / count;
  const searched = createNames(columns);
  // Listed once for each recording, not for each search.
  searched.largestBy.ads();
  const names =
    count > maxCompared ? [] : Array.from({ length: count }, (_, place) => wordsAt(columns, place));
  const compared = new Map<string, number[]>();
  const results = await takeTurns(Object.entries(typed), { rounds }, async ([label, getText], round) => {
    const query = parseName(getText(syntheticName(((round + 10) * 7919 + 13) % count)));
    const found = await timed(() => firstMatches(searched, query, new Set(), limit));
    if (names.length === 0 || round < 0 || round >= 3) return found.milliseconds;
    const each = await timed(() => compareEach(columns, names, query));
    compared.set(label, [...(compared.get(label) ?? []), each.milliseconds]);
    if (each.value !== found.value.length)
      throw new Error(`${label}: ${found.value.length} names instead of ${each.value}.`);
    return found.milliseconds;
  });
  const rows = [...results].map(([[label], times]) => {
    const each = compared.get(label);
    return [
      label,
      `${median(times).toFixed(1)} ms`,
      `${quantile(times, 0.95).toFixed(1)} ms`,
      each === undefined ? '' : `${median(each).toFixed(0)} ms`,
    ];
  });
  console.log(
    `\n${thousands(count)} synthetic names in memory, ${bytes.toFixed(1)} bytes each, read in ${thousands(filled.milliseconds)} ms and indexed in ${thousands(indexed.milliseconds)} ms, without ClickHouse.\n`,
  );
  console.log(markdown('Names by | Index: median | 95 % | Each name compared', rows));
}

const dimensions = 256;
const kinds = 200;

/** Vectors of 200 kinds of advertisers; each component is nearly normally distributed. */
function createVectors(count: number): Float32Array {
  const vectors = new Float32Array(count * dimensions);
  const noise = (): number => Math.random() + Math.random() + Math.random() - 1.5;
  const centers = Float32Array.from({ length: kinds * dimensions }, noise);
  for (let place = 0; place < count; place += 1) {
    let length = 0;
    for (let at = 0; at < dimensions; at += 1) {
      const value = (centers[(place % kinds) * dimensions + at] ?? 0) + 0.7 * noise();
      vectors[place * dimensions + at] = value;
      length += value * value;
    }
    for (let at = place * dimensions; at < (place + 1) * dimensions; at += 1) {
      vectors[at] = (vectors[at] ?? 0) / Math.sqrt(length);
    }
  }
  return vectors;
}

/** The ten nearest by comparing all components of all vectors. */
function nearestOfAll(vectors: Float32Array, own: number): number[] {
  const scores: { place: number; score: number }[] = [];
  for (let place = 0; place < vectors.length / dimensions; place += 1) {
    let score = 0;
    for (let at = 0; at < dimensions; at += 1) {
      score += (vectors[own * dimensions + at] ?? 0) * (vectors[place * dimensions + at] ?? 0);
    }
    if (place !== own) scores.push({ place, score });
  }
  return scores
    .toSorted((one, other) => other.score - one.score)
    .slice(0, 10)
    .map(({ place }) => place);
}

export async function measureVectors(count: number, rounds: number): Promise<void> {
  const vectors = createVectors(count);
  const vectorAt = (place: number): Float32Array =>
    vectors.subarray(place * dimensions, (place + 1) * dimensions);
  const before = usedBytes();
  const table = createVectorTable(new Float32Array(dimensions), false);
  for (let place = 0; place < count; place += 1) table.set(place, vectorAt(place));
  const bytes = (usedBytes() - before) / count;
  const [times, textTimes, exactTimes, recalls]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let round = 0; round < rounds; round += 1) {
    const own = (round * 7919) % count;
    const found = await timed(() => table.nearest(own, 500));
    times.push(found.milliseconds);
    textTimes.push((await timed(() => table.nearestTo(vectorAt(own), 2000))).milliseconds);
    if (round >= 5) continue;
    const exact = await timed(() => nearestOfAll(vectors, own));
    exactTimes.push(exact.milliseconds);
    const candidates = new Set(found.value?.map(({ id }) => id));
    recalls.push(exact.value.filter((place) => candidates.has(place)).length / 10);
  }
  console.log(
    `\n${thousands(count)} vectors of ${dimensions} components in memory, ${thousands(bytes)} bytes each. The candidates have ${percent(sum(recalls) / recalls.length)} of the ten nearest.\n`,
  );
  const cells = (name: string, own: readonly number[]): string[] => [
    name,
    ...[median(own), quantile(own, 0.95)].map((time) => `${time.toFixed(1)} ms`),
  ];
  console.log(
    markdown('Ten nearest vectors | Median | 95 %', [
      cells('500 candidates by signs and bytes', times),
      cells('2,000 for a text, as `ads.search` does', textTimes),
      cells('all vectors compared', exactTimes),
    ]),
  );
}
