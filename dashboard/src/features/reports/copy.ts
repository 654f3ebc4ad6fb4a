import {
  formatDay,
  formatNumber,
  formatShort,
  formatShortDay,
  formatTime,
  joinFacts,
  plural,
} from '../../lib/format.ts';
import { adsCopy } from '../ads/copy.ts';
import { libraryName } from '../ads/coverage.ts';
import type { BrandReport, Report } from './search.ts';

const list = new Intl.ListFormat('en', { type: 'conjunction' });

const alternatives = new Intl.ListFormat('en', { type: 'disjunction' });

type Part<Name extends keyof BrandReport> = NonNullable<BrandReport[Name]>;
type Test = Part<'tests'>['tests'][number]['test'];
type ReportAd = NonNullable<Report['saved']>['shown'][number];

const testedParts: Readonly<Record<Test['differs'], string>> = {
  headline: 'headline',
  hook: 'first line',
  callToAction: 'call to action',
  landingPage: 'landing page',
  audience: 'audience',
  picture: 'picture',
};

const states: Readonly<Record<Part<'momentum'>['state'], string>> = {
  rising: 'Rising',
  steady: 'Steady',
  cooling: 'Cooling',
  notKnown: 'No trend yet',
};

function describeMomentum({ state, notKnownBecause, now, before, usual }: Part<'momentum'>): string {
  const name = states[state];
  if (notKnownBecause === 'noLaunchDates') return `${name}: launch dates unknown`;
  if (now === null || before === null) return `${name}: not tracked for long enough`;
  const launches = plural(now.launches, 'launch', 'launches');
  const days = `${formatShortDay(now.from)} – ${formatShortDay(now.to)}`;
  const compared = `${launches} ${days}, ${formatNumber(before.launches)} the week before`;
  return `${name}: ${compared}${usual === null ? '' : `; typical: ${formatNumber(Math.round(usual.launches))}`}`;
}

function describeReach({ value, kind }: ReportAd['reach']): string | null {
  return value === null ? null : `${kind === 'reported' ? '' : '≈ '}${formatShort(value)}`;
}

function first(shown: number, total: number, what: string): string {
  return shown < total ? `Showing ${formatNumber(shown)} of ${formatNumber(total)} ${what}. ` : '';
}

