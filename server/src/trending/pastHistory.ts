import { createTopList } from '../ads/topList.ts';
import { toDay } from '../ads/run.ts';
import type { Launch, PastLaunches } from './pastTrending.ts';
import type { HistoryQuery, HistoryRow } from './trending.sql.ts';

const maxBestAds = 3;

/** As `readHistory`, of the ads of a moment. */
export function countLaunches({ launches, advertisers }: PastLaunches, query: HistoryQuery): HistoryRow[] {
  const { key, ids, from, to, windowFrom, country, platform } = query;
  const idsOf = ({ tagIds, nameId }: Launch): readonly number[] =>
    key === 'tagDefinitionIds' ? tagIds : [advertisers.ownerOf(nameId)];
  const histories = new Map(ids.map((id) => [id, createHistory()]));
  const firstDay = toDay(from);
  for (const launch of launches) {
    const { day } = launch;
    if (day < from || day > to) continue;
    if (country !== undefined && launch.country !== country) continue;
    if (platform !== undefined && !launch.platforms.includes(platform)) continue;
    const place = toDay(day) - firstDay;
    for (const id of idsOf(launch)) {
      const history = histories.get(id);
      if (history === undefined) continue;
      history.days.set(place, (history.days.get(place) ?? 0) + 1);
      if (day >= windowFrom) history.best.add(launch);
    }
  }
  return Array.from(histories, ([id, { days, best }]) => ({
    id,
    days: [...days],
    best: best.items.map(({ hash }) => hash),
  }));
}

function createHistory() {
  return {
    /** Days since the first one, and the ads of each. */
    days: new Map<number, number>(),
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
