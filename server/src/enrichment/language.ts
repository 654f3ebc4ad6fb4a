import { languageOfCode } from '@magpie/contract';
import type { eld } from 'eld/medium';
import type { EnrichmentInput } from '../ads/enrichment.ts';
import { RecentCache } from '../ads/recent.ts';

/** Increase when the rules below change. */
export const languageVersion = 2;

/** Maximum text to search for words, since an ad may start with URLs and hashtags. */
const maxSearchLength = 1000;
/** One or two sentences are enough: collecting stops at the minimum, and the sample is cut at the maximum. */
const minSampleLength = 100;
const maxSampleLength = 160;
const clearMargin = 0.015;

export type LanguageInput = Pick<EnrichmentInput, 'language' | 'headlines' | 'bodies' | 'description'> & {
  readonly cards: readonly Pick<EnrichmentInput['cards'][number], 'headline' | 'body' | 'description'>[];
};

let detector: typeof eld | undefined;

/** Ads share texts, and a source uses few codes. At most 5 MB. */
const detected = new RecentCache<string | null>(2_000_000);
const declared = new RecentCache<string | null>(20_000);

/** Must be awaited before `languageOf`. Loading the detector's tables takes half a second. */
export async function loadLanguages(): Promise<void> {
  detector ??= (await import('eld/medium')).eld;
}

/** ISO 639-1 in lower case where it has a code: from the source, else detected. */
export function detectLanguage(facts: LanguageInput): string | null {
  const { language } = facts;
  const known = language === null ? null : declared.getOrCompute(language, () => languageOfCode(language));
  if (known !== null) return known;
  const sample = buildSample(facts);
  return detected.getOrCompute(sample, () => eastAsianLanguage(sample) ?? likeliestLanguage(sample));
}

function* listTexts(facts: LanguageInput): Iterable<string | null> {
  yield* facts.bodies;
  yield* facts.headlines;
  yield facts.description;
  for (const { body, headline, description } of facts.cards) yield* [body, headline, description];
}

/** URLs, handles, hashtags and placeholders, which belong to no language. */
const notLanguage =
  /https?:\/\/\S+|\{\{[^{}]*\}\}|[#@][\p{L}\p{N}_]\S*|(?<![\p{L}\p{N}-])[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+\S*/gu;

/** A fast check whether the pattern above can match at all. */
const perhapsNotLanguage = /[#@{]|:\/|\S\.\S/;

function buildSample(facts: LanguageInput): string {
  let sample = '';
  let room = maxSearchLength;
  for (const text of listTexts(facts)) {
    if (text === null) continue;
    sample += `${stripNonLanguage(text.slice(0, room))}\n`;
    room -= text.length;
    if (room <= 0 || sample.length >= minSampleLength) break;
  }
  return sample.slice(0, maxSampleLength);
}

function stripNonLanguage(text: string): string {
  const plain = text.normalize('NFKC');
  return perhapsNotLanguage.test(plain) ? plain.replace(notLanguage, ' ') : plain;
}

/** Ten letters. With fewer, the detector guesses: it takes `Sale` for Romanian. */
const enoughLetters = /^(?:\P{L}*\p{L}){10}/u;

const eastAsian = /[\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;

/**
 * Detected by script, in shorter texts than the detector needs. A character counts like three Latin letters. Chinese ads
 * may contain a few kana, and Korean ads some Chinese characters.
 */
function eastAsianLanguage(sample: string): string | null {
  if (!eastAsian.test(sample)) return null;
  const letters = countMatches(sample, /\p{L}/gu);
  const hangul = countMatches(sample, /\p{Script=Hangul}/gu);
  const kana = countMatches(sample, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  const han = countMatches(sample, /\p{Script=Han}/gu);
  const all = hangul + kana + han;
  if (all < 2 || 3 * all < letters - all) return null;
  if (hangul > kana + han / 2) return 'ko';
  return 8 * kana >= han ? 'ja' : 'zh';
}

function countMatches(sample: string, pattern: RegExp): number {
  return sample.match(pattern)?.length ?? 0;
}

/** The detector confuses Russian with these languages, which nearly always use one of their own letters. */
const ownLetters: ReadonlyMap<string, RegExp> = new Map([
  ['uk', /[іїєґ]/i],
  ['be', /[іў]/i],
]);

function likeliestLanguage(sample: string): string | null {
  if (!enoughLetters.test(sample)) return null;
  if (detector === undefined) throw new Error('loadLanguages() must be awaited first.');
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
