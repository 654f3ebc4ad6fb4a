import type { InputOf, OutputOf, ProcedureName, ProcedureNamed } from '@magpie/contract';
import { callByName, type MagpieClient } from './client.ts';

type AnswerOf<Name extends ProcedureName> = OutputOf<ProcedureNamed<Name>>;

interface Page {
  readonly total: number;
  readonly hasMore: boolean;
  readonly nextCursor: number | null;
}

/** The procedures that answer a page of a longer list. */
export type PagedName = {
  [Name in ProcedureName]: AnswerOf<Name> extends Page ? Name : never;
}[ProcedureName];

/** What one of these procedures answers. */
export type PageOf<Name extends PagedName> = AnswerOf<Name> & Page;

type ListIn<Answer> = {
  [Field in keyof Answer]: Answer[Field] extends readonly unknown[] ? Field : never;
}[keyof Answer];

/** Which field of an answer holds the records that are walked over. Every procedure with pages is here, or it does not compile. */
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
  'notifications.list': 'notifications',
  'webhooks.deliveries': 'deliveries',
} as const satisfies { [Name in PagedName]: ListIn<AnswerOf<Name>> };

type RecordFields = typeof recordFields;

/** One record of a list: `RecordOf<'ads.search'>` is an ad. */
export type RecordOf<Name extends PagedName> =
  AnswerOf<Name> extends {
    readonly [Field in RecordFields[Name]]: readonly (infer Entry)[];
  }
    ? Entry
    : never;

/** What one of these procedures is asked with. */
export type PagedInput<Name extends PagedName> = NonNullable<InputOf<ProcedureNamed<Name>>>;

export interface WalkOptions {
  readonly signal?: AbortSignal;
}

/** As many as every procedure gives at once, so that a long walk asks seldom. */
const pageSize = 100;

/** Whether a procedure answers pages, for programs that learn its name only when they run. */
export function isPaged(name: string): name is PagedName {
  return Object.hasOwn(recordFields, name);
}

/** The records in a page. */
export function recordsIn<Name extends PagedName>(name: Name, page: PageOf<Name>): readonly RecordOf<Name>[] {
  const fields: object = page;
  return (fields as Readonly<Record<string, readonly RecordOf<Name>[]>>)[recordFields[name]] ?? [];
}

/** Page after page of a list, each asked for when it is wanted. A `cursor` in the input is where the walk begins. */
export async function* pagesOf<Name extends PagedName>(
  client: MagpieClient,
  name: Name,
  input: PagedInput<Name>,
  options: WalkOptions = {},
): AsyncGenerator<PageOf<Name>, void, undefined> {
  const asked = { ...input, limit: input.limit ?? pageSize };
  for (let cursor: number | null = null; ;) {
    const from: object = cursor === null ? asked : { ...asked, cursor };
    const page = (await callByName(client, name, 'query', from, options)) as PageOf<Name>;
    yield page;
    if (!page.hasMore || page.nextCursor === null) return;
    cursor = page.nextCursor;
  }
}

/** Record after record of a list. Whoever leaves the loop asks for nothing more. */
export async function* recordsOf<Name extends PagedName>(
  client: MagpieClient,
  name: Name,
  input: PagedInput<Name>,
  options: WalkOptions = {},
): AsyncGenerator<RecordOf<Name>, void, undefined> {
  for await (const page of pagesOf(client, name, input, options)) yield* recordsIn(name, page);
}
