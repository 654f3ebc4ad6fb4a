import type { RouterOutputs } from '../../lib/api/types.ts';
import { formatDay, formatNumber, formatShare, formatShort, plural } from '../../lib/format.ts';
import { adsCopy } from '../ads/copy.ts';
import { describeLaunchMomentum } from '../ads/momentumCopy.ts';

const reachSum = 'Sum of these ads, partly estimated. Ads with unknown reach are not counted.';

const testedParts = {
  headline: 'the headline differs',
  hook: 'the first line differs',
  callToAction: 'the button differs',
  landingPage: 'the landing page differs',
  audience: 'the audience differs',
  picture: 'the picture differs',
};

const comparedParts = {
  headline: 'headline',
  hook: 'first line',
  callToAction: 'button',
  landingPage: 'landing page',
  audience: 'audience',
  targeting: 'ages, genders and other targeting',
  picture: 'picture',
  format: 'format',
  platforms: 'platforms',
};

type Momentum = RouterOutputs['brandSpy']['getMomentum'];

type Claim = RouterOutputs['brandSpy']['listClaims']['claims'][number];
type ClaimsEvidence = RouterOutputs['brandSpy']['listClaims']['evidence'];

const claimEnds = { true: 'still used', false: 'no longer used', null: 'end unknown' };

function describeUse({ firstUsed, lastUsed, isCurrent }: Claim): string {
  const end = claimEnds[`${isCurrent}`];
  if (isCurrent === true) return `Since ${formatDay(firstUsed)}, ${end}`;
  const days =
    firstUsed === lastUsed
      ? `On ${formatDay(firstUsed)}`
      : `${formatDay(firstUsed)} to ${formatDay(lastUsed)}`;
  return `${days}, ${end}`;
}

type TagShares = RouterOutputs['brandSpy']['getTagShares'];

type TestedArms = RouterOutputs['brandSpy']['listTests']['tests'][number]['arms'];

interface Starts {
  readonly ads: number;
  readonly publishedStarts: number;
}

/** Null if all starts are published. */
function describeStarts({ ads, publishedStarts }: Starts): string | null {
  const unpublished = ads - publishedStarts;
  if (unpublished === 0) return null;
  const which = `${formatNumber(unpublished)} of ${plural(ads, 'ad')}`;
  return unpublished === 1
    ? `${which} has no launch date in the ad library and counts on the day it was first seen.`
    : `${which} have no launch date in the ad library and count on the day they were first seen.`;
}

