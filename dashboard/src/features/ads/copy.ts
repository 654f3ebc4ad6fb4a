import { unsortedBoardName } from '@magpie/contract/limits';
import type { Ad, FoundAd, RouterOutputs } from '../../lib/api/types.ts';
import { todayInUtc } from '../../lib/days.ts';
import {
  countryName,
  formatBytes,
  formatDay,
  formatDecimal,
  formatNumber,
  formatShare,
  formatShort,
  formatShortDay,
  plural,
} from '../../lib/format.ts';

type Part<Node> = Node | string;
type Similarity = NonNullable<RouterOutputs['ads']['search']['similarity']>;
type Nearness = NonNullable<FoundAd['similarity']>;

/** An ad without a known end is not known to have ended. */
function hasKnownEnd(ad: Ad): ad is Ad & { readonly endDate: string } {
  return ad.endDate !== null && ad.endDate < todayInUtc();
}

function describeEnd(ad: Ad): string {
  if (isPlanned(ad)) return `Starts ${formatDay(ad.startDate)}`;
  return hasKnownEnd(ad) ? `Ended ${formatDay(ad.endDate)}` : `Last seen ${formatConfirmed(ad)}`;
}

function isPlanned(ad: Ad): ad is Ad & { startDate: string } {
  return ad.startDate !== null && ad.startDate > todayInUtc();
}

const planned = 'Planned';

type RunLength = Pick<Ad, 'daysRunning' | 'daysRunningKind'>;

function countDays({ daysRunning, daysRunningKind }: RunLength): string {
  return daysRunningKind === 'exact' ? plural(daysRunning, 'day') : `${formatNumber(daysRunning)}+ days`;
}

