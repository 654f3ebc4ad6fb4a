import { closestName, type contract, type OutputOf, type ParsedInputOf } from '@magpie/contract';
import { MagpieError, sanitizeForMessage } from '@magpie/contract/errors';
import type { Aliases } from '../ads/aliases.ts';
import type { TagDefinition } from '../ads/enrichment.ts';
import { advertiserId } from '../ads/identity.ts';
import { classifyShare } from '../ads/momentum.ts';
import { followedIds } from '../ads/search/search.sql.ts';
import { describeStarts } from '../ads/run.ts';
import { compareUtf8 } from '../ads/textOrder.ts';
import type { ClickHouse } from '../db/clickhouse/clickhouse.ts';
import type { MaybePromise } from '../rpc/maybePromise.ts';
import type { Call, Handler } from '../rpc/procedure.ts';
import { daysBefore, firstDayOf } from './changedDays.ts';
import { readMoment, type TrendingMoment } from './moment.ts';
import { toSaturationRows } from './pastSaturation.ts';
import type { PastTrending } from './pastTrending.ts';
import * as sql from './saturation.sql.ts';
import type { Axes, Members, PairCount, Selection } from './saturation.sql.ts';
import { countPairs, type Counted, type SaturationMemory, type SaturationRows } from './saturationRows.ts';

type Procedure = typeof contract.trending.saturation;
type Answer = OutputOf<Procedure>;
type Cell = Answer['cells'][number];
type Counts = Pick<Cell, 'advertisers' | 'ads' | 'advertisersBefore' | 'adsBefore'>;

export interface SaturationParts {
  readonly clickhouse: ClickHouse;
  /** `YYYY-MM-DD` in UTC. */
  readonly today: () => string;
  readonly tagDefinitions: readonly TagDefinition[];
  readonly aliases: Pick<Aliases, 'resolveIds'>;
  /** Without it, only what is known now can be requested. */
  readonly past?: PastTrending;
}

export function findAxes(definitions: readonly TagDefinition[]): Axes {
  const idsOf = (name: string): number[] =>
    definitions.flatMap(({ category, tagDefinitionId }) => (category === name ? [tagDefinitionId] : []));
  return { angles: idsOf('ad angle'), offers: idsOf('offer') };
}

export function saturationHandler(parts: SaturationParts, memory: SaturationMemory): Handler<Procedure> {
  const { tagDefinitions } = parts;
  const axes = findAxes(tagDefinitions);
  const names = new Map(tagDefinitions.map(({ tagDefinitionId, shortText }) => [tagDefinitionId, shortText]));
  return async (call) => {
    const { windowDays, country, platform, limit, asOf } = call.input;
    const moment = await readMoment(parts, asOf, call.newestRecording);
    const today = moment?.past.today ?? parts.today();
    const counted =
      moment === null
        ? readCurrent(parts, memory.at(await call.newestRecording(), today), axes)
        : await readPast(moment, axes, call.input);
    const { members, ...set } = await resolveMembers(call, counted);
    const window = { from: firstDayOf(today, windowDays), to: today };
    const selection = { window, before: daysBefore(today, { windowDays }), members, country, platform };
    const { pairs, libraries } = await counted.count(selection);
    const { evidence, ...described } = describePairs({ pairs, axes, names, limit, ...selection });
    return {
      windowDays,
      country: country ?? null,
      platform: platform ?? null,
      ...set,
      ...window,
      before: selection.before,
      ...described,
      evidence: { ...evidence, libraries: libraries.toSorted(compareUtf8) },
    };
  };
}

/** What pairs are counted in. */
interface CountedAds {
  readonly listCategories: () => MaybePromise<readonly string[]>;
  readonly resolveIds: Aliases['resolveIds'];
  readonly count: (selection: Selection) => MaybePromise<Counted>;
}

/** @param rows null if they are not in memory */
function readCurrent(
  { clickhouse, aliases }: SaturationParts,
  rows: SaturationRows | null,
  axes: Axes,
): CountedAds {
  return {
    listCategories: () => (rows === null ? sql.listCategories(clickhouse) : [...rows.categories.keys()]),
    resolveIds: aliases.resolveIds,
    count: (selection) =>
      rows === null ? queryPairs(clickhouse, axes, selection) : countPairs(rows, selection),
  };
}

