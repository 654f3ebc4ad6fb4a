import type { Subject, Subjects } from './growth.sql.ts';
import type { Question } from './questions.ts';

const aim = { 1_000_000: 50 };

/** Questions about creatives, tests and trends that no peer answers. They have an aim of their own. */
export function creativeQuestions({ largest, large, small }: Subjects, indexed: Indexed): Question[] {
  const sizes = largest.advertiserId === large.advertiserId ? { large, small } : { largest, large, small };
  return [
    ...Object.entries(sizes).flatMap(([size, subject]) => aboutAdvertiser(size, subject)),
    createQuestion('tags by momentum, 45 days', 'trending.topTagsByEngagement', {
      windowDays: 45,
      sortBy: 'momentum',
    }),
    createQuestion('advertisers by momentum, 45 days', 'trending.topAdvertisers', {
      windowDays: 45,
      sortBy: 'momentum',
    }),
    createQuestion('similar to a text, all ads', 'ads.search', { similarTo: { text: aText } }),
    createQuestion('similar to a text, large', 'ads.search', {
      similarTo: { text: aText },
      companyNames: [large.name],
    }),
    createQuestion('words and meaning', 'ads.search', { searchQuery: aText, match: 'meaning' }),
    createQuestion('getFamily, an ad of the large one', 'ads.getFamily', { hash: large.hash }),
    createQuestion('getFamily, an ad of a small one', 'ads.getFamily', { hash: small.hash }),
    ...(indexed.ads > maxPastAds ? [] : aboutMoment(indexed.yesterday)),
    ...Object.entries({ large, small }).map(([size, { name }]) =>
      createQuestion(`getOverview of yesterday, ${size}`, 'brandSpy.getOverview', {
        companyName: name,
        asOf: indexed.yesterday,
      }),
    ),
    createQuestion('search by family, all ads', 'ads.search', { duplicates: 'family' }),
    createQuestion('search by family, large', 'ads.search', {
      duplicates: 'family',
      companyNames: [large.name],
    }),
    createQuestion('saturation of three brands, 45 days', 'trending.saturation', {
      windowDays: 45,
      companyNames: [largest.name, large.name, small.name],
    }),
    createQuestion('history of two advertisers, 45 days', 'trending.getHistory', {
      windowDays: 45,
      advertiserIds: [largest.advertiserId, large.advertiserId],
    }),
  ];
}

interface Indexed {
  readonly ads: number;
  /** `YYYY-MM-DD` */
  readonly yesterday: string;
}

const aText = 'sleep better at night';
/** Questions about all brands at a moment are refused beyond it. */
const maxPastAds = 50_000;

function aboutMoment(asOf: string): Question[] {
  return [
    createQuestion('search of yesterday', 'ads.search', { searchQuery: 'sleep', asOf }),
    createQuestion('tags of yesterday, 45 days', 'trending.topTagsByEngagement', { windowDays: 45, asOf }),
    createQuestion('advertisers of yesterday, 45 days', 'trending.topAdvertisers', { windowDays: 45, asOf }),
    createQuestion('listTopAdvertisers of yesterday', 'brandSpy.listTopAdvertisers', { asOf }),
  ];
}

const aboutOneAdvertiser = [
  'getSurvival',
  'getMomentum',
  'listTests',
  'listClaims',
  'listCreatives',
  'getTagShares',
  'getLaunchHistory',
];

function aboutAdvertiser(size: string, { name, ads }: Subject): Question[] {
  return aboutOneAdvertiser.map((procedure) =>
    createQuestion(`${procedure}, ${size} (${ads.toLocaleString('en-US')} ads)`, `brandSpy.${procedure}`, {
      companyName: name,
    }),
  );
}

function createQuestion(name: string, path: string, input: object): Question {
  return {
    name: `creative: ${name}`,
    path,
    input,
    atMost: aim,
    rows: (answer) => [[answer]],
    statements: null,
    values: [],
  };
}