export const brandsCopy = {
  compare: 'Compare',
  searchBrands: 'Search brands',
  searchPlaceholder: 'Name or website',
  adsRunning: (ads: number, running: number) => `${plural(ads, 'ad')}, ${formatNumber(running)} running`,
  reach: (value: number) => (value === 0 ? 'reach unknown' : `≈ ${formatShort(value)} reach`),
  reachTip: reachSum,

  list: {
    title: 'Brands',
    bestAds: (brand: string) => `Best ads of ${brand}`,
    about: 'Search brands, and follow those you want alerts about.',
    compare: 'Compare brands',
    addBrand: 'Add a brand',
    loading: 'Loading brands',
    loadingAbout: 'Loading',
    following: 'Following',
    brands: (count: number) => plural(count, 'brand'),
    viewTheirAds: 'View their ads',
    noneFollowed: 'No brands yet. Follow a brand to see its new ads here and in Alerts.',
    loadingFollowed: 'Loading followed brands',
    followedTip: (since: string) => `New: launched in the last 7 days. Followed since ${formatDay(since)}.`,
    noAdsYet: 'No ads yet',
    newAds: (count: number) => `${formatNumber(count)} new`,
    results: 'Results',
    aboutResults: 'Best match first',
    matches: { exact: 'exact', prefix: null, word: null, fuzzy: 'similar' },
    noMatch: (typed: string) => `No brands match “${typed}”.`,
    showAll: 'Show all brands',
    top: 'Top brands',
    aboutTop: 'By total reach',
    showMore: 'Show more',
    empty: 'No brands yet. Add a source to import ads.',
    addSource: 'Add source',
    reachTip: (reach: number) =>
      reach === 0 ? reachSum : `${formatNumber(reach)} over all its ads, partly estimated`,
  },

  follow: {
    follow: 'Follow',
    following: 'Following',
    followBrand: (name: string) => `Follow ${name}`,
    unfollowBrand: (name: string) => `Unfollow ${name}`,
  },

  unknown: {
    title: (name: string) => `No brand named ${name}`,
    didYouMean: 'Did you mean?',
    noSimilar: 'No source has ads from this brand, and no similar names were found.',
    followAnyway: 'If the name is correct, follow it to get an alert when its first ad appears.',
  },

  brand: {
    loading: 'Loading brand',
    loadingNumbers: 'Loading numbers',
    noMatchingAds: 'no matching ads',
    seen: (ago: string) => `seen ${ago}`,
    categoryTip: (id: number, matching: number, texts: number) =>
      `Guessed from words in ${formatNumber(matching)} of ${plural(texts, 'text')}. IAB Ad Product Taxonomy ${id}.`,
    noCategory: 'Category unknown',
    momentum: describeLaunchMomentum,
    momentumTip: ({ evidence, now }: Momentum) =>
      [
        now && `From ${formatDay(now.from)} to ${formatDay(now.to)}, the last day on which an ad was seen.`,
        `Based on ${plural(evidence.ads, 'ad')} with a launch date, from ${evidence.libraries.join(', ')}.`,
        evidence.notUsed > 0 && `${plural(evidence.notUsed, 'ad')} without a launch date not counted.`,
      ]
        .filter((part) => typeof part === 'string')
        .join(' '),
    noAds: (name: string) => `No ads from ${name} match these filters.`,
  },

  filters: {
    title: 'Filters',
    status: 'Status',
    anyStatus: 'Any status',
    media: 'Media',
    allMedia: 'All media',
    images: 'Images',
    videos: 'Videos',
    language: 'Language',
    allLanguages: 'All languages',
    startDate: 'Start date',
    ranges: {
      all: 'All time',
      '7': '7 days',
      '30': '30 days',
      '90': '90 days',
      '180': '6 months',
      '365': 'Year',
      custom: 'Custom…',
    },
    dates: ['Started on or after', 'Started on or before'],
  },

  statistics: {
    totalAds: { name: 'Ads', tip: 'Ads from this brand that match the filters.' },
    activeAds: {
      name: 'Running now',
      tip: 'Ads that no source reports as stopped and whose end date has not passed.',
    },
    totalReach: {
      name: 'Reach',
      tip: 'Sum over all ads: reported by platforms, the midpoint of reported ranges, or estimated. People who saw two ads count twice. Ads with unknown reach are not counted.',
    },
    imageAds: { name: 'Image ads', tip: 'Ads with images. Ads with unknown media are not counted.' },
    videoAds: { name: 'Video ads', tip: 'Ads with video. Ads with unknown media are not counted.' },
    avgDaysRunning: {
      name: 'Average run',
      tip: 'Average days from start to end, to today for running ads, or to the day on which an ad was last seen. With a plus, the start or end of some ads is not known: at least that long.',
    },
  },
  /** With a date range, which selects ads by their launch. */
  statisticsOfRange: {
    totalAds: { name: 'Launched', tip: 'Ads launched in this period that match the filters.' },
    activeAds: {
      name: 'Still running',
      tip: 'Ads launched in this period that still run. For all running ads, choose “All time”.',
    },
  },
  notKnown: 'Unknown',
  days: (days: number) => `${formatNumber(days)} ${Math.round(days) === 1 ? 'day' : 'days'}`,
  daysAtLeast: (days: number) => `${formatNumber(days)}+ days`,

  media: {
    title: 'Media',
    about: 'Share of matching ads',
    empty: 'No media data.',
    parts: { video: 'Videos', image: 'Images', unknown: 'Unknown' },
  },

  audience: {
    title: 'Audience',
    about: 'Share of reported reach',
    tip: 'Based on ads whose source reports an audience, weighted by reach.',
    empty: 'No audience data. Platforms report it only for ads shown in the European Union.',
    gender: 'Gender',
    genders: { female: 'Women', male: 'Men', unknown: 'Unknown' },
    noGender: 'No gender data.',
    age: 'Age',
    ageName: (age: string) => (age === 'unknown' ? 'Unknown' : age.replace('-', '–')),
    ageChart: 'Reach by age',
    ageSeries: 'Share of reach',
    noAge: 'No age data.',
    countries: 'Countries',
    noCountries: 'No country data.',
    countryTip: (reach: number) => `${formatNumber(reach)} people reached, as reported by sources`,
    otherCountries: (share: number, count: number) => `${formatShare(share)} in ${plural(count, 'other')}`,
  },

  launches: {
    title: 'Launches',
    about: (count: number, from: string, to: string) =>
      `${plural(count, 'ad')} launched from ${formatDay(from)} to ${formatDay(to)}`,
    loading: 'Loading launches',
    empty: 'No matching ads launched or ran in this period.',
    showAll: 'Show all launches',
    chart: (brand: string, unit: string) => `Ads launched by ${brand}, by ${unit}`,
    units: { day: 'day', week: 'week', fourWeeks: 'four weeks', month: 'month', year: 'year' },
    aboutAll: (count: number, since: string, planned: number) =>
      `${plural(count, 'ad')} launched since ${since}${planned === 0 ? '' : `, ${formatNumber(planned)} planned`}`,
    unknown: 'Launch dates unknown',
    unknownStarts: (ads: number) =>
      ads === 1
        ? 'No source states when this ad started.'
        : `No source states when these ${formatNumber(ads)} ads started.`,
    starts: describeStarts,
    series: 'Launched',
    runningOnLastDay: 'Running on the last day',
    list: 'Launched ads, newest first',
  },

  shares: {
    kinds: {
      hook: {
        title: 'Hooks',
        empty: 'No hooks were found in these ads.',
      },
      offer: {
        title: 'Offers',
        empty: 'No offers were found in these ads.',
      },
    },
    about: (ads: number) => `Share of ${plural(ads, 'ad')}`,
    changeIn: (days: number) => `Change in ${formatNumber(days)} days`,
    points: (points: number) =>
      points === 0 ? 'No change' : `${points > 0 ? '+' : '−'}${formatNumber(Math.abs(points))} pts`,
    notKnown: 'No trend',
    states: {
      rising: 'Rising: a clear increase.',
      cooling: 'Falling: a clear decrease.',
      steady: 'No clear change.',
      notKnown: 'Too few ads to compare.',
    },
    changeTip: (
      { now, before }: TagShares,
      tag: { readonly now: number; readonly before: number },
      state: string,
    ) =>
      [
        `${formatNumber(tag.now)} of ${plural(now.ads, 'ad')} launched ${formatDay(now.from)} to ${formatDay(now.to)}`,
        `${formatNumber(tag.before)} of ${plural(before.ads, 'ad')} launched ${formatDay(before.from)} to ${formatDay(before.to)}`,
        describeStarts({
          ads: now.ads + before.ads,
          publishedStarts: now.publishedStarts + before.publishedStarts,
        }),
        state,
      ]
        .filter((line) => line !== null)
        .join('\n'),
    viewAds: (tag: string) => `View ads: ${tag}`,
  },

  changes: {
    title: 'What changed',
    about: (until: string) => `All ads, until ${formatDay(until)}`,
    sinceLabel: 'Period of the changes',
    firstDay: 'Changes since',
    loading: 'Loading changes',
    kind: 'Kind of change',
    kinds: {
      copies: 'Ad copy',
      headlines: 'Headlines',
      landingPages: 'Landing pages',
      launched: 'Launched',
      stopped: 'Stopped',
      revived: 'Revived',
    },
    added: (count: number) => `+${formatNumber(count)}`,
    dropped: (count: number) => `−${formatNumber(count)}`,
    noAds: {
      launched: 'No ads launched in this period.',
      stopped: 'No ads stopped in this period.',
      revived: 'No ads revived in this period.',
    },
    newest: (count: number) => `Showing the newest ${formatNumber(count)}.`,
    new: 'New',
    retired: 'Retired',
    none: 'None in this period.',
  },

  creatives: {
    title: 'What works',
    about: 'Ads with the same text or picture count once',
    rising: 'Rising',
    aboutRising: 'More ads launched in the last 14 days than in the previous 14',
    noneRising: 'No rising creatives.',
    newAds: (count: number) => `+${plural(count, 'ad')}`,
    before: (count: number) => `${count === 0 ? 'none' : formatNumber(count)} in the previous 14 days`,
    count: adsCopy.creativesInAds,
    sort: 'Sort creatives',
    orders: { daysRunning: 'Longest running', adCount: 'Most ads', newest: 'Newest' },
    days: adsCopy.countDays,
    ads: (ads: number, active: number) =>
      `${plural(ads, 'ad')}, ${active === 0 ? 'none running' : `${formatNumber(active)} running`}`,
    evidence: ({ ads, publishedStarts }: { ads: number; publishedStarts: number }) =>
      ads === publishedStarts
        ? 'Launch dates from the ad library.'
        : `${plural(ads - publishedStarts, 'ad')} without a launch date: days count from the first sighting.`,
  },

  tests: {
    title: 'Tests',
    about: 'Ads launched within 7 days that differ in one part. The longest running version is first.',
    differs: (versions: number, part: keyof typeof testedParts, isOnly: boolean) =>
      `${versions} versions, ${isOnly ? 'only ' : ''}${testedParts[part]}`,
    launched: ({ launchedFrom, launchedTo }: { launchedFrom: string; launchedTo: string }) =>
      launchedFrom === launchedTo
        ? `Launched on ${formatDay(launchedFrom)}`
        : `Launched from ${formatDay(launchedFrom)} to ${formatDay(launchedTo)}`,
    days: adsCopy.countDays,
    ends: { ended: 'ended', running: 'running', notKnown: 'end unknown' },
    openAd: (value: string) => `Open the ad with “${value}”`,
    picture: (number: number) => `Picture ${number}`,
    outcomes: {
      clear: ([first, second]: TestedArms) =>
        first === undefined || second === undefined
          ? ''
          : `The first version ran ${adsCopy.countDays(first)}, the next one ${adsCopy.countDays(second)}.`,
      unclear: () => 'No version ran clearly longer.',
      tooEarly: () => 'Too early: another version still runs, or the ads are less than 7 days old.',
      notKnown: () => 'No result: the run time of some versions is unknown.',
    },
    notCompared: (parts: readonly (keyof typeof comparedParts)[]) =>
      `May also differ: ${parts.map((part) => comparedParts[part]).join(', ')}.`,
    evidence: (shown: number, total: number, { ads, notUsed }: { ads: number; notUsed: number }) =>
      [
        total === 0
          ? ads === 0
            ? 'No ads to compare.'
            : `No tests in ${plural(ads, 'ad')}.`
          : `${shown} of ${plural(total, 'test')} in ${plural(ads, 'ad')}.`,
        notUsed > 0 ? `${plural(notUsed, 'ad')} without a launch date not compared.` : '',
      ].join(' '),
  },

  claims: {
    title: 'Claims',
    about: 'Discounts, prices, figures, guarantees and comparisons in the copy. Newest first.',
    kind: 'Kind of claim',
    allKinds: 'All kinds',
    kinds: {
      discount: 'Discount',
      price: 'Price',
      figure: 'Figure',
      guarantee: 'Guarantee',
      comparative: 'Comparison',
    },
    empty: 'No claims found.',
    used: describeUse,
    was: ({ text, lastUsed }: { text: string; lastUsed: string }) =>
      `Was “${text}” until ${formatDay(lastUsed)}`,
    showAds: (count: number, text: string) => `Show ${plural(count, 'ad')} with “${text}”`,
    datesTip: ({ ads, withoutStart, libraries }: Claim['evidence']) =>
      [
        `From the start and end of ${plural(ads, 'ad')} from ${libraries.join(', ')}.`,
        withoutStart > 0 &&
          `${plural(withoutStart, 'ad')} without a launch date ${withoutStart === 1 ? 'counts' : 'count'} from the first sighting.`,
      ]
        .filter((part) => typeof part === 'string')
        .join(' '),
    evidence: (total: number, { ads, adsWithClaims, notUsed }: ClaimsEvidence) =>
      [
        `${plural(total, 'claim')}. ${formatNumber(adsWithClaims)} of ${plural(ads, 'ad')} with text ${adsWithClaims === 1 ? 'has' : 'have'} one. Six languages are searched.`,
        notUsed > 0 &&
          `${plural(notUsed, 'ad')} without text ${notUsed === 1 ? 'was' : 'were'} not searched.`,
      ]
        .filter((part) => typeof part === 'string')
        .join(' '),
  },

  texts: {
    copies: {
      title: 'Ad copy',
      about: (count: number) => plural(count, 'different text'),
      sort: 'Sort ad copy',
      empty: 'No ad copy matches these filters.',
    },
    headlines: {
      title: 'Headlines',
      about: (count: number) => plural(count, 'different headline'),
      sort: 'Sort headlines',
      empty: 'No headlines match these filters.',
    },
    orders: {
      performanceScore: 'Best score',
      adCount: 'Most ads',
      reach: 'Most reach',
      longestRunning: 'Longest running',
    },
    loading: 'Loading list',
    sampleAd: (text: string) => `Ad with this text: ${text}`,
    adsTip: 'Matching ads with this text',
    daysTip: (seen: string) => `The longest of these ads. ${seen}`,
  },

  landingPages: {
    title: 'Landing pages',
    about: (count: number) => plural(count, 'page'),
    sort: 'Sort landing pages',
    orders: { adCount: 'Most ads', distribution: 'Most reach' },
    empty: 'No landing pages match these filters.',
    types: 'Types of page',
    typeNames: {
      product: 'Product',
      collection: 'Collection',
      home: 'Home page',
      article: 'Article',
      quiz: 'Quiz',
      form: 'Sign-up or form',
      appStore: 'App store',
      social: 'Social network',
      other: 'Unknown type',
    },
    aboutTypes: (shown: number, total: number) =>
      `Share of ads on ${shown < total ? `${formatNumber(shown)} of ${plural(total, 'page')}` : 'these pages'}. Page types are guessed from the address.`,
    share: (share: number) => `≈ ${formatShare(share)}`,
    shareTip: (reach: number) =>
      `Share of the reach of all ads with a landing page: ≈ ${formatShort(reach)}.`,
  },

  similar: {
    title: 'Similar brands',
    loading: 'Loading similar brands',
    empty: 'No similar brands.',
    methods: {
      embedding: {
        about: 'By ad copy',
        tip: 'Compares the meaning of all ads of both brands. 100% is identical, 0% has nothing in common.',
      },
      category: {
        about: 'By page categories',
        tip: 'Shared categories as a share of all categories of both pages.',
      },
    },
    similarity: ' similar',
    reasonsTip: (reasons: readonly string[]) => `Both use: ${reasons.join(', ')}`,
    compare: (one: string, other: string) => `Compare ${one} with ${other}`,
  },

  comparison: {
    title: 'Compare brands',
    loading: 'Loading comparison',
    addBrand: 'Add brand',
    addFirst: 'Add two to five brands to compare.',
    addSecond: (name: string) => `Add another brand to compare with ${name}.`,
    use: (name: string) => `Use ${name}`,
    table: 'Comparison',
    showShares: 'Show all rows',
    metric: 'Metric',
    highest: ', highest',
    numbers: 'Numbers',
    launches: 'Launches',
    tempo: {
      launchedLast7Days: { name: 'Last 7 days', tip: 'Ads launched in the last 7 days' },
      launchedLast30Days: { name: 'Last 30 days', tip: 'Ads launched in the last 30 days' },
      launchedLast90Days: { name: 'Last 90 days', tip: 'Ads launched in the last 90 days' },
      launchesPerWeek: { name: 'Per week', tip: 'Average over the last 90 days' },
      medianDaysRunning: { name: 'Median run', tip: 'Half of the ads ran shorter, half longer' },
    },
    shareOfAds: (what: string) => `${what}, share of ads`,
    formats: 'Formats',
    platforms: 'Platforms',
    languages: 'Languages',
    sharedTags: 'Shared tags',
    noSharedTags: 'No shared tags.',
    onlyOne: {
      title: 'Unique to one brand',
      about: 'Used by one of these brands only',
      nothing: 'Nothing unique.',
      tagTip: 'One of the 20 most used tags of the brand',
      share: (what: string, share: number) => `${what}, ${formatShare(share)} of its ads`,
    },
    longest: (name: string) => `Longest-running creatives of ${name}`,
    noCreatives: 'No ads match these filters.',
    launchChart: (name: string) => `Launches by ${name}, by month`,
    launchesAbout: (launched: number, months: number) =>
      `${formatNumber(launched)} launched in ${plural(months, 'month')}`,
    sameScale: 'All charts have the same scale.',
    starts: (brand: string, evidence: Starts) => {
      const starts = describeStarts(evidence);
      return starts === null ? [] : [`${brand}: ${starts}`];
    },
  },
} as const;
