import type { contract, OutputOf } from '@magpie/contract';
import type { Subjects } from './load.ts';
import type { PeerQuestion } from './peer.ts';
import * as sql from './peers.sql.ts';
import type { Dialect } from './peers.sql.ts';

/** The queries that the service and its peers run. */
export interface Question {
  readonly name: string;
  /** `trending` is limited to 60 requests per minute and user. */
  readonly isTrending: boolean;
  /** About the same ads at every size of the index. */
  readonly isSameAtEverySize: boolean;
  /** About one advertiser of few ads. */
  readonly isSmall: boolean;
  /** Milliseconds aimed at, by the size of the index. */
  readonly atMost?: Readonly<Record<number, number>>;
  readonly path: string;
  readonly input: object;
  /** What the answer says, row by row, for comparing it. */
  readonly rows: (answer: never) => Rows;
  readonly inWordsOf: (dialect: Dialect) => PeerQuestion;
  /** The same of a peer's rows. */
  readonly peerRows: (rows: Rows) => Rows;
}

export type Rows = readonly (readonly unknown[])[];

type BrandSpy = typeof contract.brandSpy;
type Trending = typeof contract.trending;
type Companies = OutputOf<typeof contract.ads.listTopCompanies>['companies'];

interface QuestionOptions {
  readonly subjects: Subjects;
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

const country = 'US';

export function questionsAbout(options: QuestionOptions): Question[] {
  const { largest, large, middle, small } = options.subjects;
  const sizes = largest.advertiserId === large.advertiserId ? { large } : { largest, large };
  return [
    ...leaderboards(options),
    ...directory(options),
    ...Object.entries({ ...sizes, middle, small }).flatMap(([size, subject]) =>
      ofAdvertiser(size, subject, options.today),
    ),
    similar(options),
  ];
}

const plain = {
  isTrending: false,
  isSameAtEverySize: false,
  isSmall: false,
  peerRows: (rows: Rows): Rows => rows,
};

function leaderboards({ today }: QuestionOptions): Question[] {
  const tags = (answer: OutputOf<Trending['topTagsByEngagement']>): Rows =>
    answer.tags.map((each) => [
      each.tagDefinitionId,
      each.category,
      each.shortText,
      each.totalEngagement,
      each.adCount,
    ]);
  const advertisers = (answer: OutputOf<Trending['topAdvertisers']>): Rows =>
    answer.advertisers.map((each) => [
      each.advertiserId,
      each.name,
      each.totalEngagement,
      each.adCount,
      each.platforms.join(','),
    ]);
  const common = { ...plain, isTrending: true };
  return [
    {
      ...common,
      name: 'top tags, 90 days',
      atMost: { 1_000_000: 15, 10_000_000: 45 },
      path: 'trending.topTagsByEngagement',
      input: { windowDays: 90 },
      rows: tags,
      inWordsOf: () => ({ statements: sql.topTags(false), values: [today] }),
    },
    {
      ...common,
      name: 'top tags, 90 days, one country',
      path: 'trending.topTagsByEngagement',
      input: { windowDays: 90, country },
      rows: tags,
      inWordsOf: () => ({ statements: sql.topTags(true), values: [today, country] }),
    },
    {
      ...common,
      name: 'top advertisers, 90 days, one country',
      path: 'trending.topAdvertisers',
      input: { windowDays: 90, country },
      rows: advertisers,
      inWordsOf: () => ({ statements: sql.topAdvertisers(true), values: [today, country] }),
    },
  ];
}

function directory({ subjects: { large } }: QuestionOptions): Question[] {
  const word = large.name.split(' ')[0]?.toLowerCase() ?? '';
  const beginning = word.slice(0, 4);
  // Two letters changed places.
  const misspelt = `${word.slice(0, 3)}${word[4] ?? ''}${word[3] ?? ''}${word.slice(5)}`;
  const isMeant = (name: unknown): Rows => [[String(name).toLowerCase().startsWith(word)]];
  return [
    {
      ...plain,
      name: 'listTopAdvertisers',
      path: 'brandSpy.listTopAdvertisers',
      input: {},
      rows: (answer: OutputOf<BrandSpy['listTopAdvertisers']>) =>
        answer.map((each) => [
          each.advertiserId,
          each.company,
          each.adCount,
          each.totalViews,
          each.platforms.join(','),
        ]),
      inWordsOf: () => ({ statements: sql.topAdvertisersByReach(), values: [50] }),
    },
    {
      ...plain,
      name: 'listTopCompanies, a beginning',
      path: 'ads.listTopCompanies',
      input: { name: beginning },
      rows: ({ companies }: { companies: Companies }) =>
        companies
          .filter(({ matchType }) => matchType === 'exact' || matchType === 'prefix')
          .map((each) => [each.advertiserId, each.name, each.adCount, each.totalReach]),
      inWordsOf: () => ({ statements: sql.namesThatBegin(), values: [beginning] }),
    },
    {
      ...plain,
      name: 'listTopCompanies, a misspelt name',
      path: 'ads.listTopCompanies',
      input: { name: misspelt },
      // Each uses a different similarity measure: the right advertiser must come first with all of them.
      rows: ({ companies }: { companies: Companies }) => isMeant(companies[0]?.name),
      inWordsOf: (dialect) => ({ statements: sql.namesLike(dialect), values: [misspelt] }),
      peerRows: ([first]) => isMeant(first?.[1]),
    },
  ];
}

function ofAdvertiser(
  size: string,
  { advertiserId, name, ads }: Subjects['small'],
  today: string,
): Question[] {
  const values = [advertiserId, today];
  const input = { companyName: name };
  const common = { ...plain, isSameAtEverySize: size !== 'largest', isSmall: size === 'small', input };
  const named = (procedure: string): string => `${procedure}, ${size} (${ads.toLocaleString('en-US')} ads)`;
  return [
    {
      ...common,
      name: named('getOverview'),
      path: 'brandSpy.getOverview',
      rows: overviewRows,
      inWordsOf: () => ({ statements: sql.overview(), values }),
      peerRows: ([row = []]) => [row.map((value) => (value === null ? '' : value))],
    },
    {
      ...common,
      name: named('getHeader'),
      path: 'brandSpy.getHeader',
      rows: headerRows,
      inWordsOf: (dialect) => ({ statements: sql.header(dialect), values }),
    },
    {
      ...common,
      name: named('getAdCopies'),
      path: 'brandSpy.getAdCopies',
      rows: ({ copies, total }: OutputOf<BrandSpy['getAdCopies']>) =>
        copies.map((each) => [each.body, ...textRow(each), total]),
      inWordsOf: (dialect) => ({ statements: sql.texts(dialect, 'bodies'), values }),
    },
    {
      ...common,
      name: named('getHeadlines'),
      path: 'brandSpy.getHeadlines',
      rows: ({ headlines, total }: OutputOf<BrandSpy['getHeadlines']>) =>
        headlines.map((each) => [each.headline, ...textRow(each), total]),
      inWordsOf: (dialect) => ({ statements: sql.texts(dialect, 'headlines'), values }),
    },
    {
      ...common,
      name: named('getLandingPages'),
      path: 'brandSpy.getLandingPages',
      rows: pageRows,
      inWordsOf: (dialect) => ({ statements: sql.landingPages(dialect), values }),
    },
    {
      ...common,
      name: named('getTimeline'),
      path: 'brandSpy.getTimeline',
      rows: timelineRows,
      inWordsOf: () => ({ statements: sql.timeline(), values }),
      peerRows: (rows) =>
        rows.map((row) => (row.length === 3 ? row : [row[0], row[1], row[5], row[6], row[8]])),
    },
  ];
}

function overviewRows({ stats, demographics }: OutputOf<BrandSpy['getOverview']>): Rows {
  const parts = (
    elements: readonly { reach: number }[],
    nameOf: (at: number) => string | undefined,
  ): string => elements.flatMap(({ reach }, at) => (reach === 0 ? [] : [`${nameOf(at)}=${reach}`])).join(',');
  const { gender, country: countries, age } = demographics;
  return [
    [
      stats.totalAds,
      stats.totalReach,
      stats.imageAds,
      stats.videoAds,
      stats.activeAds,
      stats.avgDaysRunning,
      parts(gender, (at) => gender[at]?.gender),
      parts(countries, (at) => countries[at]?.country),
      parts(age, (at) => age[at]?.age),
    ],
  ];
}

function headerRows(answer: OutputOf<BrandSpy['getHeader']>): Rows {
  return [
    [
      answer.name,
      answer.totalAds,
      answer.totalReach,
      answer.activeAds,
      answer.platforms.join(','),
      Date.parse(answer.firstSeenAt ?? ''),
      Date.parse(answer.lastSeenAt ?? ''),
    ],
  ];
}

type Text = OutputOf<BrandSpy['getAdCopies']>['copies'][number];

function textRow(text: Omit<Text, 'body'>): unknown[] {
  const { adCount, totalReach, daysRunning, performanceScore, firstSeenAt, lastSeenAt, sampleAd } = text;
  const times = [Date.parse(firstSeenAt), Date.parse(lastSeenAt)];
  const sample = [sampleAd.hash, sampleAd.thumbnailUrl ?? ''];
  return [adCount, totalReach, daysRunning, performanceScore, ...times, ...sample];
}

function pageRows({ landingPages, total }: OutputOf<BrandSpy['getLandingPages']>): Rows {
  return landingPages.map((each) => [
    each.url,
    each.domain,
    each.adCount,
    each.activeAds,
    each.totalReach,
    each.distribution,
    Date.parse(each.firstSeenAt),
    Date.parse(each.lastSeenAt),
    total,
  ]);
}

function timelineRows({ series, launches, total }: OutputOf<BrandSpy['getTimeline']>): Rows {
  return [
    ...series.map(({ date, launched, active }) => [date, launched, active]),
    ...launches.map((each) => [
      each.hash,
      each.launchedAt,
      each.status === 'active',
      each.daysRunning,
      total,
    ]),
  ];
}

function similar({ subjects: { largest } }: QuestionOptions): Question {
  return {
    ...plain,
    name: 'listSimilarAdvertisers, largest',
    path: 'brandSpy.listSimilarAdvertisers',
    input: { companyName: largest.name },
    rows: ({ advertisers }: OutputOf<BrandSpy['listSimilarAdvertisers']>) =>
      clearlyAlike(
        advertisers.map((each) => [each.advertiserId, each.similarity, each.adCount, each.totalReach]),
      ),
    inWordsOf: (dialect) => ({
      statements: sql.similar(dialect),
      values: [largest.advertiserId],
    }),
    peerRows: clearlyAlike,
  };
}

/** Sums of 32-bit fractions differ in the last of four decimals: those as alike as the last found are left out, the others ordered by id. */
function clearlyAlike(rows: Rows): Rows {
  const least = Number(rows.at(-1)?.[1]) + 0.0005;
  return rows
    .filter((row) => Number(row[1]) > least)
    .toSorted((one, other) => Number(one[0]) - Number(other[0]));
}
