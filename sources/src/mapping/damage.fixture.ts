import { OpenAd } from '@magpie/contract';
import fc from 'fast-check';
import { type AdSource, Unmappable } from '../source.ts';

/** The validated ads of a document. */
export function adsOf(source: AdSource, document: unknown): OpenAd[] {
  return [...source.unfold(document)].map((record) => OpenAd.parse(source.toAd(record)));
}

/** The one ad of a document. */
export function adOf(source: AdSource, document: unknown): OpenAd {
  const [ad, ...more] = adsOf(source, document);
  if (ad === undefined || more.length > 0)
    throw new Error(`expected one ad, got ${ad ? 1 + more.length : 0}`);
  return ad;
}

/**
 * Checks that a source maps or rejects any damaged record. Returns the first damage that causes another
 * failure.
 */
export function failureUnderDamage(source: AdSource, record: unknown): string | undefined {
  const promise = fc.property(damaged(record), (document) => {
    source.recognises(document);
    for (const raw of source.unfold(document)) assertMappedOrRejected(() => OpenAd.parse(source.toAd(raw)));
  });
  return fc.defaultReportMessage(fc.check(promise, { numRuns: 200 }));
}

function assertMappedOrRejected(map: () => void): void {
  try {
    map();
  } catch (error) {
    if (!(error instanceof Unmappable)) throw error;
  }
}

const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    undefined,
    '',
    ' ',
    -1,
    0,
    0.5,
    1e21,
    2 ** 60,
    Number.NaN,
    '\0',
    '\uD800',
    '-',
    '1-2-3',
    '<',
    'true',
    '2026-02-30',
    '00000000',
    '99999999',
    'x'.repeat(30_000),
    `e${'\u0301'.repeat(300)}`,
    `https://example.com/${'a'.repeat(9000)}`,
    'javascript:alert(1)',
    'https://user:password@example.com/',
    'https://',
    '//example.com/a b',
    '<img src="https://example.com/a.png"><img src=x',
    '<img '.repeat(2000),
    [],
    {},
    [[[[]]]],
    [null, 'a', 'a', {}],
    { toString: 1, valueOf: 'x' },
    JSON.parse('{"__proto__":{"id":"1"},"constructor":1}'),
    { from: 10, to: 5 },
    { lower_bound: '-3' },
  ),
  fc.string({ unit: 'binary' }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** The record with some values at any depth replaced. */
function damaged(record: unknown): fc.Arbitrary<unknown> {
  const changes = fc.array(fc.tuple(fc.nat(), hostile), { minLength: 1, maxLength: 6 });
  return changes.map((list) => {
    const copy = structuredClone(record);
    for (const [choice, value] of list) replaceOne(copy, choice, value);
    return copy;
  });
}

function replaceOne(record: unknown, choice: number, value: unknown): void {
  const places = [...placesIn(record)];
  const place = places[choice % places.length];
  // A copy, since a later change may be inside this one.
  if (place !== undefined) place.holder[place.key] = structuredClone(value);
}

interface Place {
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

function* placesIn(value: unknown): Generator<Place> {
  if (typeof value !== 'object' || value === null) return;
  const holder = value as Record<string, unknown>;
  for (const key of Object.keys(holder)) {
    yield { holder, key };
    yield* placesIn(holder[key]);
  }
}
