import { firstByAds, firstMatches } from '@magpie/server/advertisers/directory';
import { closeness, distanceFrom, type Match } from '@magpie/server/advertisers/matching';
import { createNames } from '@magpie/server/advertisers/nameIndex';
import { createNameTable, type NameColumns, wordsAt } from '@magpie/server/advertisers/nameTable';
import { parseName, type ParsedName } from '@magpie/server/advertisers/parsedName';
import { latinName, nameCount } from '@magpie/demo/names';
import { markdown, median, quantile, takeTurns, thousands, timed, usedBytes } from './harness.ts';

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
