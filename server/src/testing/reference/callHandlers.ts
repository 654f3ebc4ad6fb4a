import type { OutputOf, Procedure, ProcedureName, ProcedureNamed } from '@magpie/contract';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { BoundProcedure, Call, Handler } from '../../rpc/procedure.ts';
import type { Client } from '../service.ts';
import { randomSeed, someDay, someInstant, someLanguage, someName } from './someAds.ts';

/** Calls a handler like the service: the contract parses the input and validates the output. */
export async function callHandler<P extends Procedure>(
  procedure: P,
  handler: Handler<P> | undefined,
  input: object,
  newestRecording?: Call<unknown>['newestRecording'],
): Promise<OutputOf<P>> {
  // Queries need nothing else of a call.
  const call = { newestRecording } as Omit<Call<never>, 'input'>;
  const answer = await handler?.({ ...call, input: procedure.input.parse(input) as never });
  return procedure.output.parse(answer) as OutputOf<P>;
}

/** Calls a procedure by name. */
export type CallProcedure = <Name extends ProcedureName>(name: Name, input: object) => Promise<Answer<Name>>;

type Answer<Name extends ProcedureName> =
  ProcedureNamed<Name> extends infer P extends Procedure ? OutputOf<P> : never;

export function callViaHandlers(
  bound: ReadonlyMap<string, BoundProcedure>,
  newestRecording?: Call<unknown>['newestRecording'],
): CallProcedure {
  return async <Name extends ProcedureName>(name: Name, input: object) => {
    const { definition, handler } = bound.get(name) ?? {};
    if (definition === undefined) throw new Error(`There is no procedure ${name}.`);
    return (await callHandler(definition, handler, input, newestRecording)) as Answer<Name>;
  };
}

/** All the way, from a client. */
export function callViaClient(client: Client): CallProcedure {
  return async (name, input) => {
    const { data, error } = await client.get(name, input);
    expect(error).toBeUndefined();
    return data;
  };
}

/** Compares many random inputs. A failure prints the seed of its ads. */
export async function expectAgreement<Question>(
  questions: fc.Arbitrary<Question>,
  numRuns: number,
  check: (question: Question) => Promise<void>,
): Promise<void> {
  try {
    await fc.assert(fc.asyncProperty(questions, check), { numRuns });
  } catch (error) {
    throw new Error(`The ads are of the seed ${randomSeed}. ${String(error)}`, { cause: error });
  }
}

/** For `toEqual`: numbers that are not whole may differ in their last digits, since the engine adds in another order. */
export function rounded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value === 'number') return Number.isInteger(value) ? value : expect.closeTo(value, 8);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, rounded(each)]));
}

/** The first and the last days that there are, and beyond what any engine holds. */
const farDays = ['0001-01-01', '1900-01-01', '2299-12-31', '9999-12-31'];
const someBound = fc.oneof(
  { weight: 5, arbitrary: someDay },
  { weight: 5, arbitrary: someInstant },
  { weight: 1, arbitrary: fc.constantFrom(...farDays) },
);

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

/** Half of the inputs have few filters, so that the results are large. */
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
    .map(({ range, ...filters }) => Object.assign(filters, range)),
);

/** What a page says of its place in the whole. */
interface Page<Entry> {
  readonly entries: readonly Entry[];
  readonly total: number;
  readonly hasMore: boolean;
  readonly nextCursor: number | null;
}

/** Every entry of every page, in order; `between` happens before each page but the first. */
export async function readAllPages<Entry>(
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
