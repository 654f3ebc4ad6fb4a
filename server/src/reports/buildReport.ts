import type { Ad, AdMomentum, BrandReport, OutputOf, contract, Report, ReportAd } from '@magpie/contract';
import { addDays, type Week } from './week.ts';

type BrandSpy = typeof contract.brandSpy;
type Ask<Name extends keyof BrandSpy, Input> = (input: Input) => Promise<OutputOf<BrandSpy[Name]>>;

/** Research as of the end of a day. */
export interface DayResearch {
  readonly getChanges: Ask<'getChanges', { companyName: string; dateFrom: string; dateTo: string }>;
  readonly listCreatives: Ask<
    'listCreatives',
    { companyName: string; dateFrom: string; dateTo: string; sortBy: 'adCount'; limit: number }
  >;
  readonly getMomentum: Ask<'getMomentum', { companyName: string; days: number }>;
  readonly listTests: Ask<
    'listTests',
    { companyName: string; dateTo: string; limit: number; cursor?: number }
  >;
  readonly listClaims: Ask<
    'listClaims',
    { companyName: string; dateFrom: string; dateTo: string; limit: number }
  >;
  readonly listRisingAds: (companyName: string, days: number) => Promise<RisingAds>;
}

interface MeasuredAd extends Pick<AdMomentum, 'now' | 'before' | 'evidence'> {
  readonly hash: string;
}

interface RisingAds {
  readonly rising: readonly MeasuredAd[];
  readonly measured: readonly MeasuredAd[];
}

export interface BrandReportParts {
  /** As known at a moment, by default now. */
  readonly research: (day: string, at?: string) => DayResearch;
  readonly findAds: (hashes: readonly string[], at?: string) => Promise<readonly Ad[]>;
}

const weekDays = 7;
const maxShown = { launched: 24, stopped: 12, revived: 6, rising: 6, tests: 4, claims: 8 } as const;

/** Throws NOT_FOUND if no ad of the brand is known. */
export async function reportBrand(
  parts: BrandReportParts,
  companyName: string,
  week: Week,
  at?: string,
): Promise<BrandReport> {
  const research = parts.research(week.to, at);
  const momentum = await research.getMomentum({ companyName, days: weekDays });
  const { libraries, observedFrom, observedTo } = momentum.evidence;
  const isKnown = libraries.length > 0 && observedFrom <= week.to;
  const evidence: BrandReport['evidence'] = {
    kind: 'measured',
    ads: momentum.evidence.ads + momentum.evidence.notUsed,
    libraries,
    observedFrom: isKnown ? observedFrom : null,
    observedTo: isKnown ? observedTo : null,
  };
  if (!isKnown || observedTo < week.from) {
    const none = { launched: null, stopped: null, revived: null, momentum: null, rising: null };
    return { companyName: momentum.companyName, ...none, tests: null, claims: null, evidence };
  }
  const found = await readWeek(research, companyName, week);
  const ads = await readAds(parts, found, at);
  return {
    companyName: momentum.companyName,
    ...describeChanges(found, ads, libraries),
    momentum,
    rising: describeRising(found.rising, ads, momentum),
    tests: describeTests(found.tests, libraries),
    claims: describeClaims(found.claims, ads, libraries),
    evidence,
  };
}

type Found = Awaited<ReturnType<typeof readWeek>>;

async function readWeek(research: DayResearch, companyName: string, { from, to }: Week) {
  const range = { companyName, dateFrom: from, dateTo: to };
  const [changes, creatives, rising, claims] = await Promise.all([
    research.getChanges(range),
    research.listCreatives({ ...range, sortBy: 'adCount', limit: maxShown.launched }),
    research.listRisingAds(companyName, weekDays),
    research.listClaims({ ...range, limit: maxShown.claims }),
  ]);
  const stopped = new Set(changes.stopped.ads.map(({ hash }) => hash));
  const tests = await readTests(research, companyName, { from, to }, stopped);
  return { changes, creatives, rising, claims, tests };
}

type Tests = OutputOf<BrandSpy['listTests']>;
type Because = 'launched' | 'stopped';

interface WeekTests {
  readonly tests: readonly { readonly because: Because; readonly test: Tests['tests'][number] }[];
  readonly evidence: Tests['evidence'];
}

const testsPerPage = 100;

/** Those whose ads were launched in the week, or of which an ad stopped, the newest first. */
async function readTests(
  research: DayResearch,
  companyName: string,
  { from, to }: Week,
  stopped: ReadonlySet<string>,
): Promise<WeekTests> {
  const tests: { because: Because; test: Tests['tests'][number] }[] = [];
  let cursor: number | undefined;
  for (;;) {
    const page = await research.listTests({
      companyName,
      dateTo: to,
      limit: testsPerPage,
      ...(cursor !== undefined && { cursor }),
    });
    for (const test of page.tests) {
      if (test.launchedTo >= from) tests.push({ because: 'launched', test });
      else if (test.arms.some((arm) => arm.ads.some(({ hash }) => stopped.has(hash)))) {
        tests.push({ because: 'stopped', test });
      }
    }
    if (page.nextCursor === null) return { tests, evidence: page.evidence };
    cursor = page.nextCursor;
  }
}

async function readAds(
  parts: BrandReportParts,
  { changes, creatives, rising, claims }: Found,
  at: string | undefined,
) {
  const hashes = new Set([
    ...creatives.creatives.map(({ ad }) => ad.hash),
    ...changes.stopped.ads.map(({ hash }) => hash),
    ...changes.revived.ads.slice(0, maxShown.revived).map(({ hash }) => hash),
    ...rising.rising.slice(0, maxShown.rising).map(({ hash }) => hash),
    ...claims.claims.flatMap(({ ads }) => ads.slice(0, 1)),
  ]);
  const ads = hashes.size === 0 ? [] : await parts.findAds([...hashes], at);
  return new Map(ads.map((ad) => [ad.hash, ad]));
}

