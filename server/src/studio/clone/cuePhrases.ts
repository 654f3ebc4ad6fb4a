import { folded } from '../text.ts';

/**
 * Compiles phrases, separated by `,` or line ends, into one pattern: `#` is any number, `$` any currency, `~` up to
 * three words, a trailing `*` any ending, brackets a choice, and a space also a hyphen. Words match as a whole, except
 * in scripts without spaces.
 */
export function patternOf(phrases: string): RegExp {
  const all = phrases
    .split(/[,\n]/)
    .map((phrase) => folded(phrase).trim())
    .filter((phrase) => phrase !== '');
  const unspaced = all.filter((phrase) => unspacedScript.test(phrase)).map(sourceOf);
  const spaced = all.filter((phrase) => !unspacedScript.test(phrase)).map(sourceOf);
  const whole = `(?<![\\p{L}\\p{N}])(?:${spaced.join('|')})(?![\\p{L}\\p{N}])`;
  return new RegExp([...(spaced.length === 0 ? [] : [whole]), ...unspaced].join('|'), 'u');
}

const unspacedScript = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;

const number = String.raw`\d(?:[\d.,' \u00a0\u202f]{0,12}\d)?(?:k|m)?\+?`;
const currency = String.raw`(?:\p{Sc}|us\$|r\$|usd|eur|euros?|gbp|chf|kr|zl|ريال|درهم|جنيه|руб\.?)`;
const gap = String.raw`[\s-]*`;

/** Up to a space or punctuation. A negated class, because `\p{L}` takes long to compile and occurs in every phrase. */
const ending = String.raw`[^\s!-&(-/:-@[-\x60{-\xbf\u2000-\u206f\u3000-\u303f]*`;

/** Replacements for special marks; others are literal. */
const meanings: ReadonlyMap<string, string> = new Map([
  ['#', gap + number + gap],
  ['$', gap + currency + gap],
  ['%', `${gap}[%٪]${gap}`],
  ['~', String.raw`[\s,]{1,5}(?:\S{1,30}\s{1,5}){0,3}?`],
  ['*', ending],
  ['(', '(?:'],
]);

function sourceOf(phrase: string): string {
  return phrase.replaceAll(/\s*[#$%~]\s*|\s+|[(*.+/?^]/g, (token) => {
    const mark = token.trim();
    if (mark === '') return String.raw`[\s-]+`;
    return meanings.get(mark) ?? `\\${mark}`;
  });
}