/** Categories of all brands are read only if one is requested. */
async function readPast(
  { past, readCategories, resolveIds }: TrendingMoment,
  axes: Axes,
  { category }: ParsedInputOf<Procedure>,
): Promise<CountedAds> {
  const categories = category === undefined ? new Map<string, number[]>() : await readCategories();
  return {
    listCategories: () => [...categories.keys()],
    resolveIds,
    count: (selection) => countPairs(toSaturationRows(past, axes, categories), selection),
  };
}

async function queryPairs(clickhouse: ClickHouse, axes: Axes, selection: Selection) {
  const [pairs, libraries] = await Promise.all([
    sql.countPairs(clickhouse, axes, selection),
    sql.listLibraries(clickhouse, selection),
  ]);
  return { pairs, libraries };
}

type MemberSet = Pick<Answer, 'category' | 'companies'> & { readonly members: Members };

async function resolveMembers(
  { input: { category, companyNames = [] }, caller, db, markPrivate }: Call<ParsedInputOf<Procedure>>,
  { listCategories, resolveIds }: CountedAds,
): Promise<MemberSet> {
  if (category !== undefined) {
    const categories = findCategory(category, await listCategories());
    return { category: categories[0], companies: null, members: { categories } };
  }
  if (companyNames === 'FOLLOWED') markPrivate();
  const named =
    companyNames === 'FOLLOWED' ? await followedIds(db, caller.userId) : companyNames.map(advertiserId);
  const members = { ids: [...new Set(await resolveIds(named))] };
  return { category: null, companies: members.ids.length, members };
}

/** The spellings of a category. */
function findCategory(category: string, known: readonly string[]): [string, ...string[]] {
  const wanted = category.toLowerCase();
  const [first, ...others] = known.filter((name) => name.toLowerCase() === wanted).toSorted(compareUtf8);
  if (first !== undefined) return [first, ...others];
  const suggestion = closestName(category, known);
  const advice =
    suggestion === undefined
      ? ' Choose one of trending.listCategories.'
      : ` Did you mean '${sanitizeForMessage(suggestion, 40)}'?`;
  const message = `category '${sanitizeForMessage(category, 40)}' is a category of no advertiser.${advice}`;
  throw new MagpieError('BAD_REQUEST', message, {
    issues: [{ path: 'category', message }],
    ...(suggestion !== undefined && { suggestions: [suggestion] }),
  });
}

interface Described extends Pick<Selection, 'before'> {
  readonly pairs: readonly PairCount[];
  readonly axes: Axes;
  /** By tag. */
  readonly names: ReadonlyMap<number, string>;
  readonly limit: number;
}

function describePairs({ pairs, axes, names, limit, before }: Described) {
  const countsOf = createCounts(pairs, before !== null);
  const all = countsOf(sql.anyTag, sql.anyTag);
  const angles = listTags(axes.angles, names, (id) => countsOf(id, sql.anyTag));
  const offers = listTags(axes.offers, names, (id) => countsOf(sql.anyTag, id));
  const cells = angles.flatMap(({ tagDefinitionId: angleId }) =>
    offers.flatMap(({ tagDefinitionId: offerId }) => {
      const counts = countsOf(angleId, offerId);
      return isUsed(counts) ? [{ angleId, offerId, ...describeCell(counts, all) }] : [];
    }),
  );
  return {
    ...all,
    angles,
    offers,
    cells,
    empty: rankEmpty({ angles, offers, all, countsOf }).slice(0, limit),
    emptying: rankEmptying(cells, all).slice(0, limit),
    evidence: describeEvidence(pairs, before !== null),
  };
}

type CountsOf = (angle: number, offer: number) => Counts;

function keyOf({ isBefore, angle, offer }: Pick<PairCount, 'isBefore' | 'angle' | 'offer'>): string {
  return `${isBefore} ${angle} ${offer}`;
}

function createCounts(pairs: readonly PairCount[], isBeforeKnown: boolean): CountsOf {
  const byKey = new Map(pairs.map((pair) => [keyOf(pair), pair]));
  return (angle, offer) => {
    const now = byKey.get(keyOf({ isBefore: false, angle, offer }));
    const before = byKey.get(keyOf({ isBefore: true, angle, offer }));
    return {
      advertisers: now?.advertisers ?? 0,
      ads: now?.ads ?? 0,
      advertisersBefore: isBeforeKnown ? (before?.advertisers ?? 0) : null,
      adsBefore: isBeforeKnown ? (before?.ads ?? 0) : null,
    };
  };
}

function isUsed({ ads, adsBefore }: Counts): boolean {
  return ads > 0 || (adsBefore ?? 0) > 0;
}