type Ads = ReadonlyMap<string, Ad>;

function describeChanges(
  { changes, creatives }: Found,
  ads: Ads,
  libraries: string[],
): Pick<BrandReport, 'launched' | 'stopped' | 'revived'> {
  const { total: stopped } = changes.stopped;
  const areAllListed = changes.stopped.ads.length === stopped;
  const publishedEnds = areAllListed
    ? changes.stopped.ads.filter(({ hash }) => typeof ads.get(hash)?.endDate === 'string').length
    : null;
  const listed = (entries: readonly { hash: string; at: string }[], most: number): ReportAd[] =>
    entries.slice(0, most).flatMap(({ hash, at }) => {
      const ad = ads.get(hash);
      return ad === undefined ? [] : [{ ...summarizeAd(ad), at }];
    });
  return {
    launched: {
      ads: changes.launched.total,
      creatives: creatives.total,
      shown: creatives.creatives.flatMap((creative) => {
        const ad = ads.get(creative.ad.hash);
        if (ad === undefined) return [];
        return [{ ...summarizeAd(ad), at: creative.firstDate, adCount: creative.adCount }];
      }),
      evidence: { ...creatives.evidence, libraries },
    },
    stopped: {
      ads: stopped,
      shown: listed(changes.stopped.ads, maxShown.stopped),
      evidence: {
        kind: publishedEnds === stopped ? 'measured' : 'estimated',
        ads: stopped,
        publishedEnds,
        libraries,
      },
    },
    revived: {
      ads: changes.revived.total,
      shown: listed(changes.revived.ads, maxShown.revived),
      evidence: { kind: 'measured', ads: changes.revived.total, libraries },
    },
  };
}

function describeRising(
  { rising, measured }: RisingAds,
  ads: Ads,
  momentum: OutputOf<BrandSpy['getMomentum']>,
): BrandReport['rising'] {
  if (measured.length === 0) return null;
  const to = momentum.evidence.observedTo;
  return {
    ads: rising.length,
    shown: rising.slice(0, maxShown.rising).flatMap(({ hash, now, before, evidence }) => {
      const ad = ads.get(hash);
      if (ad === undefined || now === null || before === null) return [];
      const gained = { reachGained: now.reach, reachGainedBefore: before.reach, spans: { now, before } };
      return [{ ...summarizeAd(ad), ...gained, kind: evidence.kind }];
    }),
    evidence: {
      kind: measured.some(({ evidence }) => evidence.kind === 'estimated') ? 'estimated' : 'measured',
      ads: measured.length,
      libraries: momentum.evidence.libraries,
      from: addDays(to, 1 - weekDays),
      to,
    },
  };
}

function describeTests({ tests, evidence }: WeekTests, libraries: string[]): BrandReport['tests'] {
  return {
    total: tests.length,
    tests: tests.slice(0, maxShown.tests),
    evidence: { ...evidence, libraries },
  };
}

function describeClaims(
  { claims, total, evidence: { kind, ads: withText, adsWithClaims, withoutStart, notUsed } }: Found['claims'],
  ads: Ads,
  libraries: string[],
): BrandReport['claims'] {
  return {
    total,
    claims: claims.map((claim) => {
      const ad = ads.get(claim.ads[0] ?? '');
      return { claim, ad: ad === undefined ? null : summarizeAd(ad) };
    }),
    evidence: { kind, ads: withText, adsWithClaims, withoutStart, notUsed, libraries },
  };
}

const maxTextLength = 200;

type Shown = Omit<ReportAd, 'at'>;

/** What a report has of an ad. A copy that an earlier version saved has no `daysRunningKind`. */
export function summarizeAd(
  ad: Pick<Ad, 'hash' | 'headline' | 'body' | 'media' | 'cards' | 'sourceUrl' | 'daysRunning' | 'reach'> & {
    readonly advertiser: { readonly name: string };
    readonly daysRunningKind?: Ad['daysRunningKind'];
  },
): Shown {
  const letters = Array.from(ad.body ?? '');
  const text = letters.length > maxTextLength ? `${letters.slice(0, maxTextLength - 1).join('')}…` : ad.body;
  return {
    hash: ad.hash,
    companyName: ad.advertiser.name,
    headline: ad.headline,
    text,
    thumbnailUrl: findPicture(ad),
    sourceUrl: ad.sourceUrl,
    daysRunning: ad.daysRunning,
    daysRunningKind: ad.daysRunningKind ?? 'atLeast',
    reach: ad.reach,
  };
}

function findPicture({ media, cards }: Pick<Ad, 'media' | 'cards'>): string | null {
  for (const { type, url, thumbnailUrl } of [...media, ...cards.flatMap((card) => card.media)]) {
    const picture = type === 'image' ? url : thumbnailUrl;
    if (picture !== null) return picture;
  }
  return null;
}

/** The pictures of a report, each once, in a fixed order. */
export function listPictures({ saved, brands }: Report): string[] {
  const ads = brands.flatMap(({ launched, stopped, revived, rising, claims, tests }) => [
    ...(launched?.shown ?? []),
    ...(stopped?.shown ?? []),
    ...(revived?.shown ?? []),
    ...(rising?.shown ?? []),
    ...(tests?.tests ?? []).flatMap(({ test }) => test.arms.flatMap((arm) => arm.ads.slice(0, 1))),
    ...(claims?.claims ?? []).flatMap(({ ad }) => ad ?? []),
  ]);
  return [...new Set([...(saved?.shown ?? []), ...ads].flatMap(({ thumbnailUrl }) => thumbnailUrl ?? []))];
}
