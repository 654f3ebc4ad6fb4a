import type { OutputOf, Procedure } from '@magpie/contract';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { Call, Handler } from '../../kernel/procedure.ts';
import { someDay, someInstant, someLanguage, someName } from './someAds.ts';

/** Questions need nothing of a call but its input. */
const nobody = {} as Omit<Call<never>, 'input'>;

/** Asks a handler as the service does: the input read and the answer checked by the contract. */
export async function ask<P extends Procedure>(
  procedure: P,
  handler: Handler<P> | undefined,
  input: object,
): Promise<OutputOf<P>> {
  const answer = await handler?.({ ...nobody, input: procedure.input.parse(input) as never });
  return procedure.output.parse(answer) as OutputOf<P>;
}

/** Numbers that are not whole may differ in their last digits: the engine adds in another order. */
export function expectSame(actual: unknown, expected: unknown): void {
  expect(actual).toEqual(nearly(expected));
}

function nearly(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(nearly);
  if (typeof value === 'number') return Number.isInteger(value) ? value : expect.closeTo(value, 8);
  // What is expected may say of a value only what it must be like.
  if (typeof value !== 'object' || value === null || 'asymmetricMatch' in value) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, nearly(each)]));
}

const someBound = fc.oneof(someDay, someInstant);

const someRange = fc
  .tuple(fc.option(someBound, { freq: 2, nil: undefined }), fc.option(someBound, { freq: 2, nil: undefined }))
  .map(([one, other]) => {
    if (one === undefined || other === undefined) return { dateFrom: one, dateTo: other };
    return one.slice(0, 10) <= other.slice(0, 10) ? inOrder(one, other) : inOrder(other, one);
  });

/** Within one day a time may be before the other bound; its whole day then. */
function inOrder(dateFrom: string, dateTo: string): { dateFrom: string; dateTo: string } {
  const isOneDay = dateFrom.slice(0, 10) === dateTo.slice(0, 10);
  return isOneDay ? { dateFrom: dateFrom.slice(0, 10), dateTo: dateFrom.slice(0, 10) } : { dateFrom, dateTo };
}

/** Half of the questions are narrowed by little, so that there is much to be told. */
export const someFilters = fc.oneof(
  fc.record({
    companyName: someName,
    status: fc.constant('all' as const),
    mediaType: fc.constant('all' as const),
  }),
  fc
    .record({
      companyName: someName,
      range: someRange,
      status: fc.constantFrom('active', 'inactive', 'all'),
      mediaType: fc.constantFrom('image', 'video', 'all', 'all'),
      language: fc.option(someLanguage, { freq: 1, nil: undefined }),
    })
    .map(({ range, ...filters }) => ({ ...filters, ...range })),
);

/** What a page says of its place in the whole. */
interface Page<Entry> {
  readonly entries: readonly Entry[];
  readonly total: number;
  readonly hasMore: boolean;
  readonly nextCursor: number | null;
}

/** Every entry of every page, in order; `between` happens before each page but the first. */
export async function walk<Entry>(
  pageAt: (cursor: number) => Promise<Page<Entry>>,
  between: () => Promise<void> = () => Promise.resolve(),
): Promise<Entry[]> {
  const first = await pageAt(0);
  const entries = [...first.entries];
  let { nextCursor } = first;
  while (nextCursor !== null) {
    await between();
    const page = await pageAt(nextCursor);
    expect(page.entries).not.toEqual([]);
    expect(page.total).toBe(first.total);
    expect(page.hasMore).toBe(page.nextCursor !== null);
    entries.push(...page.entries);
    nextCursor = page.nextCursor;
  }
  expect(entries).toHaveLength(first.total);
  return entries;
}
