import type { contract, OutputOf } from '@magpie/contract';
import type { Subject, Subjects } from './growth.sql.ts';
import * as sql from './peers.sql.ts';
import type { Dialect } from './peers.sql.ts';

export interface Question {
  readonly name: string;
  readonly isSameAtEverySize?: boolean;
  /** The size of the advertiser, of questions that are answered from memory. */
  readonly ads?: number;
  /** The aim in milliseconds, by the size of the index. */
  readonly atMost?: Readonly<Record<number, number>>;
  /** The aim for the 95th percentile. */
  readonly atMost95?: Readonly<Record<number, number>>;
  readonly path: string;
  readonly input: object;
  /** The content of a response, for comparison. */
  readonly rows: (answer: never) => Rows;
  /** Statements of a peer that take the same values, `$1` and so on. Null if peers do not answer the question. */
  readonly statements: ((dialect: Dialect) => string | string[]) | null;
  readonly values: readonly (string | number)[];
  /** The rows of a peer that equal those of the response; all of them if it is missing. */
  readonly peerRows?: (rows: Rows) => Rows;
}

export type Rows = readonly (readonly unknown[])[];

type BrandSpy = typeof contract.brandSpy;
type Trending = typeof contract.trending;
type Companies = OutputOf<typeof contract.ads.listTopCompanies>;

/** The fields of each item as peers return them: lists joined by commas, times in milliseconds. */
function pickRows<Item>(items: readonly Item[], ...names: readonly (keyof Item)[]): unknown[][] {
  return items.map((item) =>
    names.map((name) => {
      const value: unknown = item[name];
      if (Array.isArray(value)) return value.join(',');
      return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : value;
    }),
  );
}

export function listQuestions({ largest, large, middle, small }: Subjects, today: string): Question[] {
  const sizes = largest.advertiserId === large.advertiserId ? { large } : { largest, large };
  return [
    ...leaderboards(today),
    ...directory(large),
    ...Object.entries({ ...sizes, middle, small }).flatMap(([size, subject]) =>
      aboutAdvertiser(size, subject, today),
    ),
    {
      name: 'listSimilarAdvertisers, largest',
      path: 'brandSpy.listSimilarAdvertisers',
      input: { companyName: largest.name },
      rows: ({ advertisers }: OutputOf<BrandSpy['listSimilarAdvertisers']>) =>
        clearlyAlike(pickRows(advertisers, 'advertiserId', 'similarity', 'adCount', 'totalReach')),
      atMost: { 1_000_000: 30, 10_000_000: 30 },
      statements: sql.similar,
      values: [largest.advertiserId],
      peerRows: clearlyAlike,
    },
  ];
}

/** Sums of 32-bit fractions differ in the last of four decimals: those as alike as the last are left out, the others ordered by id. */
function clearlyAlike(rows: Rows): Rows {
  const least = Number(rows.at(-1)?.[1]) + 0.0005;
  return rows
    .filter((row) => Number(row[1]) > least)
    .toSorted((one, other) => Number(one[0]) - Number(other[0]));
}

function leaderboards(today: string): Question[] {
  const country = 'US';
  const tags = {
    path: 'trending.topTagsByEngagement',
    rows: (answer: OutputOf<Trending['topTagsByEngagement']>) =>
      pickRows(answer.tags, 'tagDefinitionId', 'category', 'shortText', 'totalEngagement', 'adCount'),
  };
  return [
    {
      ...tags,
      name: 'top tags, 90 days',
      atMost: { 1_000_000: 8, 10_000_000: 12 },
      input: { windowDays: 90 },
      statements: () => sql.topTags(false),
      values: [today],
    },
    {
      ...tags,
      name: 'top tags, 90 days, one country',
      input: { windowDays: 90, country },
      statements: () => sql.topTags(true),
      values: [today, country],
    },
    {
      name: 'top advertisers, 90 days, one country',
      path: 'trending.topAdvertisers',
      input: { windowDays: 90, country },
      rows: ({ advertisers }: OutputOf<Trending['topAdvertisers']>) =>
        pickRows(advertisers, 'advertiserId', 'name', 'totalEngagement', 'adCount', 'platforms'),
      statements: () => sql.topAdvertisers(true),
      values: [today, country],
    },
  ];
}

