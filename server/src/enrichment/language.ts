import { languageOfCode } from '@magpie/contract';
import type { EnrichmentInput } from '../ads/enrichment.ts';
import { RecentCache } from '../ads/recent.ts';
import languageWords from './languageWords.json' with { type: 'json' };

/** Increase when the rules below change. */
export const languageVersion = 5;

/** Maximum text to search for words, since an ad may start with URLs and hashtags. */
const maxSearchLength = 1000;
/** One or two sentences are enough: collecting stops at the minimum, and the sample is cut at the maximum. */
const minSampleLength = 100;
const maxSampleLength = 160;
/** The model is wrong more often for shorter texts. */
const minDetectableLength = 40;
/** Below, the text is in none of the languages of the model, or in several. */
const minProbability = 0.4;
/** Probabilities of languages with similar ones, such as Danish, are lower: the model divides them among several. */
const minSimilarProbability = 0.3;
const minShortProbability = 0.5;

export type LanguageInput = Pick<EnrichmentInput, 'language' | 'headlines' | 'bodies' | 'description'> & {
  readonly cards: readonly Pick<EnrichmentInput['cards'][number], 'headline' | 'body' | 'description'>[];
};

/** Part of fastText's interface; its own types do not resolve. */
interface LanguageModel {
  predict(text: string, count: number, threshold: number): Predictions;
}

interface Predictions {
  size(): number;
  get(index: number): [probability: number, label: string];
  delete(): void;
}

let model: LanguageModel | undefined;

/** Ads share texts, and a source uses few codes. At most 5 MB. */
const detected = new RecentCache<Detection>(2_000_000);
const declared = new RecentCache<string | null>(20_000);

interface Detection {
  /** `null` if the text is too short to be sure. */
  readonly language: string | null;
  readonly likeliest: string | null;
}

/** Must be awaited before the functions below. Loading the model takes a third of a second. */
export async function loadLanguages(): Promise<void> {
  if (model !== undefined) return;
  const { getLIDModel } = await import('fasttext.wasm.js');
  const identification: { load(): Promise<LanguageModel> } = await getLIDModel();
  model = await identification.load();
}

/** ISO 639-1 in lower case where it has a code: from the source, else detected. */
export function detectLanguage(facts: LanguageInput): string | null {
  return findDeclared(facts) ?? detectIn(facts).language;
}

/** Also for short texts, for uses in which a wrong language does little harm. */
export function guessLanguage(facts: LanguageInput): string | null {
  return findDeclared(facts) ?? detectIn(facts).likeliest;
}

function findDeclared({ language }: LanguageInput): string | null {
  return language === null ? null : declared.getOrCompute(language, () => languageOfCode(language));
}

function detectIn(facts: LanguageInput): Detection {
  const sample = buildSample(facts).trim();
  return detected.getOrCompute(sample, () => {
    const written = eastAsianLanguage(sample) ?? languageOfScript(sample);
    if (written !== null) return { language: written, likeliest: written };
    const isLong = sample.length >= minDetectableLength;
    const likeliest = likeliestLanguage(sample, isLong);
    return { language: isLong ? likeliest : null, likeliest };
  });
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
  return perhapsNotLanguage.test(plain) ? plain.replace(notLanguage, ' ').replaceAll(/\s+/g, ' ') : plain;
}

/** Ten letters: `Sale` and `Sofa` are words of many languages. */
const enoughLetters = /^(?:\P{L}*\p{L}){10}/u;

