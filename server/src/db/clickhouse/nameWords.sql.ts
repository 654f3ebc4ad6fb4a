import { literal } from './parameters.sql.ts';

/** Accents; marks of Cyrillic; points of Hebrew; vowel signs of Arabic; invisible characters. */
const droppedMarks = [
  '0300-036f 1ab0-1aff 1dc0-1dff 20d0-20ff fe20-fe2f',
  '0483-0489',
  '0591-05bd 05bf 05c1 05c2 05c4 05c5 05c7',
  '0610-061a 064b-065f 0670 06d6-06dc 06df-06e8 06ea-06ed 0640',
  '00ad 200d 2060 fe00-fe0f feff',
]
  .join(' ')
  .replaceAll(/[\da-f]{4}/g, String.raw`\x{$&}`)
  .replaceAll(' ', '');

const plainLetters = [
  ['øđðłħŧıŋĸς', 'oddlhtinkσ'],
  ['ٱىیکة', 'اييكه'],
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
  ['०१२३४५६७८९', '0123456789'],
] as const;

const steps: readonly ((text: string) => string)[] = [
  (text) => replaced(text, "['`´‘’′ʹʻʼ＇]", ''),
  (text) => replaced(text, '[™℠®©℗]', ' '),
  (text) => `normalizeUTF8NFKD(${text})`,
  (text) => replaced(text, `[${droppedMarks}]+`, ''),
  (text) => `lowerUTF8(${text})`,
  (text) =>
    `translateUTF8(${text}, ${literal(plainLetters.map(([from]) => from).join(''))}, ${literal(plainLetters.map(([, to]) => to).join(''))})`,
  (text) => replaced(text, 'ß', 'ss'),
  (text) => replaced(text, 'æ', 'ae'),
  (text) => replaced(text, 'œ', 'oe'),
  (text) => replaced(text, 'þ', 'th'),
  (text) => replaced(text, String.raw`[^\p{L}\p{M}\p{N}\p{So}]+`, ' '),
  (text) => `normalizeUTF8NFC(${text})`,
  (text) => `concat(' ', trimBoth(${text}), ' ')`,
];

/**
 * The normalized words of an advertiser's name for searching, with a space around each: without accents and
 * punctuation. Part of a migration, so it must not change; a later migration drops the column.
 */
export const nameWords = steps.reduce((expression, step) => step(expression), 'name_key');

function replaced(text: string, pattern: string, by: string): string {
  return `replaceRegexpAll(${text}, ${literal(pattern)}, ${literal(by)})`;
}

/** A bitmap of the letter pairs in the words and in the letters, including the ends: a cheap filter for names. */
export const namePairs = `arrayFold(
    (pairs, pair) -> bitOr(pairs, bitShiftLeft(toUInt256(1), CRC32(pair) % 256)),
    arrayConcat(ngrams(name_words, 2), ngrams(concat(' ', name_letters, ' '), 2)),
    toUInt256(0)
  )`;