function formatConfirmed({ lastConfirmedAt, lastSeenAt }: Ad, format = formatDay): string {
  return format(lastConfirmedAt ?? lastSeenAt);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** Screen text of ads. The first level is shared with the other features. */
export const adsCopy = {
  countDays,
  ads: (count: number) => plural(count, 'ad'),
  creativesInAds: (creatives: number, ads: number) =>
    `${plural(creatives, 'creative')} in ${plural(ads, 'ad')}`,
  creativesOnce: 'Each creative once',
  sameCreative: (count: number) => `${plural(count, 'more ad')} with the same creative`,
  days: (count: number) => plural(count, 'day'),
  daysRunning: (ad: Ad) => (isPlanned(ad) ? planned : countDays(ad)),
  coverage: {
    from: (libraries: string, countries: string | null, days: string) =>
      countries === null
        ? `From ${libraries}, seen ${days}.`
        : `From ${libraries}, shown in ${countries}, seen ${days}.`,
    countries: (count: number) => plural(count, 'country', 'countries'),
    range: (first: string, last: string) => `${first} to ${last}`,
    ceiling: (library: string, limit: string) => `${library} lists at most ${limit} ads per search.`,
    measured: (library: string, regions: string | null, from: string | null, until: string | null) =>
      [
        `Reach and impressions from ${library} include`,
        [regions, from === null ? null : `from ${from}`, until === null ? null : `until ${until}`]
          .filter((part) => part !== null)
          .join(' '),
      ].join(' ') + '.',
    region: (code: 'EU' | 'EEA') => `the ${code}`,
    library: (library: string, ads: string, days: string) => `${library}: ${ads}, seen ${days}`,
    noLibrary: 'imported files and websites',
  },
  adBy: (brand: string) => `Ad by ${brand}`,
  more: (count: number) => `and ${formatNumber(count)} more`,
  showAll: (count: number) => `Show all ${formatNumber(count)}`,
  remove: (name: string) => `Remove ${name}`,
  running: 'Running',
  notRunning: 'Not running',
  unknown: 'Unknown',
  brands: 'Brands',
  platforms: 'Platforms',
  alertMe: 'Alert me',
  alertMeTip: 'Create an alert rule for new ads like these',
  clearFilters: 'Clear filters',
  weeklyReport: 'Weekly report',
  viewAll: 'View all ads',
  loading: 'Loading ads',
  noHeadline: 'Ad without a headline',
  seen: (first: string, last: string) => `First seen ${first}, last seen ${last}.`,
  status: (ad: Ad) => (ad.status === 'active' ? 'Running' : describeEnd(ad)),

  demo: {
    mark: 'Demo',
    notice: 'Demo ads',
    text: (count: number) =>
      `${plural(count, 'ad')} here ${count === 1 ? 'is a demo' : 'are demos'}: invented brands, texts and numbers.`,
    import: 'Import ads',
    remove: 'Remove demo ads',
    removed: (count: number) => `Removed ${plural(count, 'demo ad')}`,
  },

  card: {
    label: (brand: string, text: string | null) => `${brand}: ${text ?? 'ad'}`,
    noText: 'Ad without text',
    expired: 'Media expired',
    noContent: (count: number) =>
      count === 1 ? 'No text or media' : `${formatNumber(count)} ads without text or media`,
    download: 'Download',
    play: 'Play video',
    pause: 'Pause video',
    carousel: 'carousel',
    previousCard: 'Previous card',
    nextCard: 'Next card',
    position: (number: number, count: number) => `${formatNumber(number)} / ${formatNumber(count)}`,
    /** Short enough for the line of a card; the tip of the days has the dates. */
    end: (ad: Ad) => {
      if (isPlanned(ad)) return `Starts ${formatShortDay(ad.startDate)}`;
      return hasKnownEnd(ad) ? 'Ended' : `Seen ${formatConfirmed(ad, formatShortDay)}`;
    },
    cards: (count: number) => plural(count, 'card'),
    video: 'Video',
    duration: (ad: Ad) => {
      if (isPlanned(ad)) return `${describeEnd(ad)}, as planned ${formatConfirmed(ad)}.`;
      const { startDate, firstSeenAt, daysRunningKind } = ad;
      const start =
        startDate === null ? `First seen ${formatDay(firstSeenAt)}` : `Started ${formatDay(startDate)}`;
      const end = ad.status === 'active' ? `shown as running ${formatConfirmed(ad)}` : describeEnd(ad);
      const unknown = startDate === null ? 'start' : 'end';
      const note =
        daysRunningKind === 'exact' ? '' : ` Its ${unknown} date is unknown, so it may have run longer.`;
      return `${start}, ${lowerFirst(end)}.${note}`;
    },
  },

  reach: {
    value: ({ value, kind }: Ad['reach']) =>
      value === null ? null : `${kind === 'reported' ? '' : '≈ '}${formatShort(value)}`,
    unit: ' reach',
    range: (lower: number, upper: number) => `, between ${formatNumber(lower)} and ${formatNumber(upper)}`,
    source: ({ value, lower, upper, kind }: Ad['reach']) => {
      if (value === null) return 'No source reports the reach of this ad.';
      if (kind === 'reported') return `${formatNumber(value)}, reported by the platform.`;
      if (kind === 'range' && lower !== null && upper !== null)
        return `The platform reports ${formatNumber(lower)} to ${formatNumber(upper)}; this is the midpoint.`;
      return 'Estimated: the platform reports no reach for this ad.';
    },
    kind: ({ value, lower, upper, kind }: Ad['reach']) => {
      if (value === null) return 'unknown';
      if (kind === 'reported') return 'reported by the platform';
      if (lower !== null && upper !== null) return `between ${formatShort(lower)} and ${formatShort(upper)}`;
      return 'estimated';
    },
  },

  score: {
    name: 'Score',
    title: (score: number) => `Score ${formatNumber(score)}`,
    top: (share: number) => `top ${formatShare(share)}`,
    breakdown: 'Score breakdown',
    explanation: '0 to 100, from longevity, reach and engagement.',
    unknownOf: (max: number) => `Unknown, of ${formatDecimal(max)}`,
    isCertain: `Confidence ${formatShare(1)}: all parts have data.`,
    confidence: (confidence: number, most: number) =>
      `Confidence ${formatShare(confidence)}: parts without data count as 0. With all data, the score could be up to ${formatNumber(most)}.`,
    rank: (top: number, ads: number, platform: string, minAge: number, maxAge: number | null) => {
      const age =
        maxAge === null
          ? `${formatNumber(minAge)} or more days ago`
          : `${formatNumber(minAge)} to ${formatNumber(maxAge)} days ago`;
      return `Top ${formatShare(top)} of ${plural(ads, 'ad')} on ${platform} launched ${age}.`;
    },
    notCompared: 'Not ranked: too few ads of the same age on this platform.',
    points: (points: number, max: number) => `${formatNumber(points)} of ${formatNumber(max)}`,
    exactPoints: (points: number, max: number) => `${formatDecimal(points)} of ${formatDecimal(max)}`,
    total: (score: number) => `${formatDecimal(score)} of ${formatNumber(100)}`,
    parts: { longevity: 'Longevity', reach: 'Reach', engagement: 'Engagement', variants: 'Text reuse' },
  },

  save: {
    save: 'Save',
    saved: 'Saved',
    saveTo: (board: string | undefined) => `Save to ${board ?? 'a new board'}`,
    chooseBoard: 'Choose a board',
    dialog: 'Save to a board',
    firstBoard: 'Saved ads',
    savedTo: (board: string) => `Saved to ${board}`,
    alreadyOn: (board: string) => `Already on ${board}`,
    openBoard: 'Open board',
    boards: 'Boards',
    newBoardName: 'New board name',
    findBoard: 'Find or create a board',
    noBoards: 'No boards yet. Type a name to create one.',
    newBoard: (name: string) => `New board “${name}”`,
  },

  removal: {
    removeFrom: (board: string) => `Remove from ${board}`,
    removedFrom: (board: string) => `Removed from ${board}`,
    removed: (count: number) => `Removed ${plural(count, 'ad')}`,
    failed: (error: string) => `Some ads could not be removed: ${error}`,
    unsorted: unsortedBoardName,
  },

  filters: {
    active: 'Active filters',
    partnerships: 'Partnerships',
    similar: 'Variants of an ad',
    nearAd: 'Similar to an ad',
    nearPicture: 'Similar to a picture',
    followed: 'Brands you follow',
    started: 'Started',
    daysRunning: 'Days running',
    reach: 'Reach',
    names: {
      searchQuery: 'words',
      platforms: 'platform',
      formats: 'format',
      mediaType: 'media',
      status: 'status',
      countries: 'country',
      languages: 'language',
      categories: 'category',
      companyNames: 'brand',
      adTypes: 'ad type',
      ctaTypes: 'call to action',
      tagDefinitionIds: 'tag',
      labelIds: 'label',
      stages: 'stage',
      isPartnership: 'partnership',
      dates: 'start date',
      daysRunning: 'days running',
      views: 'reach',
      duplicatesOf: 'variants of an ad',
      similarTo: 'similar ads',
    },
    either: (values: readonly string[]) => values.join(' or '),
    all: (values: readonly string[]) => values.join(' and '),
    quoted: (query: string) => `“${query}”`,
    upTo: (name: string, value: string) => `${name} up to ${value}`,
    from: (name: string, value: string) => `${name} from ${value}`,
    between: (name: string, from: string, to: string) => `${name} ${from} – ${to}`,
    tag: (id: string | number) => `Tag ${id}`,
    label: (id: string | number) => `Label ${id}`,
    noBrands: 'No brands found.',
  },

  discover: {
    title: 'Discover',
    heading: 'Ads',
    loading: 'Loading…',
    failed: 'Ads could not be loaded',
    search: 'Search ads',
    placeholder: (count: number | undefined) =>
      count === undefined ? 'Search ads' : `Search ${plural(count, 'ad')}`,
    clearSearch: 'Clear search',
    sort: 'Sort by',
    sorts: {
      recommended: 'Recommended',
      date: 'Newest',
      daysRunning: 'Longest running',
      views: 'Most reach',
      momentum: 'Rising reach',
      variants: 'Most variants',
      likes: 'Most likes',
      comments: 'Most comments',
    },
    bestMatch: 'Best match',
    mostSimilar: 'Most similar',
    byMeaning: 'By meaning',
    byPicture: 'Search by picture',
    similarity: ({ method, comparedPictures, pendingAds, isComplete }: Similarity) =>
      [
        ...(method === 'pictures' ? [] : ['Compares the meaning of texts, across languages.']),
        ...(comparedPictures === null ? [] : [`Compared with ${plural(comparedPictures, 'ad image')}.`]),
        ...(pendingAds
          ? [`${plural(pendingAds, 'new ad')} ${pendingAds === 1 ? 'is' : 'are'} not compared yet.`]
          : []),
        ...(isComplete || pendingAds ? [] : ['Only the closest ads are listed.']),
      ].join(' '),
    nearness: ({ text, pictureDistance }: Nearness) => {
      if (pictureDistance !== null)
        return pictureDistance === 0 ? 'Same picture' : `Picture ${formatShare(1 - pictureDistance / 256)}`;
      return text === null ? null : `Text ${formatShare(text)}`;
    },
    similar: (count: number) => `+${formatNumber(count)} similar`,
    sameFile: (count: number, type: 'image' | 'video') =>
      `Show ${plural(count, 'more ad')} with this ${type} or a similar text`,
    moreAds: (count: number) => `+${formatNumber(count)}`,
    filters: 'Filters',
    more: 'More',
    moreActive: (count: number) => `More · ${formatNumber(count)}`,
    newThisWeek: 'New this week',
    hasVideo: 'Has video',
    groups: {
      platforms: 'Platform',
      status: 'Status',
      mediaType: 'Media',
      formats: 'Format',
      companyNames: 'Brand',
      countries: 'Country',
      languages: 'Language',
      categories: 'Category',
      tagDefinitionIds: 'Tag',
      adTypes: 'Ad type',
      ctaTypes: 'Call to action',
      started: 'Started',
      daysRunning: 'Days running',
      reach: 'Reach',
    },
    find: 'Find',
    findIn: (group: string) => `Find in ${group.toLowerCase()}`,
    noValues: 'No values.',
    noMatches: 'No matches.',
    onlyPartnerships: 'Only partnership ads',
    dates: ['From', 'To'],
    atLeast: 'At least',
    atMost: 'At most',
    daysOrMore: (days: number) => `${formatNumber(days)} days or more`,
    orMore: (days: number) => `${formatNumber(days)}+`,
    unknownReach: 'Excludes ads with unknown reach.',
    shortcuts: 'Keyboard shortcuts',
    savedSearches: 'Saved searches',
    loadingSuggestions: 'Loading suggestions',
    noAds: 'No ads yet. Import a file, or connect an ad library.',
    noAdsForMembers: 'No ads yet. An owner of this instance can import them.',
    importAds: 'Import ads',
    noMatchingAds: 'No ads match these filters.',
    corrected: <Node>(typed: string, query: Node): Part<Node>[] => [
      `No ads contain “${typed}”. Showing results for `,
      query,
      '.',
    ],
    noResults: <Node>(filter: Node, count: number): Part<Node>[] => [
      'No results. Without ',
      filter,
      `, there ${count === 1 ? 'is' : 'are'} ${plural(count, 'ad')}.`,
    ],
  },

  firstSteps: {
    title: 'First steps',
    progress: (done: number, total: number) => `${formatNumber(done)} of ${formatNumber(total)} done`,
    dismiss: 'Dismiss first steps',
    done: 'Done',
    steps: {
      search: 'Search ads',
      save: 'Save an ad',
      follow: 'Follow a brand',
      alert: 'Create an alert',
      add: 'Add a brand',
    },
  },

  ad: {
    title: 'Ad',
    loading: 'Loading ad',
    notFound: 'Ad not found',
    notFoundReason: 'The link is incomplete, or the ad was deleted and you have not saved it.',
    search: 'Search ads',
    viewBreakdown: 'View breakdown',
    recreate: 'Recreate',
    findSimilar: 'Find similar ads',
    moreFrom: (brand: string) => `More from ${brand}`,
    steps: 'Ads of the list',
    previousAd: 'Previous ad (k)',
    nextAd: 'Next ad (j)',
    otherAds: (brand: string) => `Other ads from ${brand}`,
    noOtherAds: 'No other ads from this brand.',
    viewAll: (count: number) => `View all ${plural(count, 'ad')}`,
  },

  texts: {
    title: 'Ad copy',
    empty: 'This ad has no text.',
    copy: 'Copy text',
    showAll: 'Show all',
    otherHeadlines: (count: number) => plural(count, 'other headline'),
    otherTexts: (count: number) => plural(count, 'other text'),
  },

  performance: {
    title: 'Performance',
    daysRunning: 'Days running',
    status: (ad: Ad) => (ad.status === 'active' ? 'still running' : lowerFirst(describeEnd(ad))),
    daysValue: (ad: Ad) =>
      isPlanned(ad) ? planned : `${formatNumber(ad.daysRunning)}${ad.daysRunningKind === 'exact' ? '' : '+'}`,
    reach: 'Reach',
    engagement: 'Engagement',
    engagementTip: ({ total, capturedAt, rankCountry }: Ad['engagement']) => {
      if (total === null) return 'No source reports likes, comments or shares of this ad.';
      const where = rankCountry === null ? '' : ` in ${countryName(rankCountry)}`;
      const when = capturedAt === null ? '' : ` on ${formatDay(capturedAt)}`;
      return `${formatNumber(total)} likes, comments and shares in total, last measured${where}${when}.`;
    },
    engagementPart: (count: number, name: 'view' | 'like' | 'comment' | 'share') =>
      `${formatShort(count)} ${count === 1 ? name : `${name}s`}`,
    unknown: 'unknown',
  },

  tags: {
    title: 'Tags',
    about: 'Found in the ad copy, with confidence',
    tip: 'Tags come from words and phrases in the ad copy and, if configured, from a language model. The percentage is the confidence; tags below 50% are left out.',
    empty: 'No tags found in the ad copy.',
    view: 'View all ads with this tag',
  },

  bulk: {
    progress: (done: number, total: number) => `${formatNumber(done)} of ${formatNumber(total)}`,
    retryingIn: (seconds: number) => `Retrying in ${seconds} s`,
    selectedAds: 'Selected ads',
    selectedCount: (count: number) => `${plural(count, 'ad')} selected`,
    selectAll: (count: number) => `Select all ${formatNumber(count)} loaded`,
    clearSelection: 'Clear selection',
    saveToBoard: 'Save to board',
    saving: (name: string) => `Saving to ${name}`,
    saved: (name: string) => `saved to ${name}`,
    finished: (count: number, done: string) => `${plural(count, 'ad')} ${done}.`,
    failed: (count: number, error: string) => `${plural(count, 'ad')} failed: ${error}`,
    canceled: (count: number) => `Canceled; ${plural(count, 'ad')} left.`,
    selectAd: (brand: string, headline: string | null) => `Select ${brand}: ${headline ?? 'ad'}`,
    saveTitle: (count: number) => `Save ${plural(count, 'ad')} to a board`,
  },

  labels: {
    title: 'Labels',
    menu: 'Labels',
    stage: 'Stage',
    noStage: 'No stage',
    differentStages: 'Different stages',
    stages: {
      to_review: 'To review',
      shortlisted: 'Shortlisted',
      in_production: 'In production',
      done: 'Done',
    },
    colors: {
      gray: 'Gray',
      red: 'Red',
      orange: 'Orange',
      yellow: 'Yellow',
      green: 'Green',
      teal: 'Teal',
      blue: 'Blue',
      purple: 'Purple',
      pink: 'Pink',
    },
    organize: (count: number) =>
      count === 1 ? 'Labels and stage' : `Labels and stage of ${plural(count, 'ad')}`,
    action: 'Labels and stage',
    find: 'Find or create a label',
    create: (name: string) => `Create “${name}”`,
    none: 'No labels yet. Type a name to create one.',
    given: (count: number, total: number) =>
      count === 0 ? ', not given' : count === total ? ', given' : `, given to ${count} of ${total}`,
    edit: 'Edit labels',
    nameOf: (name: string) => `Name of ${name}`,
    colorOf: (name: string) => `Color of ${name}`,
    deleteLabel: (name: string) => `Delete ${name}`,
    deleted: (name: string) => `Deleted label ${name}`,
    stageSet: (count: number, stage: string | null) =>
      stage === null ? `Removed the stage of ${plural(count, 'ad')}` : `${plural(count, 'ad')}: ${stage}`,
  },

  library: {
    title: 'On your boards',
    loading: 'Loading boards',
    empty: 'Not saved yet. Save it to keep its media and add a note.',
    note: 'Note',
    notePlaceholder: 'Why did you save this ad?',
    saveNote: 'Save note',
    noteSaved: 'Note saved',
    noteRemoved: 'Note removed',
    stored: (count: number, bytes: number) =>
      `${plural(count, 'file')} stored${count > 0 ? ` (${formatBytes(bytes)})` : ''}`,
    storedTip: 'Copies of the media from when you saved the ad. They remain if the source removes its own.',
    pending: (count: number) => `· ${formatNumber(count)} pending`,
    failed: (count: number) => `· ${formatNumber(count)} failed`,
  },
} as const;
