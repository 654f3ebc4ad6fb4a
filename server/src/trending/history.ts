import type { contract, OutputOf } from '@magpie/contract';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { Handler } from '../rpc/procedure.ts';
import { daysBefore, firstDayOf } from './changedDays.ts';
import { readHistory, readShownAds, type HistoryRow, type ShownAd } from './trending.sql.ts';

type GetHistory = typeof contract.trending.getHistory;

interface HistoryParts {
  readonly clickhouse: ClickHouse;
  readonly today: () => string;
}

export function historyHandler({ clickhouse, today }: HistoryParts): Handler<GetHistory> {
  return async ({ input }) => {
    const { windowDays, country, platform, tagDefinitionIds, advertiserIds } = input;
    const to = today();
    const windowFrom = firstDayOf(to, windowDays);
    const from = daysBefore(to, input)?.from ?? windowFrom;
    const ids = [...new Set(tagDefinitionIds ?? advertiserIds ?? [])];
    const key = tagDefinitionIds === undefined ? 'advertiserIds' : 'tagDefinitionIds';
    const rows = await readHistory(clickhouse, {
      key,
      ids,
      from,
      to,
      windowFrom,
      ...(country !== undefined && { country }),
      ...(platform !== undefined && { platform }),
    });
    const hashes = [...new Set(rows.flatMap(({ best }) => best))];
    const shown = new Map((await readShownAds(clickhouse, hashes)).map((ad) => [ad.hash, ad]));
    const byId = new Map(rows.map((row) => [row.id, row]));
    const count = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
    return {
      windowDays,
      country: country ?? null,
      platform: platform ?? null,
      from,
      to,
      history: ids.map((id) => describeRow(id, byId.get(id), shown, count)),
    };
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
