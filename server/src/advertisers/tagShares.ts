import { endOfRange, type contract, type OutputOf } from '@magpie/contract';
import { listLibraries } from '../ads/coverage.ts';
import { classifyShare } from '../ads/momentum.ts';
import { describeStarts, toDate, toDay } from '../ads/run.ts';
import type { Handler } from '../rpc/procedure.ts';
import { assertKnownAdvertiser } from './directory.ts';
import { computeShare, selectAds, type ResearchParts } from './research.ts';
import type { AdCounts } from './stats.sql.ts';
import { chooseDefinitions } from './tagDefinitions.ts';

type GetTagShares = typeof contract.brandSpy.getTagShares;
type TagShare = OutputOf<GetTagShares>['tags'][number];

export function tagSharesHandler(parts: ResearchParts): Handler<GetTagShares> {
  return async ({ input: { category, days, limit, ...filters } }) => {
    const definitions = chooseDefinitions(parts.tagDefinitions, category);
    const asOf = await parts.newestRecording();
    const spans = findSpans(filters.dateTo, parts.today(), days);
    const matching = await selectAds(parts, filters, asOf);
    const countSpan = async (span: Span): Promise<AdCounts> =>
      (await selectAds(parts, { ...filters, ...span }, asOf)).counts();
    const [all, now, before, covered] = await Promise.all([
      matching.counts(),
      countSpan(spans[0]),
      countSpan(spans[1]),
      matching.coverage(),
    ]);
    if (all.totalAds === 0) await assertKnownAdvertiser(parts, filters.companyName);
    const tags = Object.entries(all.tags)
      .flatMap(([id, adCount = 0]): TagShare[] => {
        const definition = definitions.get(Number(id));
        if (definition === undefined) return [];
        const share = computeShare(adCount, all.totalAds);
        return [{ ...definition, adCount, share, ...compareShares(id, now, before) }];
      })
      .toSorted((one, other) => other.adCount - one.adCount || one.tagDefinitionId - other.tagDefinitionId);
    return {
      totalAds: all.totalAds,
      days,
      now: describeSpan(spans[0], now),
      before: describeSpan(spans[1], before),
      tags: tags.slice(0, limit),
      total: tags.length,
      evidence: {
        ...describeStarts(all.totalAds, all.publishedStarts),
        libraries: listLibraries(covered),
      },
    };
  };
}

interface Span {
  readonly dateFrom: string;
  readonly dateTo: string;
}

function findSpans(
  dateTo: string | undefined,
  today: string,
  days: number,
): readonly [now: Span, before: Span] {
  const end = dateTo === undefined ? today : endOfRange(dateTo).day;
  const last = toDay(end < today ? end : today);
  const spanUntil = (to: number): Span => ({ dateFrom: toDate(to - days + 1), dateTo: toDate(to) });
  return [spanUntil(last), spanUntil(last - days)];
}

function describeSpan({ dateFrom, dateTo }: Span, { totalAds, publishedStarts }: AdCounts) {
  return { from: dateFrom, to: dateTo, ads: totalAds, publishedStarts };
}

function compareShares(id: string, now: AdCounts, before: AdCounts) {
  const counts = { now: now.tags[id] ?? 0, before: before.tags[id] ?? 0 };
  const [allNow, allBefore] = [now.totalAds, before.totalAds];
  return {
    ...counts,
    shareNow: allNow === 0 ? null : counts.now / allNow,
    shareBefore: allBefore === 0 ? null : counts.before / allBefore,
    state: classifyShare({ ...counts, allNow, allBefore }),
  };
}
