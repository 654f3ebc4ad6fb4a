/**
 * Text as it is compared in searches: `CAFÉ`, `café` and `ｃａｆｅ` are one. Case, compatibility forms and the marks of
 * Latin, Greek, Cyrillic, Hebrew and Arabic go; those that make another letter elsewhere (dakuten, Indic vowels) stay.
 */
export function foldText(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase();
  return boundedMarks(text)
    .replace(notSpoken, ' ')
    .normalize('NFKC')
    .toLowerCase()
    .replace(markedScripts, foldRun)
    .normalize('NFC');
}

const isAscii = /^[\0-\u{7f}]*$/u;

/** Compatibility forms would glue their letters to the word before: `Magpie™` would read `magpietm`. */
const notSpoken = /[™℠®©℗]/g;

/** Where marks are decoration, and what is invisible: soft hyphen, joiner, variation selectors, byte order mark. */
const markedScripts = new RegExp(
  `[${[
    '\\u{c0}-\\u{6ff}', // Latin, Greek, Cyrillic, Armenian, Hebrew, Arabic
    '\\u{966}-\\u{96f}', // the digits of Devanagari
    '\\u{1ab0}-\\u{1aff}\\u{1dc0}-\\u{1fff}\\u{20d0}-\\u{20ff}\\u{fe20}-\\u{fe2f}', // more marks, Latin and Greek with marks
    '\\u{ad}\\u{200d}\\u{2060}\\u{fe00}-\\u{fe0f}\\u{feff}',
  ].join('')}]+`,
  'gu',
);

/** Accents, points and vowel signs, tatweel, and what is invisible. */
const dropped = /[\p{M}\p{Cf}\u{640}]+/gu;

function foldRun(run: string): string {
  return run
    .normalize('NFD')
    .replace(dropped, '')
    .replace(variants, (letter) => plainForms.get(letter) ?? letter);
}

/** Letters that have no decomposition but are written both ways. */
const plainForms: ReadonlyMap<string, string> = new Map([
  ...pairs('ß:ss æ:ae œ:oe ø:o đ:d ð:d ł:l ħ:h ŧ:t ı:i ŋ:n þ:th ĸ:k'),
  ...pairs('ς:σ'),
  // Alef wasla and maksura, Persian yeh and kaf, teh marbuta: which one is typed depends on the keyboard.
  ...pairs('ٱ:ا ى:ي ی:ي ک:ك ة:ه'),
  ...digits(0x660),
  ...digits(0x6f0),
  ...digits(0x966),
]);
const variants = new RegExp(`[${[...plainForms.keys()].join('')}]`, 'g');

function pairs(list: string): [string, string][] {
  return list.split(' ').map((pair) => {
    const [from = '', to = ''] = pair.split(':');
    return [from, to];
  });
}

function digits(zero: number): [string, string][] {
  return Array.from({ length: 10 }, (_, digit) => [String.fromCodePoint(zero + digit), String(digit)]);
}

/** Normalisation sorts a run of marks in quadratic time; no text in use has more than a handful in a row. */
function boundedMarks(text: string): string {
  return mayHaveMarkRun.test(text) ? text.replace(markRunTail, '') : text;
}

/** Every mark is beyond U+0300. This coarse test is cheap, the exact one takes longer than all other steps. */
const mayHaveMarkRun = /[\u0300-\uffff]{33}/;
const markRunTail = /(?<=\p{Mark}{32})\p{Mark}+/gu;
