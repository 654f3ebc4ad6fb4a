import { contract, type InputOf, type ParsedInputOf } from '@magpie/contract';
import { advertiserId } from '@magpie/server/ads/identity';
import { encodeCursor, listKey } from '@magpie/server/rpc/cursor';
import type { Postgres } from '@magpie/server/db/postgres/postgres';
import { maxCompanyNames, resolveListCursor, buildQuery } from '@magpie/server/boards/listAds';
import { countValues } from '@magpie/server/boards/filterValues.sql';
import { findPage } from '@magpie/server/boards/savedSearch.sql';
import { sum } from '../harness.ts';
import { findExample, findRareName, savedAdAt } from './load.sql.ts';

type Input = NonNullable<InputOf<typeof contract.ads.list>>;

export interface LibraryQuestion {
  readonly name: string;
  /** The input of ads.list; null for ads.getFilterValues. */
  readonly input: Input | null;
}

const sorts = ['recommended', 'date', 'views', 'likes', 'comments'] as const;
const pages = [1, 10, 100, 1000];
const pageLength = 20;

/** Queries on a library, each with a result that is not empty. */
export async function listQuestions(db: Postgres, userId: string, ads: number): Promise<LibraryQuestion[]> {
  const rare = (await findRareName(db, userId)).split(' ', 1)[0] ?? '';
  const questions: LibraryQuestion[] = sorts.map((sortBy) => ({
    name: `first page by ${sortBy}`,
    input: { sortBy },
  }));
  questions.push(
    { name: 'two words', input: { searchQuery: 'free shipping' } },
    { name: 'a phrase', input: { searchQuery: '"free shipping"' } },
    { name: 'a rare word', input: { searchQuery: rare } },
    { name: 'three letters that half of the ads have', input: { searchQuery: 'ing' } },
    { name: 'a platform and a format', input: { platforms: ['tiktok'], formats: ['video'] } },
    { name: 'all filters at once', input: await everything(db, userId) },
  );
  for (const page of pages.filter((number) => number * pageLength < ads)) {
    const last = page === 1 ? undefined : await savedAdAt(db, userId, (page - 1) * pageLength - 1);
    const cursor = last === undefined ? 0 : encodeCursor(getListKey({}, userId), last.id, last.key);
    questions.push({ name: `page ${page}`, input: { cursor } });
  }
  questions.push({ name: 'what there is to filter by', input: null });
  return questions;
}

async function everything(db: Postgres, userId: string): Promise<Input> {
  const example = await findExample(db, userId);
  const [first = ''] = example.companyName.split(' ', 1);
  return {
    searchQuery: `${first} ${new URL(example.landingPageUrl).hostname}`,
    boardId: example.boardId,
    platforms: example.platforms as NonNullable<Input['platforms']>,
    formats: [example.format] as NonNullable<Input['formats']>,
    companyNames: [example.companyName],
    adTypes: [example.adType],
    languages: [example.language],
    ctaTypes: [example.cta],
    isPartnership: true,
    viewsMin: 0,
    viewsMax: example.views,
    dateFrom: '2020-01-01',
    dateTo: example.startDate,
    sortBy: 'views',
  };
}

function getListKey(input: Input, userId: string): string {
  return listKey('ads.list', contract.ads.list.input.parse(input), userId);
}

/** The statement alone that finds the answer, through the same driver; how many ads it found or counted in all. */
export async function queryEngine(db: Postgres, userId: string, { input }: LibraryQuestion): Promise<number> {
  const scopes = [`user:${userId}`];
  if (input === null) {
    const counts = await countValues(db, scopes, maxCompanyNames);
    // Every ad has one format.
    return sum(counts.filter(({ filter }) => filter === 'formats').map(({ ads }) => ads));
  }
  const read: ParsedInputOf<typeof contract.ads.list> = contract.ads.list.input.parse(input);
  const after = await resolveListCursor(db, read, { list: getListKey(input, userId), visible: scopes });
  const { companyNames = [] } = read;
  const named =
    companyNames === 'FOLLOWED' || companyNames.length === 0 ? null : companyNames.map(advertiserId);
  const { total } = await findPage(db, buildQuery(read, scopes, named), { after, most: read.limit + 1 });
  return total;
}

export function totalIn({ input }: LibraryQuestion, body: string): number {
  const { data } = JSON.parse(body).result;
  if (input !== null) return data.total;
  return sum(Object.values<number>(data.counts.formats));
}
