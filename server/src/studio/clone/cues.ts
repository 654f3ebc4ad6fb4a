import type { CopyPart } from '../makers/maker.ts';
import { foldText } from '../text.ts';
import cues from './cues.json' with { type: 'json' };

/** Every part but the hook, which is defined by its position. */
export type Cued = Exclude<CopyPart['part'], 'hook'>;

const unspacedScript = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;

const number = String.raw`\d(?:[\d.,' \u00a0\u202f]{0,12}\d)?(?:k|m)?\+?`;
const currency = String.raw`(?:\p{Sc}|us\$|r\$|usd|eur|euros?|gbp|chf|kr|zl|ريال|درهم|جنيه|руб\.?)`;
const gap = String.raw`[\s-]*`;

/** Up to a space or punctuation. A negated class, because `\p{L}` takes long to compile and occurs in every phrase. */
const ending = String.raw`[^\s!-&(-/:-@[-\x60{-\xbf\u2000-\u206f\u3000-\u303f]*`;

const meanings: ReadonlyMap<string, string> = new Map([
  ['#', gap + number + gap],
  ['$', gap + currency + gap],
  ['%', `${gap}[%٪]${gap}`],
  ['~', String.raw`[\s,]{1,5}(?:\S{1,30}\s{1,5}){0,3}?`],
  ['*', ending],
  ['(', '(?:'],
]);

function toRegexSource(phrase: string): string {
  return phrase.replaceAll(/\s*[#$%~]\s*|\s+|[(*.+/?^]/g, (token) => {
    const mark = token.trim();
    if (mark === '') return String.raw`[\s-]+`;
    return meanings.get(mark) ?? `\\${mark}`;
  });
}

/**
 * Compiles phrases, separated by `,` or line ends, into one pattern: `#` is any number, `$` any currency, `~` up to
 * three words, a trailing `*` any ending, brackets a choice, and a space also a hyphen. Words match as a whole, except
 * in scripts without spaces.
 */
export function toPattern(...phrases: readonly string[]): RegExp {
  const all = phrases
    .flatMap((line) => line.split(/[,\n]/))
    .map((phrase) => foldText(phrase).trim())
    .filter((phrase) => phrase !== '');
  const unspaced = all.filter((phrase) => unspacedScript.test(phrase)).map(toRegexSource);
  const spaced = all.filter((phrase) => !unspacedScript.test(phrase)).map(toRegexSource);
  const whole = `(?<![\\p{L}\\p{N}])(?:${spaced.join('|')})(?![\\p{L}\\p{N}])`;
  return new RegExp([...(spaced.length === 0 ? [] : [whole]), ...unspaced].join('|'), 'u');
}

/** In order of precedence. */
export const cuedParts: readonly Cued[] = ['offer', 'proof', 'cta', 'problem'];

/** A `sure` phrase decides alone; a `hint` needs other evidence. */
const patterns = cuedParts.map((part) => ({
  part,
  sure: toPattern(...cues[part].sure),
  hint: toPattern(...cues[part].hint),
}));

const opensWithVerb = new RegExp(`^${toPattern(...cues.verbs).source}`, 'u');
const rankedFirst = /#\s?1(?!\d)|(?:★|⭐){3}/u;
const maxCallLength = 90;
const maxWeighedLength = 500;

/** Free of charge; not `sugar-free` or `free from`. */
const isFree = /(?<![\p{L}\p{N}-])free(?![-\p{L}\p{N}])(?! (?:from|of|range|your|yourself|to|isn't|is not))/u;
/** A price at the end of a sentence or set apart; other prices are expenses, not offers. */
const price = /(?:\p{Sc}\s?\d[\d.,]{0,14}|\d[\d.,]{0,14}\s?\p{Sc})\s*(?:[.,;!]\s|[.!]*$)/u;
const expense = toPattern('cost*, los(e|es|ing), wast*, throw* away, average, salary, kost*, perd*');

/** Normalizes a sentence for the patterns: folded, short, and without long runs of spaces, which would be slow to match. */
export function normalizeForCues(sentence: string): string {
  return foldText(sentence.slice(0, maxWeighedLength))
    .replaceAll(/[\s-]{3,}/g, ' ')
    .slice(0, maxWeighedLength);
}

/** Evidence for each part of a sentence: 1 is a hint, 2 is sure, 3 an explicit offer. */
export function weigh(sentence: string): Record<Cued, number> {
  const text = normalizeForCues(sentence);
  const weights = { offer: 0, proof: 0, cta: 0, problem: 0 };
  for (const { part, sure, hint } of patterns) {
    weights[part] = (sure.test(text) ? 2 : 0) + (hint.test(text) ? 1 : 0);
  }
  if (weights.offer >= 2 || (price.test(text) && !expense.test(text))) weights.offer = 3;
  else if (isFree.test(text)) weights.offer = 2;
  if (isQuotation(sentence) || rankedFirst.test(sentence)) weights.proof += 3;
  if (opensWithVerb.test(text)) weights.cta += 1;
  if (text.length > maxCallLength) weights.cta = Math.min(weights.cta, 1);
  return weights;
}

const quotation =
  /^\s*(?:“[^”]{12,}”|„[^“”]{12,}[“”]|«[^»]{12,}»|"[^"]{12,}"|[「『][^」』]{6,}[」』]|“[^”]{6,}”)/u;

export function isQuotation(sentence: string): boolean {
  return quotation.test(sentence);
}

export function isQuestion(sentence: string): boolean {
  return /[?？؟][\p{Extended_Pictographic}\ufe0f\s]*$/u.test(sentence);
}

export type Opening = 'question' | 'list' | 'news' | 'offer' | 'quotation' | 'statement';

const news = toPattern(`
  introducing, meet, say hello to, new, now here, just landed, it's here, finally here, neu, neue*, jetzt neu, voici, nouveau*, nouvelle*
  presentamos, presentando, nuevo*, nueva*, descubre, conheca, novo, nova, apresentamos, ecco, nuovo, nuova, presentiamo, maak kennis, nieuw*
  新しい, 新登場, 新発売, 登場, 새로운, 신제품, 출시, 全新, 新品, 上市, جديد*, نقدم, новинк*, новый, новая, представля*, встречайте, ใหม่
`);
const list =
  /^\D{0,12}\d{1,2}\s?(?:\p{L}+\s){0,2}\p{L}*(?:reason|way|sign|thing|tip|mistake|secret|fact|habit|step|gründe|grunde|tipps|zeichen|raisons|façons|erreurs|razones|formas|señales|razões|motivi|modi|redenen|причин|способ)|^\D{0,6}\d{1,2}(?:つの|가지|个|個)/u;

export function detectOpening(first: CopyPart | undefined): Opening {
  if (first === undefined) return 'statement';
  const { part, text } = first;
  if (isQuestion(text)) return 'question';
  if (part === 'offer') return 'offer';
  if (isQuotation(text)) return 'quotation';
  if (list.test(text.toLowerCase())) return 'list';
  return news.test(normalizeForCues(text)) ? 'news' : 'statement';
}