export const reportsCopy = {
  title: 'Reports',
  about: 'What changed in a week, on one page, by mail or as a link',
  weekly: 'Weekly report',

  list: {
    title: 'Your weekly reports',
    empty: 'No weekly reports yet. Add a brand or a board.',
    loading: 'Loading reports',
    open: (name: string) => `Open the report of ${name}`,
    weekday: (name: string) => `Day of ${name}`,
    byMail: 'By mail',
    byMailOf: (name: string) => `Mail the report of ${name}`,
    remove: (name: string) => `Remove the report of ${name}`,
    removed: (name: string) => `Removed the weekly report of ${name}`,
    board: 'Board',
    brand: 'Brand',
    next: (day: string) => `Next mail ${formatShortDay(day)}, 07:00 UTC`,
    noMail: 'Not mailed',
    addBrand: 'Add brand',
    addBrandPlaceholder: 'Brand name',
    add: 'Add report',
    boards: 'Boards',
    weekdays: {
      monday: 'Monday',
      tuesday: 'Tuesday',
      wednesday: 'Wednesday',
      thursday: 'Thursday',
      friday: 'Friday',
      saturday: 'Saturday',
      sunday: 'Sunday',
    },
  },

  shares: {
    title: 'Shared links',
    about: 'Anyone with a link can read that report until it expires.',
    empty: 'No shared links.',
    loading: 'Loading links',
    expires: (time: string) => `Expires ${formatDay(time)}`,
    revoke: 'Revoke',
    revokeTitle: (name: string) => `Revoke the link to ${name}?`,
    revokeLink: 'Revoke link',
    revokeText: 'The link stops working for everyone. You can share the report again with a new link.',
    revokeOf: (name: string) => `Revoke the link to ${name}`,
    copy: 'Copy link',
  },

  report: {
    loading: 'Loading report',
    none: 'Choose a brand or a board for the report.',
    viewReports: 'View reports',
    unknown: 'Report not found. The brand or board does not exist.',
    days: ({ from, to }: Pick<Report, 'from' | 'to'>) => `${formatDay(from)} – ${formatDay(to)}`,
    heading: ({ title }: Report) => title,
    previous: 'Previous week',
    next: 'Next week',
    print: 'Print',
    share: 'Share',
    mail: 'Mail weekly',
    mailed: 'Mailed weekly',
    mailAdded: (name: string) => `You get the report of ${name} every Monday`,
    other: (count: number) => `${plural(count, 'other brand')} on this board not included.`,
    asKnown: ({ createdAt }: Pick<Report, 'createdAt'>) =>
      `Permanent link to this version (${formatTime(createdAt)})`,
    openAd: (title: string) => `Open ad: ${title}`,
    noText: 'Ad without text',
    notKnown: ({ from, to }: Pick<Report, 'from' | 'to'>) =>
      `No data from ${formatDay(from)} to ${formatDay(to)}: no source listed ads from this brand.`,
    evidence: (
      { ads, libraries, observedFrom, observedTo }: BrandReport['evidence'],
      { from }: Pick<Report, 'from'>,
    ) =>
      observedFrom === null || observedTo === null
        ? 'No ads from this brand by then.'
        : `Based on ${plural(ads, 'ad')} from ${list.format(libraries.map(libraryName))}, seen ${formatDay(observedFrom)} – ${formatDay(observedTo)}.${observedFrom > from ? ` Ads that ended before ${formatDay(observedFrom)} may be missing.` : ''}`,
  },

  missing: {
    title: 'Nothing new',
    launched: 'launched ads',
    stopped: 'stopped ads',
    tests: 'tests',
    claims: 'new claims',
  },
  nothing: (parts: readonly string[]) => `No ${alternatives.format(parts)}.`,
  saved: {
    title: 'Saved to this board',
    about: (ads: number) => plural(ads, 'ad'),
    facts: (ad: ReportAd) =>
      joinFacts([formatShortDay(ad.at), adsCopy.countDays(ad), describeReach(ad.reach)]),
    evidence: ({ ads, shown }: NonNullable<Report['saved']>) => first(shown.length, ads, 'ads'),
  },
  launched: {
    title: 'Launched',
    about: ({ ads, creatives }: Part<'launched'>) =>
      `${plural(creatives, 'creative')} in ${plural(ads, 'ad')}`,
    facts: (ad: Part<'launched'>['shown'][number]) =>
      joinFacts([
        formatShortDay(ad.at),
        ad.adCount > 1 ? plural(ad.adCount, 'ad') : null,
        describeReach(ad.reach),
      ]),
    evidence: ({ ads, creatives, shown, evidence: { publishedStarts } }: Part<'launched'>) =>
      `${first(shown.length, creatives, 'creatives')}${
        ads === 0
          ? ''
          : publishedStarts < ads
            ? `Estimated: ${formatNumber(publishedStarts)} of ${plural(ads, 'launch date')} from the ad library, the others from the first sighting.`
            : 'Launch dates from the ad library.'
      }`,
  },
  stopped: {
    title: 'Stopped',
    about: ({ ads }: Part<'stopped'>) => plural(ads, 'ad'),
    facts: (ad: ReportAd) =>
      joinFacts([formatShortDay(ad.at), `ran ${adsCopy.countDays(ad)}`, describeReach(ad.reach)]),
    evidence: ({ ads, shown, evidence: { kind, publishedEnds } }: Part<'stopped'>) =>
      `${first(shown.length, ads, 'ads')}${
        ads === 0
          ? ''
          : kind === 'measured'
            ? 'End dates from the ad library.'
            : `Estimated: ${publishedEnds === null ? 'some' : formatNumber(publishedEnds)} of ${plural(ads, 'end date')} from the ad library, the others from the last sighting.`
      }`,
  },
  revived: {
    title: 'Back again',
    evidence: ({ ads, shown }: Part<'revived'>) => first(shown.length, ads, 'ads'),
  },
  rising: {
    title: 'Rising',
    momentum: describeMomentum,
    unknown: 'No trend yet',
    facts: ({ kind, reachGained, reachGainedBefore, spans }: Part<'rising'>['shown'][number]) => {
      const sign = kind === 'estimated' ? '≈ ' : '';
      if (spans !== undefined)
        return `${sign}+${formatShort(spans.now.reachPerDay)} reach a day, ${sign}+${formatShort(spans.before.reachPerDay)} before`;
      return `${sign}+${formatShort(reachGained)} reach, ${reachGainedBefore === 0 ? 'none' : `${sign}+${formatShort(reachGainedBefore)}`} before`;
    },
    evidence: (rising: BrandReport['rising']) =>
      rising === null
        ? 'No rising ads: no ad has three reach counts, the last of them from this week.'
        : `${first(rising.shown.length, rising.ads, 'ads')}${plural(rising.ads, 'ad')} gained at least 1.5 times as much reach a day as before, of ${plural(rising.evidence.ads, 'ad')} with ${rising.evidence.kind} reach, ${formatShortDay(rising.evidence.from)} – ${formatShortDay(rising.evidence.to)}.`,
  },
  tests: {
    title: 'Tests',
    about: ({ total }: Part<'tests'>) => plural(total, 'test'),
    differs: ({ arms, differs, notCompared }: Test) =>
      `${plural(arms.length, 'version')}, ${notCompared.length === 0 ? 'only ' : ''}the ${testedParts[differs]} differs`,
    days: adsCopy.countDays,
    ends: { ended: 'ended', running: 'running', notKnown: 'end unknown' },
    outcome: ({ outcome, arms: [one, two] }: Test) => {
      if (outcome === 'clear' && one !== undefined && two !== undefined)
        return `The first version ran ${adsCopy.countDays(one)}, the next one ${adsCopy.countDays(two)}.`;
      if (outcome === 'unclear') return 'No version ran clearly longer.';
      return outcome === 'tooEarly'
        ? 'Too early: another version still runs, or the ads are less than 7 days old.'
        : 'No result: the run time of some versions is unknown.';
    },
    evidence: ({ total, tests, evidence: { ads, notUsed } }: Part<'tests'>) =>
      `${first(tests.length, total, 'tests')}Compared ${plural(ads, 'ad')}.${notUsed > 0 ? ` ${plural(notUsed, 'ad')} without a launch date not compared.` : ''}`,
  },
  claims: {
    title: 'New claims',
    about: ({ total }: Part<'claims'>) => plural(total, 'claim'),
    used: ({ firstUsed, adCount }: Part<'claims'>['claims'][number]['claim']) =>
      joinFacts([`First used ${formatShortDay(firstUsed)}`, plural(adCount, 'ad')]),
    was: (text: string) => `Before: “${text}”`,
    evidence: ({ total, claims, evidence: { ads, adsWithClaims, notUsed } }: Part<'claims'>) =>
      `${first(claims.length, total, 'claims')}Claims found in ${formatNumber(adsWithClaims)} of ${plural(ads, 'ad')} with text.${notUsed > 0 ? ` ${plural(notUsed, 'ad')} without text not searched.` : ''}`,
  },

  share: {
    title: 'Share this report',
    about: 'Anyone with the link sees this report as it is now, and nothing else, until the link expires.',
    days: 'Expires after',
    dayOptions: [7, 14, 30, 90].map((days) => [days, plural(days, 'day')] as const),
    create: 'Create link',
    link: 'Link',
    copy: 'Copy link',
    expires: (time: string) => `Expires ${formatDay(time)}. Revoke it on the Reports page.`,
  },
} as const;