const eastAsian = /[\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;

/**
 * Detected by script, in shorter texts than the model needs. A character counts like three Latin letters. Chinese ads
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

/** Scripts of one common language each. */
const scripts: readonly (readonly [RegExp, string])[] = (
  [
    ['Thai', 'th'],
    ['Greek', 'el'],
    ['Hebrew', 'he'],
    ['Bengali', 'bn'],
    ['Tamil', 'ta'],
    ['Telugu', 'te'],
    ['Kannada', 'kn'],
    ['Malayalam', 'ml'],
    ['Gujarati', 'gu'],
    ['Gurmukhi', 'pa'],
    ['Sinhala', 'si'],
    ['Georgian', 'ka'],
    ['Armenian', 'hy'],
    ['Khmer', 'km'],
    ['Lao', 'lo'],
    ['Myanmar', 'my'],
  ] as const
).map(([script, language]) => [new RegExp(`\\p{Script=${script}}`, 'gu'), language]);

/** Latin brand names may be as long as the rest of a short text. */
function languageOfScript(sample: string): string | null {
  if (!/[\u0370-\u03ff\u0530-\u05ff\u0980-\u10ff\u1780-\u17ff]/.test(sample)) return null;
  const letters = countMatches(sample, /\p{L}/gu);
  const found = scripts.find(([script]) => {
    const count = countMatches(sample, script);
    return count >= 3 && 3 * count >= letters;
  });
  return found?.[1] ?? null;
}

const labelPrefix = '__label__';
const consideredLanguages = 5;

function likeliestLanguage(sample: string, isLong: boolean): string | null {
  if (!enoughLetters.test(sample)) return null;
  const text = sample.toLowerCase().replaceAll('\n', ' ');
  if (isMaltese(text)) return 'mt';
  if (isRomanisedHindi(text)) return 'hi';
  const [first, ...others] = predict(text).filter(({ language }) => isWritable(language, text));
  if (first === undefined || first.probability < leastProbability(first, isLong)) return null;
  return pickByWords(text, [first, ...others]);
}

function leastProbability({ language }: Candidate, isLong: boolean): number {
  if (!isLong) return minShortProbability;
  return similar.some((languages) => languages.has(language)) ? minSimilarProbability : minProbability;
}

interface Candidate {
  readonly language: string;
  readonly probability: number;
}

function predict(text: string): Candidate[] {
  if (model === undefined) throw new Error('loadLanguages() must be awaited first.');
  const found = model.predict(text, consideredLanguages, 0);
  try {
    return Array.from({ length: found.size() }, (_, index) => {
      const [probability, label] = found.get(index);
      const code = label.slice(labelPrefix.length);
      return { language: languageOfCode(code) ?? code, probability };
    });
  } finally {
    // The list is outside of the garbage collector's reach.
    found.delete();
  }
}

/** The model confuses languages that differ in their letters. */
const foreignLetters: ReadonlyMap<string, RegExp> = new Map([
  ['ru', /[іїєґўђјљњћџѓќѕ]/],
  ['bg', /[ыэёіїєґўђјљњћџѓќѕ]/],
  ['uk', /[ыэёъўђјљњћџѓќѕ]/],
  ['be', /[ищъїєґђјљњћџѓќѕ]/],
  ['sv', /[æø]/],
  ['da', /[äö]/],
  ['no', /[äö]/],
  ...['hr', 'bs', 'sr', 'sh', 'sl'].map((language) => [language, /[áéíóúýěřůľťďňäô]/] as const),
]);
/** These languages nearly always use one of their own letters. */
const ownLetters: ReadonlyMap<string, RegExp> = new Map([
  ['be', /[іў]/],
  ['sr', /[ђјљњћџa-z]/],
  ['mk', /[ѓќѕјљњџ]/],
]);

function isWritable(language: string, text: string): boolean {
  return (
    !(foreignLetters.get(language)?.test(text) ?? false) && (ownLetters.get(language)?.test(text) ?? true)
  );
}

/**
 * Its letter ħ, or its articles: `il-`, `tal-`, `fl-`, and `it-triq`, whose letter repeats. Others are in words of other
 * languages too: T-shirt, X-ray, L-shaped. The model knows few texts in Maltese.
 */
function isMaltese(text: string): boolean {
  if (/[ħ]/.test(text)) return countMatches(text, /\p{L}+/gu) < 40;
  const articles = /(?<!\p{L})(?:(?:[bf]i?l|il|[dmst]al|mill|għall)-\p{L}|i?([dnrstxzżċ])-\1)/gu;
  const certain = countMatches(text, articles);
  return certain > 0 && certain + countMatches(text, /(?<!\p{L})l-\p{L}/gu) >= 2;
}

const hindiWords = new Set(
  'hai hain aur mein nahi karein kijiye karo paayein paaiye apne apni aapke aapka liye bilkul kya sirf abhi aaj ghar kuch'.split(
    ' ',
  ),
);

/** In Latin letters, which the model does not know for Hindi. */
function isRomanisedHindi(text: string): boolean {
  const words = new Set(text.match(/\p{L}+/gu) ?? []);
  return [...words].filter((word) => hindiWords.has(word)).length >= 3;
}

/** Words that one of several similar languages has and the others do not. */
const similar: readonly ReadonlyMap<string, ReadonlySet<string>>[] = languageWords.map(
  (group) => new Map(Object.entries(group).map(([language, words]) => [language, new Set(words.split(' '))])),
);

/** Of similar languages, the one with most words of its own; the more probable one if equal. */
function pickByWords(text: string, candidates: readonly [Candidate, ...Candidate[]]): string {
  const [{ language: likeliest }] = candidates;
  const group = similar.find((languages) => languages.has(likeliest));
  if (group === undefined) return likeliest;
  const words = text.match(/\p{L}+/gu) ?? [];
  const countOwn = (language: string): number =>
    words.filter((word) => group.get(language)?.has(word)).length;
  let best = likeliest;
  for (const { language } of candidates) {
    if (group.has(language) && countOwn(language) > countOwn(best)) best = language;
  }
  return best;
}
