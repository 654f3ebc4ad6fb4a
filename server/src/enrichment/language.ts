import { languageOfCode } from '@magpie/contract';
import type { eld } from 'eld/medium';
import type { Facts } from '../ads/enrichment.ts';
import { Recent } from '../ads/recent.ts';

/** A higher one when the rules below change. */
export const languageVersion = 2;

/** So much of an ad is looked through for words, should it begin with addresses and tags. */
const longestSearch = 1000;
/** A sentence or two tell the language: no text is added to so much, and no more is taken of a long one. */
const enoughSample = 100;
const longestSample = 160;
/** The second-best language must be this much less likely. */
const clearMargin = 0.015;

/** What of an ad is in some language. */
export type Spoken = Pick<Facts, 'language' | 'headlines' | 'bodies' | 'description'> & {
  readonly cards: readonly Pick<Facts['cards'][number], 'headline' | 'body' | 'description'>[];
};

let detector: typeof eld | undefined;

/** Ads share their texts, and all of a source the same few codes. Five megabytes at most. */
const detected = new Recent<string | null>(1_000_000);
const declared = new Recent<string | null>(10_000);

/** To be awaited before languages are told. The tables of the detector take half a second to load. */
export async function loadLanguages(): Promise<void> {
  detector ??= (await import('eld/medium')).eld;
}

/** ISO 639-1 in lower case where it has a code: what the source says, else what the texts look like. */
export function languageOf(facts: Spoken): string | null {
  const { language } = facts;
  const known = language === null ? null : declared.of(language, () => languageOfCode(language));
  if (known !== null) return known;
  const sample = sampleOf(facts);
  return detected.of(sample, () => detectedLanguage(sample));
}

function* textsOf(facts: Spoken): Iterable<string | null> {
  yield* facts.bodies;
  yield* facts.headlines;
  yield facts.description;
  for (const { body, headline, description } of facts.cards) yield* [body, headline, description];
}

/** Addresses, names, tags and placeholders are in no language; letters in fancy type are letters. */
const notLanguage =
  /https?:\/\/\S+|\{\{[^{}]*\}\}|[#@][\p{L}\p{N}_]\S*|(?<![\p{L}\p{N}-])[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+\S*/gu;

/** Without one of these there is nothing of that in a text, which is found out much faster. */
const perhapsNotLanguage = /[#@{]|:\/|\S\.\S/;

function sampleOf(facts: Spoken): string {
  let sample = '';
  let room = longestSearch;
  for (const text of textsOf(facts)) {
    if (text === null) continue;
    sample += `${languageIn(text.slice(0, room))}\n`;
    room -= text.length;
    if (room <= 0 || sample.length >= enoughSample) break;
  }
  return sample.slice(0, longestSample);
}

function languageIn(text: string): string {
  const plain = text.normalize('NFKC');
  return perhapsNotLanguage.test(plain) ? plain.replace(notLanguage, ' ') : plain;
}

function detectedLanguage(sample: string): string | null {
  return eastAsianLanguage(sample) ?? (enoughLetters.test(sample) ? likeliestLanguage(sample) : null);
}

/** Ten. With fewer the detector guesses: it takes `Sale` for Romanian. */
const enoughLetters = /^(?:\P{L}*\p{L}){10}/u;

const eastAsian = /[\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;

/**
 * Their scripts give them away, in shorter texts than the detector needs. A character of theirs says about as much as
 * three Latin letters; a few kana are also fashionable in Chinese ads, and Chinese characters in Korean ones.
 */
function eastAsianLanguage(sample: string): string | null {
  if (!eastAsian.test(sample)) return null;
  const letters = countOf(sample, /\p{L}/gu);
  const hangul = countOf(sample, /\p{Script=Hangul}/gu);
  const kana = countOf(sample, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  const han = countOf(sample, /\p{Script=Han}/gu);
  const all = hangul + kana + han;
  if (all < 2 || 3 * all < letters - all) return null;
  if (hangul > kana + han / 2) return 'ko';
  return 8 * kana >= han ? 'ja' : 'zh';
}

function countOf(sample: string, pattern: RegExp): number {
  return sample.match(pattern)?.length ?? 0;
}

/** The detector takes Russian for its neighbours, which hardly write a line without one of their own letters. */
const ownLetters: ReadonlyMap<string, RegExp> = new Map([
  ['uk', /[іїєґ]/i],
  ['be', /[іў]/i],
]);

function likeliestLanguage(sample: string): string | null {
  if (detector === undefined) throw new Error('Languages are told after loadLanguages().');
  const result = detector.detect(sample);
  if (!result.isReliable()) return null;
  const scores = result.getScores();
  const [first, second] = Object.keys(scores).filter(
    (language) => ownLetters.get(language)?.test(sample) ?? true,
  );
  if (first === undefined) return null;
  const lead = (scores[first] ?? 0) - (second === undefined ? 0 : (scores[second] ?? 0));
  return second !== undefined && lead < clearMargin ? null : first;
}
