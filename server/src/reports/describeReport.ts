import type { Ad, BrandReport, Report, ReportAd } from '@magpie/contract';
import { findLibraryLabel } from '@magpie/contract/platforms';

/** An ad, an arm of a test, or a claim. */
export interface ReportItem {
  readonly hash: string | null;
  readonly title: string;
  readonly text: string | null;
  readonly facts: readonly string[];
  readonly picture: string | null;
  /** The ad in its library. */
  readonly source: string | null;
}

export interface ReportPart {
  readonly title: string;
  readonly summary: string;
  readonly items: readonly ReportItem[];
  /** What the numbers are made of. */
  readonly evidence: string | null;
}

export interface ReportSection {
  /** Null for what is about the board itself. */
  readonly brand: string | null;
  readonly evidence: string | null;
  readonly parts: readonly ReportPart[];
}

export interface DescribedReport {
  readonly title: string;
  readonly days: string;
  readonly by: string | null;
  readonly sections: readonly ReportSection[];
  readonly note: string | null;
}

/** The report in words, for pages, Markdown and mails. */
export function describeReport(report: Report): DescribedReport {
  const { title, from, to, by, saved, brands, otherBrands } = report;
  return {
    title,
    days: formatRange(from, to),
    by,
    sections: [
      ...(saved === null ? [] : [{ brand: null, evidence: null, parts: [describeSaved(saved)] }]),
      ...brands.map((brand) => describeBrand(brand, report)),
    ],
    note: otherBrands === 0 ? null : `${plural(otherBrands, 'other brand')} on this board not included.`,
  };
}

function describeSaved({ ads, shown }: NonNullable<Report['saved']>): ReportPart {
  return {
    title: 'Saved to this board',
    summary: plural(ads, 'ad'),
    items: shown.map((ad) => toItem(ad, [ad.companyName, `saved ${formatDay(ad.at)}`])),
    evidence: listedOf(shown.length, ads, 'ads'),
  };
}

function describeBrand(brand: BrandReport, { from, to }: Report): ReportSection {
  const { companyName, launched, stopped, revived, evidence } = brand;
  const { tests, claims } = brand;
  const parts = [
    ...(launched === null || launched.ads === 0 ? [] : [describeLaunched(launched)]),
    ...(stopped === null || stopped.ads === 0 ? [] : [describeStopped(stopped)]),
    ...(revived === null || revived.ads === 0 ? [] : [describeRevived(revived)]),
    describeRising(brand),
    ...(tests === null || tests.total === 0 ? [] : describeTests(tests)),
    ...(claims === null || claims.total === 0 ? [] : [describeClaims(claims)]),
    ...describeNothing(brand),
  ];
  const isUnknown = launched === null;
  return {
    brand: companyName,
    evidence: describeEvidence(evidence, from),
    parts: isUnknown
      ? [
          {
            title: 'No data',
            summary: `No source listed ads from this brand from ${formatRange(from, to)}.`,
            items: [],
            evidence: null,
          },
        ]
      : parts,
  };
}

const alternatives = new Intl.ListFormat('en', { type: 'disjunction' });

/** Instead of empty sections, one line. */
function describeNothing({ launched, stopped, tests, claims }: BrandReport): ReportPart[] {
  const missing = [
    ...(launched?.ads === 0 ? ['launched ads'] : []),
    ...(stopped?.ads === 0 ? ['stopped ads'] : []),
    ...(tests?.total === 0 ? ['tests'] : []),
    ...(claims?.total === 0 ? ['new claims'] : []),
  ];
  if (missing.length === 0) return [];
  const evidence = join(
    tests?.total === 0 ? testsEvidence(tests) : null,
    claims?.total === 0 ? claimsEvidence(claims) : null,
  );
  return [{ title: 'Nothing new', summary: `No ${alternatives.format(missing)}.`, items: [], evidence }];
}

function describeEvidence(
  { ads, libraries, observedFrom, observedTo }: BrandReport['evidence'],
  from: string,
): string {
  if (observedFrom === null || observedTo === null) return 'No ads from this brand by then.';
  const seen = `Based on ${plural(ads, 'ad')} from ${listLibraries(libraries)}, seen ${formatRange(observedFrom, observedTo)}.`;
  return observedFrom <= from
    ? seen
    : `${seen} Ads that ended before ${formatDay(observedFrom)} may be missing.`;
}

