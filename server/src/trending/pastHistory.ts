import { createTopList } from '../ads/topList.ts';
import { toDay } from '../ads/run.ts';
import type { Launch, PastLaunches } from './pastTrending.ts';
import type { CountedAds, HistoryQuery, HistoryRow } from './trending.sql.ts';

const maxBestAds = 3;

/** As `readHistory`, of the ads of a moment; and how many ads were counted, each once. */
export function countLaunches(
  past: PastLaunches,
  query: HistoryQuery,
): CountedAds & { readonly rows: HistoryRow[] } {
  const histories = new Map(query.ids.map((id) => [id, createHistory()]));
  const firstDay = toDay(query.from);
  const counted = new Set<Launch>();
  for (const [launch, ids] of listLaunches(past, query)) {
    const place = toDay(launch.day) - firstDay;
    for (const id of ids) {
      const history = histories.get(id);
      if (history === undefined) continue;
      counted.add(launch);
      history.publishedStarts += launch.starts;
      history.days.set(place, (history.days.get(place) ?? 0) + 1);
      if (launch.day >= query.windowFrom) history.best.add(launch);
    }
  }
  const rows = Array.from(histories, ([id, { days, publishedStarts, best }]) => ({
    id,
    days: [...days],
    publishedStarts,
    best: best.items.map(({ hash }) => hash),
  }));
  const publishedStarts = [...counted].reduce((sum, { starts }) => sum + starts, 0);
  return { rows, ads: counted.size, publishedStarts };
}

/** With the ids of their tags or their advertiser. */
function* listLaunches(
  { launches, advertisers }: PastLaunches,
  { key, from, to, country, platform }: HistoryQuery,
): Iterable<[Launch, readonly number[]]> {
  for (const launch of launches) {
    if (launch.day < from || launch.day > to) continue;
    if (country !== undefined && launch.country !== country) continue;
    if (platform !== undefined && !launch.platforms.includes(platform)) continue;
    yield [launch, key === 'tagDefinitionIds' ? launch.tagIds : [advertisers.ownerOf(launch.nameId)]];
  }
}

function createHistory() {
  return {
    /** Days since the first one, and the ads of each. */
    days: new Map<number, number>(),
    publishedStarts: 0,
    best: createTopList<Launch>(maxBestAds, compareEngagement),
  };
}

/** Ads of which it is not known come after those without any. */
function compareEngagement(one: Launch, other: Launch): number {
  return (
    (other.engagement ?? 0) - (one.engagement ?? 0) ||
    Number(one.engagement === null) - Number(other.engagement === null) ||
    (one.hash < other.hash ? -1 : 1)
  );
}