function listTags(
  ids: readonly number[],
  names: ReadonlyMap<number, string>,
  countsOf: (id: number) => Counts,
): Answer['angles'] {
  return ids
    .map((id) => ({ tagDefinitionId: id, shortText: names.get(id) ?? '', ...countsOf(id) }))
    .filter(isUsed)
    .toSorted(
      (one, other) =>
        other.advertisers - one.advertisers ||
        (other.advertisersBefore ?? 0) - (one.advertisersBefore ?? 0) ||
        one.tagDefinitionId - other.tagDefinitionId,
    );
}

function describeCell(counts: Counts, all: Counts): Omit<Cell, 'angleId' | 'offerId'> {
  const { advertisers: now, advertisersBefore: before } = counts;
  const [allNow, allBefore] = [all.advertisers, all.advertisersBefore ?? 0];
  return {
    ...counts,
    change: before === null ? null : now - before,
    share: allNow === 0 ? null : now / allNow,
    shareBefore: before === null || allBefore === 0 ? null : before / allBefore,
    state: before === null ? 'notKnown' : classifyShare({ now, before, allNow, allBefore }),
  };
}

function comparePairs(one: Pick<Cell, 'angleId' | 'offerId'>, other: typeof one): number {
  return one.angleId - other.angleId || one.offerId - other.offerId;
}

interface Marginals extends Pick<Answer, 'angles' | 'offers'> {
  readonly all: Counts;
  readonly countsOf: CountsOf;
}

/** If angles and offers were chosen independently, a pair would have the expected number of advertisers. */
function rankEmpty({ angles, offers, all, countsOf }: Marginals): Answer['empty'] {
  return angles
    .flatMap((angle) =>
      offers.flatMap((offer) => {
        const { ads, advertisersBefore } = countsOf(angle.tagDefinitionId, offer.tagDefinitionId);
        if (ads > 0 || angle.ads === 0 || offer.ads === 0) return [];
        return [
          {
            angleId: angle.tagDefinitionId,
            offerId: offer.tagDefinitionId,
            expectedAdvertisers: (angle.advertisers * offer.advertisers) / all.advertisers,
            advertisersBefore,
            evidence: { kind: 'estimated' as const, ads: angle.ads + offer.ads },
          },
        ];
      }),
    )
    .toSorted(
      (one, other) => other.expectedAdvertisers - one.expectedAdvertisers || comparePairs(one, other),
    );
}

/** By shares, so that a set with fewer known ads than before is not emptying as a whole. */
function rankEmptying(cells: readonly Cell[], all: Counts): Cell[] {
  // Whole numbers in the order of the differences of shares, without rounding.
  const measureChange = ({ advertisers, advertisersBefore }: Cell): number =>
    advertisers * (all.advertisersBefore ?? 0) - (advertisersBefore ?? 0) * all.advertisers;
  return cells
    .filter((cell) => cell.change !== null && cell.change < 0 && measureChange(cell) < 0)
    .toSorted((one, other) => measureChange(one) - measureChange(other) || comparePairs(one, other));
}

function describeEvidence(pairs: readonly PairCount[], isBeforeKnown: boolean) {
  const byKey = new Map(pairs.map((pair) => [keyOf(pair), pair]));
  const count = (name: 'ads' | 'starts', isBefore: boolean) => {
    const at = (angle: number, offer: number): number =>
      byKey.get(keyOf({ isBefore, angle, offer }))?.[name] ?? 0;
    const [withoutAngle, withoutOffer] = [at(sql.noTag, sql.anyTag), at(sql.anyTag, sql.noTag)];
    const all = at(sql.anyTag, sql.anyTag);
    const withBoth = all - withoutAngle - withoutOffer + at(sql.noTag, sql.noTag);
    return { all, withoutAngle, withoutOffer, withBoth };
  };
  const [now, starts] = [count('ads', false), count('starts', false)];
  const [before, startsBefore] = [count('ads', true), count('starts', true)];
  const { kind } = describeStarts(now.all + before.all, starts.all + startsBefore.all);
  return {
    kind,
    ads: now.withBoth,
    publishedStarts: starts.withBoth,
    withoutAngle: now.withoutAngle,
    withoutOffer: now.withoutOffer,
    adsBefore: isBeforeKnown ? before.withBoth : null,
    publishedStartsBefore: isBeforeKnown ? startsBefore.withBoth : null,
  };
}