function describeLaunched({ ads, creatives, shown, evidence }: NonNullable<BrandReport['launched']>) {
  const { publishedStarts } = evidence;
  return {
    title: 'Launched',
    summary: `${plural(creatives, 'creative')} in ${plural(ads, 'ad')}`,
    items: shown.map((ad) =>
      toItem(ad, [`launched ${formatDay(ad.at)}`, ...(ad.adCount > 1 ? [plural(ad.adCount, 'ad')] : [])]),
    ),
    evidence: join(listedOf(shown.length, creatives, 'creatives'), describeStarts(ads, publishedStarts)),
  };
}

function describeStarts(ads: number, published: number): string {
  return published < ads
    ? `Estimated: ${formatNumber(published)} of ${plural(ads, 'launch date')} from the ad library, the others from the first sighting.`
    : 'Launch dates from the ad library.';
}

function describeStopped({ ads, shown, evidence }: NonNullable<BrandReport['stopped']>): ReportPart {
  return {
    title: 'Stopped',
    summary: plural(ads, 'ad'),
    items: shown.map((ad) => toItem(ad, [`stopped ${formatDay(ad.at)}`])),
    evidence: join(listedOf(shown.length, ads, 'ads'), describeEnds(ads, evidence)),
  };
}

function describeEnds(
  ads: number,
  { kind, publishedEnds }: NonNullable<BrandReport['stopped']>['evidence'],
): string {
  const published = publishedEnds === null ? 'Some' : formatNumber(publishedEnds);
  return kind === 'measured'
    ? 'End dates from the ad library.'
    : `Estimated: ${published} of ${plural(ads, 'end date')} from the ad library, the others from the last sighting.`;
}

function describeRevived({ ads, shown }: NonNullable<BrandReport['revived']>): ReportPart {
  return {
    title: 'Back again',
    summary: plural(ads, 'ad'),
    items: shown.map((ad) => toItem(ad, [`back ${formatDay(ad.at)}`])),
    evidence: listedOf(shown.length, ads, 'ads'),
  };
}

const states = {
  rising: 'Rising',
  steady: 'Steady',
  cooling: 'Cooling',
  notKnown: 'No trend yet',
} as const;

function describeRising({ momentum, rising }: BrandReport): ReportPart {
  return {
    title: 'Rising',
    summary: momentum === null ? 'No trend yet' : describeMomentum(momentum),
    items: (rising?.shown ?? []).map((ad) => toItem(ad, describeGain(ad))),
    evidence:
      rising === null
        ? 'No rising ads: no ad has three reach counts, the last of them from this week.'
        : `${plural(rising.ads, 'ad')} gained at least 1.5 times as much reach a day as before, of ${plural(rising.evidence.ads, 'ad')} with ${rising.evidence.kind} reach, ${formatRange(rising.evidence.from, rising.evidence.to)}.`,
  };
}

type RisingAd = NonNullable<BrandReport['rising']>['shown'][number];

/** A shared report of an earlier version has no spans. */
function describeGain({ kind, reachGained, reachGainedBefore, spans }: RisingAd): string[] {
  const sign = kind === 'estimated' ? '≈ +' : '+';
  if (spans === undefined) {
    return [`${sign}${formatShort(reachGained)} reach`, `${sign}${formatShort(reachGainedBefore)} before`];
  }
  return [
    `${sign}${formatShort(spans.now.reachPerDay)} reach a day ${formatRange(spans.now.from, spans.now.to)}`,
    `${sign}${formatShort(spans.before.reachPerDay)} a day before`,
  ];
}

function describeMomentum({ state, now, before, usual, notKnownBecause }: Momentum): string {
  const name = states[state];
  if (notKnownBecause === 'noLaunchDates') return `${name}: launch dates unknown`;
  if (now === null || before === null) return `${name}: not tracked for long enough`;
  const compared = `${plural(now.launches, 'launch', 'launches')} ${formatRange(now.from, now.to)}, ${formatNumber(before.launches)} the week before`;
  return `${name}: ${compared}${usual === null ? '' : `; typical: ${formatNumber(Math.round(usual.launches))}`}`;
}

type Momentum = NonNullable<BrandReport['momentum']>;
type Tests = NonNullable<BrandReport['tests']>;
type Test = Tests['tests'][number]['test'];

const testedParts = {
  headline: 'the headline',
  hook: 'the first line',
  callToAction: 'the call to action',
  landingPage: 'the landing page',
  audience: 'the audience',
  picture: 'the picture',
} as const;

const ends = { ended: 'ended', running: 'running', notKnown: 'end unknown' } as const;

/** A shared report of an earlier version may have no kind. */
function describeDays({ daysRunning, daysRunningKind }: Pick<Ad, 'daysRunning' | 'daysRunningKind'>): string {
  return daysRunningKind === 'exact' ? plural(daysRunning, 'day') : `${numbers.format(daysRunning)}+ days`;
}

