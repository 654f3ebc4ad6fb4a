import { closeness, distanceFrom, matchExact, matchTypos } from '@magpie/server/advertisers/matching';
import { createNameTable, type NameColumns, wordsAt } from '@magpie/server/advertisers/nameTable';
import { parseName, type ParsedName } from '@magpie/server/advertisers/parsedName';
import { createVectorTable } from '@magpie/server/advertisers/vectorTable';
import { latinName, nameCount } from '@magpie/demo/names';
import { markdown, median, percent, quantile, sum, thousands, timed } from './harness.ts';

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

/** As `findAdvertisers` searches: names with typos only if there are fewer than 20 others. */
async function search(columns: NameColumns, query: ParsedName): Promise<number> {
  const matches = await matchExact(columns, query, []);
  if (matches.length >= 20 || !query.allowsTypos) return matches.length;
  const found = new Set(matches.map(({ place }) => place));
  return matches.length + (await matchTypos(columns, query, found)).length;
}

/** The same rules with each name as a string. */
function compareEach(names: readonly string[], query: ParsedName): number {
  const distanceTo = distanceFrom(query);
  const close = names.map((words) => {
    if (words === query.words) return closeness.sameWords;
    if (words.replaceAll(' ', '').startsWith(query.letters)) return closeness.prefix;
    return query.wordPrefixes.every((prefix) => words.includes(prefix)) ? closeness.words : null;
  });
  const exact = close.filter((each) => each !== null).length;
  if (exact >= 20 || !query.allowsTypos) return exact;
  const misspelt = names.filter(
    (words, at) => close[at] === null && words.includes(query.requiredPrefix) && distanceTo(words) !== null,
  );
  return exact + misspelt.length;
}

/** Above it, comparing each name takes too long for a benchmark. */
const maxCompared = 1_000_000;

export async function measureNames(count: number, rounds: number): Promise<void> {
  const before = process.memoryUsage().arrayBuffers;
  const table = createNameTable();
  const filled = await timed(async () => {
    for (let at = 0; at < count; at += 1) {
      // In the order of ids, as they are read from the index.
      table.upsert({ advertiser_id: at + 1, name: syntheticName(at), ads: at % 97, reach: at % 1009 });
    }
    await table.compact();
  });
  const columns = table.columns();
  const bytes = (process.memoryUsage().arrayBuffers - before) / count;
  const names =
    count > maxCompared ? [] : Array.from({ length: count }, (_, place) => wordsAt(columns, place));
  const rows: string[][] = [];
  for (const [label, getText] of Object.entries(typed)) {
    const times: number[] = [];
    const compared: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const query = parseName(getText(syntheticName((round * 7919 + 13) % count)));
      const found = await timed(() => search(columns, query));
      times.push(found.milliseconds);
      if (names.length === 0 || round >= 3) continue;
      const each = await timed(() => compareEach(names, query));
      compared.push(each.milliseconds);
      if (each.value !== found.value)
        throw new Error(`${label}: ${found.value} names instead of ${each.value}.`);
    }
    const slow = compared.length === 0 ? '' : `${median(compared).toFixed(0)} ms`;
    rows.push([label, `${median(times).toFixed(1)} ms`, `${quantile(times, 0.95).toFixed(1)} ms`, slow]);
  }
  console.log(
    `\n${thousands(count)} synthetic names in memory, ${bytes.toFixed(1)} bytes each, written in ${thousands(filled.milliseconds)} ms, without ClickHouse.\n`,
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
  const before = process.memoryUsage();
  const table = createVectorTable(new Float32Array(dimensions), false);
  for (let place = 0; place < count; place += 1) table.set(place, vectorAt(place));
  const after = process.memoryUsage();
  const bytes = (after.arrayBuffers + after.heapUsed - before.arrayBuffers - before.heapUsed) / count;
  const [times, exactTimes, recalls]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round += 1) {
    const own = (round * 7919) % count;
    const found = await timed(() => table.nearest(own, 500));
    times.push(found.milliseconds);
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
      cells('all vectors compared', exactTimes),
    ]),
  );
}
