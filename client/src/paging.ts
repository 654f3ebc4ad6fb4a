import type { InputOf, OutputOf, ProcedureName, ProcedureNamed } from '@magpie/contract';
import { callByName, type MagpieClient } from './client.ts';

type ResultOf<Name extends ProcedureName> = OutputOf<ProcedureNamed<Name>>;

interface Page {
  readonly total: number;
  readonly hasMore: boolean;
  readonly nextCursor: number | null;
}

export type PagedName = {
  [Name in ProcedureName]: ResultOf<Name> extends Page ? Name : never;
}[ProcedureName];

export type PageOf<Name extends PagedName> = ResultOf<Name> & Page;

type ListIn<Result> = {
  [Field in keyof Result]: Result[Field] extends readonly unknown[] ? Field : never;
}[keyof Result];

/** The field of each result that holds its records. Does not compile unless every paged procedure is listed. */
const recordFields = {
  'ads.list': 'ads',
  'ads.search': 'ads',
  'aiImages.list': 'images',
  'audit.list': 'acts',
  'brandImages.list': 'images',
  'brandSpy.getAdCopies': 'copies',
  'brandSpy.getHeadlines': 'headlines',
  'brandSpy.getHooks': 'hooks',
  'brandSpy.getLandingPages': 'landingPages',
  'brandSpy.getTimeline': 'launches',
  'brandSpy.listClaims': 'claims',
  'brandSpy.listTests': 'tests',
  'brandSpy.listCreatives': 'creatives',
  'notifications.list': 'notifications',
  'webhooks.deliveries': 'deliveries',
} as const satisfies { [Name in PagedName]: ListIn<ResultOf<Name>> };

type RecordFields = typeof recordFields;

/** One record of a list: `RecordOf<'ads.search'>` is an ad. */
export type RecordOf<Name extends PagedName> =
  ResultOf<Name> extends {
    readonly [Field in RecordFields[Name]]: readonly (infer Entry)[];
  }
    ? Entry
    : never;

export type PagedInput<Name extends PagedName> = NonNullable<InputOf<ProcedureNamed<Name>>>;

export interface PagingOptions {
  readonly signal?: AbortSignal;
}

/** The largest limit that every procedure accepts. */
const pageSize = 100;

/** Whether a procedure returns pages, for programs that know its name only at run time. */
export function isPaged(name: string): name is PagedName {
  return Object.hasOwn(recordFields, name);
}

export function recordsIn<Name extends PagedName>(name: Name, page: PageOf<Name>): readonly RecordOf<Name>[] {
  const fields: object = page;
  return (fields as Readonly<Record<string, readonly RecordOf<Name>[]>>)[recordFields[name]] ?? [];
}

/** Iterates over pages, fetching each on demand. Starts at the `cursor` of the input. */
export async function* pagesOf<Name extends PagedName>(
  client: MagpieClient,
  name: Name,
  input: PagedInput<Name>,
  options: PagingOptions = {},
): AsyncGenerator<PageOf<Name>, void, undefined> {
  const params = { ...input, limit: input.limit ?? pageSize };
  for (let cursor: number | null = null; ;) {
    const from: object = cursor === null ? params : { ...params, cursor };
    const page = (await callByName(client, name, 'query', from, options)) as PageOf<Name>;
    yield page;
    if (!page.hasMore || page.nextCursor === null) return;
    cursor = page.nextCursor;
  }
}

/** Iterates over records. Leaving the loop stops fetching. */
export async function* recordsOf<Name extends PagedName>(
  client: MagpieClient,
  name: Name,
  input: PagedInput<Name>,
  options: PagingOptions = {},
): AsyncGenerator<RecordOf<Name>, void, undefined> {
  for await (const page of pagesOf(client, name, input, options)) yield* recordsIn(name, page);
}
