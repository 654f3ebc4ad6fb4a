import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMatcher, type Cues, type Meaning } from './tagMatcher.ts';
import { tokenize } from './tagTexts.ts';

/** A phrase and all word sequences that it matches. */
interface Phrase {
  readonly written: string;
  readonly spellings: readonly (readonly string[])[];
}

const word = fc.constantFrom('a', 'b', 'c', '7', '#', '_', '<year>', '.');
const phraseOf = (part: fc.Arbitrary<Phrase>): fc.Arbitrary<Phrase> =>
  fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => ({
    written: parts.map(({ written }) => written).join(' '),
    spellings: parts.reduce<string[][]>(
      (begun, { spellings }) => begun.flatMap((words) => spellings.map((more) => [...words, ...more])),
      [[]],
    ),
  }));
const single = word.map((one): Phrase => ({ written: one, spellings: [[one]] }));
const choice = fc.array(phraseOf(single), { minLength: 1, maxLength: 2 }).map((choices): Phrase => ({
  written: `(${choices.map(({ written }) => written).join('|')}|)`,
  spellings: [...choices.flatMap(({ spellings }) => spellings), []],
}));
const phrase = fc.tuple(single, phraseOf(fc.oneof(single, choice))).map(([first, rest]): Phrase => ({
  written: `${first.written} ${rest.written}`,
  spellings: rest.spellings.map((words) => [...first.spellings.flat(), ...words]),
}));

const strengths = ['sure', 'likely', 'hint', 'not'] as const;
const weights = { sure: 0.9, likely: 0.6, hint: 0.3, not: 0 };
const phrases = fc.array(phrase, { maxLength: 2 });
const meaning = fc.record({ sure: phrases, likely: phrases, hint: phrases, not: phrases });
type Described = typeof meaning extends fc.Arbitrary<infer Value> ? Value : never;

const cuesOf = (described: Described): Cues =>
  Object.fromEntries(
    strengths.map((strength) => [strength, described[strength].map(({ written }) => written)]),
  );

/** How a word matches a phrase's token, the most exact way first. */
function wayOf(token: string, said: string | undefined): string | undefined {
  if (said === undefined) return undefined;
  if (token === said || (token === '#' && said === 'two')) return '0';
  if (token === '#' && /^\d/.test(said)) return '1';
  if (token === '<year>' && /^1[6-9]\d\d$/.test(said)) return '2';
  return token === '_' && !['.', '?', '^'].includes(said) ? '3' : undefined;
}

interface Place {
  readonly cue: Phrase;
  readonly weight: number;
  readonly start: number;
  readonly end: number;
  readonly ways: string;
}

/** Reference implementation: tries every spelling of every phrase at every word. */
function placesIn(text: string, described: Described): Place[] {
  const { words, joined } = tokenize(text);
  const places = new Map<string, Place>();
  strengths.forEach((strength) => {
    described[strength].forEach((cue, index) => {
      for (const spelling of cue.spellings) {
        for (let start = 0; start < words.length; start += 1) {
          const end = start + spelling.length;
          const ways = spelling.map((token, at) => wayOf(token, words[start + at]));
          if (ways.includes(undefined) || joined[start] || joined[end]) continue;
          const place = { cue, weight: weights[strength], start, end, ways: ways.join('') };
          places.set(`${strength} ${index} ${start} ${place.ways}`, place);
        }
      }
    });
  });
  return [...places.values()].toSorted(
    (one, other) => one.start - other.start || (one.ways < other.ways ? -1 : Number(one.ways > other.ways)),
  );
}

function countingCues(places: readonly Place[]): Phrase[] {
  const share = (one: Place, other: Place): boolean => one.start < other.end && other.start < one.end;
  const misread = places.filter(({ weight }) => weight === 0);
  const kept: Place[] = [];
  for (const place of places) {
    if (misread.some((other) => share(place, other))) continue;
    const last = kept.at(-1);
    const isApart = last === undefined || !share(last, place);
    if (isApart) kept.push(place);
    else if (place.weight > last.weight) kept.splice(-1, 1, place);
  }
  return kept.map(({ cue }) => cue);
}

function expectedOf(texts: readonly string[], id: number, described: Described): Meaning[] {
  const counting = new Set(texts.flatMap((text) => countingCues(placesIn(text, described))));
  const doubts = strengths.flatMap((strength) =>
    described[strength].map((cue) => (counting.has(cue) ? 1 - weights[strength] : 1)),
  );
  const doubt = doubts.reduce((product, one) => product * one, 1);
  const confidence = Math.min(Math.round((1 - doubt) * 100) / 100, 0.99);
  return confidence < 0.5 ? [] : [{ id, confidence }];
}

const said = fc.constantFrom('a', 'b', 'c', 'a-b', 'b-7', '7', '12', 'two', '1889', 'x', '.', '?', '!');
const text = fc.array(said, { minLength: 1, maxLength: 14 }).map((words) => words.join(' '));

it('finds the same as the reference implementation', () => {
  fc.assert(
    fc.property(meaning, meaning, fc.array(text, { maxLength: 3 }), (first, second, texts) => {
      const match = createMatcher([
        [1, cuesOf(first)],
        [2, cuesOf(second)],
      ]);
      const expected = [...expectedOf(texts, 1, first), ...expectedOf(texts, 2, second)];
      const byConfidence = expected.toSorted((one, other) => other.confidence - one.confidence);
      expect(match(texts)).toEqual(byConfidence);
      expect(match(texts)).toEqual(byConfidence);
    }),
    { numRuns: 1000 },
  );
});

it('finds no phrase across two texts', () => {
  const match = createMatcher([[1, { sure: ['✅ _ . ✅'] }]]);
  expect(match(['so ✅ warm', '✅ dry'])).toEqual([]);
  expect(match(['so ✅ warm. ✅ dry'])).toHaveLength(1);
});
