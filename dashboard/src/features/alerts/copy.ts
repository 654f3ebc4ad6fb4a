import { formatDay, formatNumber, plural } from '../../lib/format.ts';

type Part<Node> = Node | string;

interface SentenceSlots<Node> {
  readonly brands: Node;
  readonly event: Node;
  readonly threshold: Node;
  /** Null for an event without keywords. */
  readonly mention: string | null;
  readonly keywords: Node;
  readonly platforms: Node;
  readonly frequency: Node;
  readonly channels: Node;
}
import { bellCopy } from './inbox/copy.ts';

export const alertsCopy = {
  title: 'Alerts',
  newRule: 'New rule',
  view: 'View',
  inboxTab: 'Inbox',
  rulesTab: (count: number) => (count === 0 ? 'Rules' : `Rules (${count})`),
  viewRules: 'View rules',

  inbox: {
    loading: 'Loading inbox',
    list: 'Notifications, newest first',
    unreadOnly: 'Unread only',
    unread: 'Unread',
    markAllRead: 'Mark all as read',
    caughtUp: 'All caught up.',
    empty: 'No alerts yet. Ads that match your rules appear here.',
    back: 'Inbox',
    goToInbox: 'Go to inbox',
    deleted: 'This notification was deleted.',
    unknownRule: 'A rule',
    webhook: 'Webhook',
    sent: (time: string) => `Sent ${time}`,
    adWord: (count: number) => (count === 1 ? 'ad' : 'ads'),
    others: (count: number) => `and ${plural(count, 'other')}`,
    landingPages: 'New landing pages',
    showing: (shown: number, left: number) =>
      `Showing the first ${formatNumber(shown)}. ${plural(left, 'more ad')} found.`,
    viewAll: (brands: number) =>
      brands === 1 ? 'View all ads from this brand' : 'View all ads from these brands',
    adGone: 'This ad is no longer available.',
  },

  bell: bellCopy,

  rules: {
    list: 'Rules',
    loading: 'Loading rules',
    empty: 'No rules yet. A rule notifies you of ads you care about, such as new ads from a competitor.',
    createFirst: 'Create your first rule',
    paused: 'Paused · ',
    noMatches: 'No matches yet',
    lastMatch: (ago: string) => `Last match ${ago}`,
    lastMatchTip: (time: string) => `Last match: ${time}`,
    isOn: (name: string) => `${name} is on`,
    edit: 'Edit',
    editRule: (name: string) => `Edit ${name}`,
    deleteRule: (name: string) => `Delete ${name}`,
    deleted: (name: string) => `Deleted ${name}`,
  },

  editor: {
    newTitle: 'New rule',
    editTitle: 'Edit rule',
    form: 'Rule',
    loading: 'Loading rule',
    notFound: 'Rule not found. It may have been deleted.',
    name: 'Name',
    save: 'Save rule',
    saved: (name: string) => `Saved ${name}`,
    leftOut: (filters: string) =>
      `Not carried over from your search: ${filters}. A rule cannot filter by these, so it may match more ads.`,
    noFollowedBrands: 'You don’t follow any brands yet, so this rule won’t match any ads.',
    findBrands: 'Find brands to follow',
    issue: (field: string, problem: string) => `${field}: ${problem}`,
  },

  slots: {
    brands: 'Brands',
    event: 'Event',
    reach: 'Minimum reach',
    launches: 'Minimum launches',
    timesUsual: 'Times the usual number',
    keywords: 'Keywords',
    platforms: 'Platforms',
    frequency: 'Frequency',
    channels: 'Notify via',
    value: (slot: string, text: string) => `${slot}: ${text}`,
    people: ' people ',
    withinAWeek: ' ads within 7 days, at least ',
    timesAsUsual: ' times as many as usual, ',
    whichBrands: 'Which brands',
    brandOptions: { followed: 'Followed', any: 'Any', named: 'Specific' },
    followedHint: 'Updates as you follow and unfollow brands.',
    anyHint: 'Every brand with ads here.',
    selectedBrands: 'Selected brands',
    findBrand: 'Find a brand',
    whichKeywords: 'which keywords?',
    addKeyword: 'Add a keyword or phrase',
    add: 'Add',
    keywordHint: <Node>(code: (text: string) => Node): Part<Node>[] => [
      'Matches ads with any of these. ',
      code('summer sale'),
      ': both words anywhere. ',
      code('"free shipping"'),
      ': exact phrase. ',
      code('shoes -kids'),
      ': the first without the second.',
    ],
    platformsHint: 'Select none for any platform',
    inbox: 'Inbox',
    email: 'Email',
    webhook: 'Webhook',
    webhookPlaceholder: 'https://example.com/magpie',
    emailHint: 'Your address by default. You can enter a teammate’s.',
    webhookHint: <Node>(settings: Node): Part<Node>[] => [
      'Sent by POST. Find the secret and log in ',
      settings,
      '.',
    ],
    settings: 'Settings',
    removeEmail: 'Remove email',
    removeWebhook: 'Remove webhook',
    channelProblem: (problem: string) => `It ${problem}`,
  },

  sentence: {
    /** Each event: after "When a brand", before the keywords, and the noun of suggested names. */
    events: {
      new_ads: { verb: 'launches new ads', mention: 'that mention', noun: 'New ads' },
      ad_stopped: { verb: 'stops ads', mention: 'that mention', noun: 'Stopped ads' },
      reach_above: { verb: 'has ads that reach more than', mention: 'and mention', noun: 'Ads' },
      landing_page_new: {
        verb: 'sends people to a new page',
        mention: 'with ads that mention',
        noun: 'New landing pages',
      },
      copy_matches: { verb: 'launches or rewrites ads', mention: 'that now mention', noun: 'Ads' },
      momentum: { verb: 'launches at least', mention: null, noun: 'Bursts of launches' },
      claim: { verb: 'makes or changes a claim', mention: null, noun: 'New claims' },
    },
    frequencies: { instant: 'immediately', daily: 'once a day', weekly: 'once a week' },
    withSlots: <Node>(slots: SentenceSlots<Node>): Part<Node>[] => [
      'When ',
      slots.brands,
      ' ',
      slots.event,
      ' ',
      slots.threshold,
      ...(slots.mention === null ? [] : [`${slots.mention} `, slots.keywords]),
      ' on ',
      slots.platforms,
      ', notify me ',
      slots.frequency,
      ' via ',
      slots.channels,
      '.',
    ],
    rule: (who: string, what: string, frequency: string, channels: string) =>
      `When ${who} ${what}, notify me ${frequency} via ${channels}.`,
    reach: (people: number) => ` ${formatNumber(people)} people`,
    launches: (ads: number, timesUsual: number) =>
      ` ${plural(ads, 'ad')} within 7 days, at least ${formatNumber(timesUsual)} times as many as usual`,
    mention: (mention: string, keywords: string) => ` ${mention} ${keywords}`,
    on: (platforms: string) => ` on ${platforms}`,
    followedBrand: 'a brand I follow',
    anyBrand: 'any brand',
    anything: 'anything',
    anyPlatform: 'any platform',
    noChannel: 'no channel yet',
    inbox: 'inbox',
    email: (address: string) => (address === '' ? 'email' : `email to ${address}`),
    webhook: (host: string | null) => (host === null ? 'webhook' : `webhook to ${host}`),
    otherNames: (count: number) => `${formatNumber(count)} others`,
    and: (words: readonly string[]) => words.join(' and '),
    butNot: (included: string, excluded: readonly string[]) => `${included} but not ${excluded.join(' or ')}`,
    name: (noun: string, who: string, reach: string, keywords: string) =>
      `${noun} from ${who}${reach}${keywords}`,
    followedBrands: 'brands I follow',
    nameReach: (people: number) => ` that reach ${formatNumber(people)}`,
    nameKeywords: (keywords: string) => ` about ${keywords}`,
  },

  pastMatches: {
    title: 'Past matches',
    about: 'By the day an ad was first seen; brand pages count the day it started. Nothing is saved or sent.',
    period: 'Period',
    loading: 'Testing rule',
    addKeyword: 'Add a keyword to see past matches.',
    enterReach: 'Enter a minimum reach to see past matches.',
    enterLaunches: 'Enter a number of launches to see past matches.',
    nameBrands: 'Choose brands to see past matches.',
    none: (days: number) => `No matches in the last ${days} days.`,
    matched: <Node>(days: Node, period: number, ads: Node): Part<Node>[] => [
      'Matched on ',
      days,
      ` in the last ${period} days, with `,
      ads,
      '.',
    ],
    daysTip: 'Days with at least one match, as if each day had been imported separately.',
    adsTip: (from: string, to: string) =>
      `From ${formatDay(from)} to ${formatDay(to)}. An ad matches a rule only once.`,
    chart: 'Matching ads by day',
    series: 'Ads',
    byDay: 'Matches by day',
    moreAds: (count: number) => `and ${plural(count, 'more ad')}`,
  },
} as const;
