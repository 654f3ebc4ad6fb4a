import type { contract, OutputOf } from '@magpie/contract';
import { logoOf } from '../catalog/presentation.ts';
import type { ClickHouse } from '../kernel/clickhouse/clickhouse.ts';
import type { Handler } from '../kernel/procedure.ts';
import {
  advertisersSpelt,
  candidatesFor,
  closeness,
  countedAdvertisers,
  namesAlike,
  type CountedAdvertiser,
} from './directory.sql.ts';
import { mistakesBetween } from './mistakes.ts';
import type { ResearchParts } from './research.ts';
import { soughtFor, type Sought } from './sought.ts';

type ListTopCompanies = typeof contract.ads.listTopCompanies;
type MatchType = OutputOf<ListTopCompanies>['companies'][number]['matchType'];

interface Match extends CountedAdvertiser {
  readonly matchType: MatchType;
}

/** `ads.listTopCompanies`: advertisers by name or landing page domain, best match first. */
export function topCompaniesHandler(parts: ResearchParts): Handler<ListTopCompanies> {
  return async ({ input }) => {
    const matches = await findAdvertisers(parts.clickhouse, soughtFor(input.name), input.limit);
    return {
      companies: matches.map((match) => ({
        name: match.name,
        adCount: match.ads,
        advertiserId: match.advertiser_id,
        brandLogo: match.brand_logo ?? logoOf(match.advertiser_id, parts.siteAddress()),
        totalReach: match.reach,
        platforms: match.platforms,
        matchType: match.matchType,
      })),
    };
  };
}

/** The stored names that may have been meant by one that is not stored, the nearest first. */
export async function nearestNames(clickhouse: ClickHouse, name: string, most: number): Promise<string[]> {
  const sought = soughtFor(name);
  const matches = await findAdvertisers(clickhouse, sought, most);
  return matches.length > 0 ? matches.map((each) => each.name) : namesAlike(clickhouse, sought.letters, most);
}

/** Both ways are tried at once: most of what is typed finds fewer names than there is room for. */
export async function findAdvertisers(
  clickhouse: ClickHouse,
  sought: Sought,
  limit: number,
): Promise<Match[]> {
  const [spelt, mistaken] = await Promise.all([
    advertisersSpelt(clickhouse, sought, limit),
    mistakesByAdvertiser(clickhouse, sought),
  ]);
  const matches = spelt.map((row) => matchOf(row, matchTypeOf(row.closeness)));
  for (const { advertiser_id: id } of matches) mistaken.delete(id);
  const room = limit - matches.length;
  return room === 0 ? matches : [...matches, ...(await fewestMistakes(clickhouse, mistaken)).slice(0, room)];
}

function matchOf(row: CountedAdvertiser, matchType: MatchType): Match {
  return { ...row, matchType };
}

function matchTypeOf(close: number): MatchType {
  if (close < closeness.prefix) return 'exact';
  return close === closeness.prefix ? 'prefix' : 'word';
}

async function mistakesByAdvertiser(clickhouse: ClickHouse, sought: Sought): Promise<Map<number, number>> {
  const mistakes = new Map<number, number>();
  if (sought.pairs === null) return mistakes;
  for (const { advertiser_id: id, name_words: words } of await candidatesFor(clickhouse, sought.pairs)) {
    const count = mistakesBetween(sought, words);
    if (count !== null) mistakes.set(id, count);
  }
  return mistakes;
}

/** More are as good as any other. */
const mostMistaken = 500;

async function fewestMistakes(
  clickhouse: ClickHouse,
  mistakes: ReadonlyMap<number, number>,
): Promise<Match[]> {
  const fewest = [...mistakes].toSorted(([id, count], [otherId, other]) => count - other || id - otherId);
  if (fewest.length === 0) return [];
  const ids = fewest.slice(0, mostMistaken).map(([id]) => id);
  const rows = await countedAdvertisers(clickhouse, ids);
  const mistakesOf = (row: CountedAdvertiser): number => mistakes.get(row.advertiser_id) ?? 0;
  return rows
    .toSorted(
      (one, other) =>
        mistakesOf(one) - mistakesOf(other) || other.ads - one.ads || byBytes(one.name, other.name),
    )
    .map((row) => matchOf(row, 'fuzzy'));
}

/** As the engine compares texts. */
function byBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
