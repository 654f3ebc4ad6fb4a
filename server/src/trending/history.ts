import type { contract, OutputOf, ParsedInputOf } from '@magpie/contract';
import { coverLaunched, type IndexCoverage } from '../ads/coverage.ts';
import { describeStarts } from '../ads/run.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { Handler } from '../rpc/procedure.ts';
import { daysBefore, firstDayOf } from './changedDays.ts';
import { readMoment, type TrendingMoment } from './moment.ts';
import { countLaunches } from './pastHistory.ts';
import type { PastTrending } from './pastTrending.ts';
import {
  countTaggedAds,
  readHistory,
  readShownAds,
  type HistoryQuery,
  type HistoryRow,
  type ShownAd,
} from './trending.sql.ts';

type GetHistory = typeof contract.trending.getHistory;

interface HistoryParts {
  readonly clickhouse: ClickHouse;
  readonly today: () => string;
  readonly past?: PastTrending;
  readonly coverage: Pick<IndexCoverage, 'launched'>;
}

export function historyHandler(parts: HistoryParts): Handler<GetHistory> {
  const { clickhouse } = parts;
  return async ({ input, newestRecording }) => {
    const moment = await readMoment(parts, input.asOf, newestRecording);
    const query = toQuery(input, moment?.past.today ?? parts.today());
    const { rows, ads: counted, publishedStarts } = await readRows(clickhouse, query, moment);
    const hashes = [...new Set(rows.flatMap(({ best }) => best))];
    const ads = moment === null ? await readShownAds(clickhouse, hashes) : await moment.readShownAds(hashes);
    const shown = new Map(ads.map((ad) => [ad.hash, ad]));
    const byId = new Map(rows.map((row) => [row.id, row]));
    const { ids, from, to, country = null, platform = null } = query;
    const count = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
    const window = { windowDays: count, platform: query.platform, country: query.country };
    const { libraries } =
      moment === null
        ? await parts.coverage.launched(await newestRecording(), to, window)
        : coverLaunched(moment.past.groups, to, window);
    return {
      windowDays: input.windowDays,
      country,
      platform,
      from,
      to,
      history: ids.map((id) => describeRow(id, byId.get(id), shown, count)),
      evidence: {
        ...describeStarts(counted, publishedStarts),
        libraries: libraries.map(({ library }) => library),
      },
    };
  };
}

/** The rows, and the number of their ads. */
async function readRows(clickhouse: ClickHouse, query: HistoryQuery, moment: TrendingMoment | null) {
  if (moment !== null) return countLaunches(moment.past, query);
  const [rows, tagged] = await Promise.all([
    readHistory(clickhouse, query),
    query.key === 'tagDefinitionIds' ? countTaggedAds(clickhouse, query) : null,
  ]);
  // An ad has one advertiser.
  return {
    rows,
    ...(tagged ?? {
      ads: rows.reduce((sum, { days }) => days.reduce((all, [, ads]) => all + ads, sum), 0),
      publishedStarts: rows.reduce((sum, row) => sum + row.publishedStarts, 0),
    }),
  };
}

function toQuery(input: ParsedInputOf<GetHistory>, to: string): HistoryQuery {
  const { windowDays, country, platform, tagDefinitionIds, advertiserIds } = input;
  const windowFrom = firstDayOf(to, windowDays);
  return {
    key: tagDefinitionIds === undefined ? 'advertiserIds' : 'tagDefinitionIds',
    ids: [...new Set(tagDefinitionIds ?? advertiserIds ?? [])],
    from: daysBefore(to, input)?.from ?? windowFrom,
    to,
    windowFrom,
    ...(country !== undefined && { country }),
    ...(platform !== undefined && { platform }),
  };
}

function describeRow(
  id: number,
  row: HistoryRow | undefined,
  shown: ReadonlyMap<string, ShownAd>,
  count: number,
): OutputOf<GetHistory>['history'][number] {
  const byDay = new Map(row?.days);
  return {
    id,
    launched: Array.from({ length: count }, (_, day) => byDay.get(day) ?? 0),
    // An ad may be removed between the two statements.
    bestAds: (row?.best ?? []).flatMap((hash) => shown.get(hash) ?? []),
  };
}
