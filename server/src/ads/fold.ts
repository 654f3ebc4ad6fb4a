/**
 * Normalizes text for searches: `CAFÉ`, `café` and `ｃａｆｅ` are equal. Removes case, compatibility forms and the marks of
 * Latin, Greek, Cyrillic, Hebrew and Arabic. Marks that form another letter (dakuten, Indic vowels) stay.
 */
export function foldText(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase();
  // Normalization sorts a run of marks in quadratic time; real text has only a few in a row.
  const bounded = mayHaveMarkRun.test(text) ? text.replace(markRunTail, '') : text;
  return bounded
    .replace(notSpoken, ' ')
    .normalize('NFKD')
    .replace(dropped, '')
    .toLowerCase()
    .replace(variants, (letter) => plainForms.get(letter) ?? letter)
    .normalize('NFC');
}

const isAscii = /^[\0-\u{7f}]*$/u;

/** NFKD would append their letters to the previous word: `Magpie™` would become `magpietm`. */
const notSpoken = /[™℠®©℗]/g;

/** Ranges, since a class such as `\p{M}` is slower than all other steps and contains marks that must stay. */
const dropped = new RegExp(
  `[${[
    '\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f', // accents
    '\\u0483-\\u0489', // marks of Cyrillic
    '\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7', // points of Hebrew
    '\\u0610-\\u061a\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e8\\u06ea-\\u06ed\\u0640', // vowel signs of Arabic, tatweel
    '\\u00ad\\u200d\\u2060\\ufe00-\\ufe0f\\ufeff', // soft hyphen, joiners, variation selectors, byte order mark
  ].join('')}]+`,
  'g',
);

/** Letters without a decomposition that are also written in a plain form. */
const plainForms: ReadonlyMap<string, string> = new Map([
  ...pairs('ß:ss æ:ae œ:oe ø:o đ:d ð:d ł:l ħ:h ŧ:t ı:i ŋ:n þ:th ĸ:k'),
  ...pairs('ς:σ'),
  // Alef wasla and maksura, Persian yeh and kaf, teh marbuta: the variant depends on the keyboard.
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

/** All marks are above U+0300. This coarse test is cheap; the exact one is slower than all other steps. */
const mayHaveMarkRun = /[\u0300-\uffff]{33}/;
const markRunTail = /(?<=\p{Mark}{32})\p{Mark}+/gu;