const maxArms = 6;

function testsEvidence({ evidence: { ads, notUsed } }: Tests): string | null {
  return join(
    `Compared ${plural(ads, 'ad')}.`,
    notUsed > 0 ? `${plural(notUsed, 'ad')} without a launch date not compared.` : null,
  );
}

function describeTests(tests: Tests): ReportPart[] {
  return [
    { title: 'Tests', summary: plural(tests.total, 'test'), items: [], evidence: testsEvidence(tests) },
    ...tests.tests.map(({ test }) => ({
      title: `Test: ${plural(test.arms.length, 'version')}, ${test.notCompared.length === 0 ? 'only ' : ''}${testedParts[test.differs]} differs`,
      summary: describeOutcome(test),
      items: test.arms.slice(0, maxArms).map((arm) => ({
        hash: arm.ads[0]?.hash ?? null,
        title: arm.value,
        text: null,
        facts: [describeDays(arm), ends[arm.end]],
        picture: arm.ads[0]?.thumbnailUrl ?? null,
        source: null,
      })),
      evidence: listedOf(Math.min(maxArms, test.arms.length), test.arms.length, 'versions'),
    })),
  ];
}

const outcomeTexts = {
  unclear: 'No version ran clearly longer.',
  tooEarly: 'Too early for a result.',
  notKnown: 'No result: the run time of some versions is unknown.',
} as const satisfies Partial<Record<Test['outcome'], string>>;

function describeOutcome({ outcome, arms: [first, second] }: Test): string {
  if (outcome !== 'clear') return outcomeTexts[outcome];
  if (first === undefined || second === undefined) return outcomeTexts.notKnown;
  return `The first version ran ${describeDays(first)}, the next one ${describeDays(second)}.`;
}

type Claims = NonNullable<BrandReport['claims']>;

function claimsEvidence({ evidence }: Claims): string | null {
  return join(
    `Claims found in ${formatNumber(evidence.adsWithClaims)} of ${plural(evidence.ads, 'ad')} with text.`,
    evidence.notUsed > 0 ? `${plural(evidence.notUsed, 'ad')} without text not searched.` : null,
  );
}

function describeClaims(found: Claims): ReportPart {
  const { total, claims } = found;
  return {
    title: 'New claims',
    summary: plural(total, 'claim'),
    items: claims.map(({ claim, ad }) => ({
      hash: claim.ads[0] ?? null,
      title: claim.text,
      text: claim.sentence,
      facts: [
        `first used ${formatDay(claim.firstUsed)}`,
        plural(claim.adCount, 'ad'),
        ...(claim.changedFrom === null ? [] : [`before: “${claim.changedFrom.text}”`]),
      ],
      picture: ad?.thumbnailUrl ?? null,
      source: ad?.sourceUrl ?? null,
    })),
    evidence: join(listedOf(claims.length, total, 'claims'), claimsEvidence(found)),
  };
}

function toItem(ad: Omit<ReportAd, 'at'>, facts: readonly string[]): ReportItem {
  const { hash, headline, text, thumbnailUrl: picture, sourceUrl: source } = ad;
  const { value, kind } = ad.reach;
  return {
    hash,
    title: headline ?? text ?? 'Ad without text',
    text: headline === null ? null : text,
    facts: [
      ...facts,
      describeDays(ad),
      value === null ? 'reach unknown' : `${kind === 'reported' ? '' : '≈ '}${formatShort(value)} reach`,
    ],
    picture,
    source,
  };
}

function listedOf(shown: number, total: number, what: string): string | null {
  return shown < total ? `Showing ${formatNumber(shown)} of ${formatNumber(total)} ${what}.` : null;
}

function join(...sentences: readonly (string | null)[]): string | null {
  const known = sentences.filter((sentence) => sentence !== null);
  return known.length === 0 ? null : known.join(' ');
}

const conjunction = new Intl.ListFormat('en', { type: 'conjunction' });

function listLibraries(libraries: readonly string[]): string {
  const names = libraries.map((each) => findLibraryLabel(each) ?? (each === 'web' ? 'websites' : 'files'));
  return conjunction.format(names);
}

const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const days = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const fullDays = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

const formatNumber = (value: number): string => numbers.format(value);
const formatShort = (value: number): string => compact.format(value);
const formatDay = (day: string): string => days.format(new Date(day));

/** `Nov 11 – 17, 2026` */
function formatRange(from: string, to: string): string {
  // In place of thin spaces, which some mail programs do not show.
  return fullDays.formatRange(new Date(from), new Date(to)).replaceAll('\u2009', ' ');
}

function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}