function directory({ name }: Subject): Question[] {
  const word = name.split(' ')[0]?.toLowerCase() ?? '';
  const beginning = word.slice(0, 4);
  const swapped = `${word.slice(0, 3)}${word[4] ?? ''}${word[3] ?? ''}${word.slice(5)}`;
  const isRight = (found: unknown): Rows => [[String(found).toLowerCase().startsWith(word)]];
  return [
    {
      name: 'listTopAdvertisers',
      atMost: { 1_000_000: 3, 10_000_000: 3 },
      path: 'brandSpy.listTopAdvertisers',
      input: {},
      rows: (answer: OutputOf<BrandSpy['listTopAdvertisers']>) =>
        pickRows(answer, 'advertiserId', 'company', 'adCount', 'totalViews', 'platforms'),
      statements: sql.topAdvertisersByReach,
      values: [50],
    },
    {
      name: 'listTopCompanies, a beginning',
      atMost: { 1_000_000: 3, 10_000_000: 3 },
      path: 'ads.listTopCompanies',
      input: { name: beginning },
      rows: ({ companies }: Companies) => {
        const matches = companies.filter(({ matchType }) => ['exact', 'prefix'].includes(matchType));
        return pickRows(matches, 'advertiserId', 'name', 'adCount', 'totalReach');
      },
      statements: sql.namesThatBegin,
      values: [beginning],
    },
    {
      name: 'listTopCompanies, a misspelt name',
      atMost: { 1_000_000: 15, 10_000_000: 15 },
      path: 'ads.listTopCompanies',
      input: { name: swapped },
      // Each uses a different similarity measure: the right advertiser must come first with all of them.
      rows: ({ companies }: Companies) => isRight(companies[0]?.name),
      statements: sql.namesLike,
      values: [swapped],
      peerRows: ([first]) => isRight(first?.[1]),
    },
  ];
}

const textFields = [
  'adCount',
  'totalReach',
  'daysRunning',
  'performanceScore',
  'firstSeenAt',
  'lastSeenAt',
] as const;

function aboutAdvertiser(size: string, { advertiserId, name, ads }: Subject, today: string): Question[] {
  const about = (procedure: string, rest: Pick<Question, 'rows' | 'statements' | 'peerRows'>): Question => ({
    ...rest,
    name: `${procedure}, ${size} (${ads.toLocaleString('en-US')} ads)`,
    isSameAtEverySize: size !== 'largest',
    ads,
    path: `brandSpy.${procedure}`,
    input: { companyName: name },
    values: [advertiserId, today],
  });
  return [
    about('getOverview', {
      rows: overviewRows,
      statements: sql.overview,
      peerRows: ([row = []]) => [row.map((value) => value ?? '')],
    }),
    about('getHeader', {
      rows: (answer: OutputOf<BrandSpy['getHeader']>) =>
        pickRows(
          [answer],
          ...([
            'name',
            'totalAds',
            'totalReach',
            'activeAds',
            'platforms',
            'firstSeenAt',
            'lastSeenAt',
          ] as const),
        ),
      statements: sql.header,
    }),
    about('getAdCopies', {
      rows: ({ copies, total }: OutputOf<BrandSpy['getAdCopies']>) =>
        copies.map((each) => [each.body, ...textRow(each), total]),
      statements: (dialect) => sql.texts(dialect, 'bodies'),
    }),
    about('getHeadlines', {
      rows: ({ headlines, total }: OutputOf<BrandSpy['getHeadlines']>) =>
        headlines.map((each) => [each.headline, ...textRow(each), total]),
      statements: (dialect) => sql.texts(dialect, 'headlines'),
    }),
    about('getLandingPages', { rows: pageRows, statements: sql.landingPages }),
    about('getTimeline', {
      rows: timelineRows,
      statements: sql.timeline,
      peerRows: (rows) =>
        rows.map((row) => (row.length === 3 ? row : [row[0], row[1], row[5], row[6], row[8]])),
    }),
  ];
}

function overviewRows({ stats, demographics }: OutputOf<BrandSpy['getOverview']>): Rows {
  const parts = (items: readonly { reach: number }[], names: readonly (string | null)[]): string =>
    items.flatMap(({ reach }, at) => (reach === 0 ? [] : [`${names[at]}=${reach}`])).join(',');
  const { gender, country, age } = demographics;
  const [counts = []] = pickRows(
    [stats],
    ...(['totalAds', 'totalReach', 'imageAds', 'videoAds', 'activeAds', 'avgDaysRunning'] as const),
  );
  return [
    [
      ...counts,
      parts(
        gender,
        gender.map((each) => each.gender),
      ),
      parts(
        country,
        country.map((each) => each.country),
      ),
      parts(
        age,
        age.map((each) => each.age),
      ),
    ],
  ];
}

function textRow(text: Omit<OutputOf<BrandSpy['getAdCopies']>['copies'][number], 'body'>): unknown[] {
  const { hash, thumbnailUrl } = text.sampleAd;
  return [...pickRows([text], ...textFields).flat(), hash, thumbnailUrl ?? ''];
}

function pageRows({ landingPages, total }: OutputOf<BrandSpy['getLandingPages']>): Rows {
  const names = ['url', 'domain', 'adCount', 'activeAds', 'totalReach', 'distribution'] as const;
  return pickRows(landingPages, ...names, 'firstSeenAt', 'lastSeenAt').map((row) => row.concat(total));
}

function timelineRows({ series, launches, total }: OutputOf<BrandSpy['getTimeline']>): Rows {
  const rows = launches.map(({ hash, launchedAt, status, daysRunning }) => {
    return [hash, launchedAt, status === 'active', daysRunning, total];
  });
  return [...pickRows(series, 'date', 'launched', 'active'), ...rows];
}
