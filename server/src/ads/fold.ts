/**
 * Text as it is compared in searches: `CAFÉ`, `café` and `ｃａｆｅ` are one. Case, compatibility forms and the marks of
 * Latin, Greek, Cyrillic, Hebrew and Arabic go; those that make another letter elsewhere (dakuten, Indic vowels) stay.
 */
export function foldText(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase();
  return boundedMarks(text)
    .replace(notSpoken, ' ')
    .normalize('NFKD')
    .replace(dropped, '')
    .toLowerCase()
    .replace(variants, (letter) => plainForms.get(letter) ?? letter)
    .normalize('NFC');
}

const isAscii = /^[\0-\u{7f}]*$/u;

/** Compatibility forms would glue their letters to the word before: `Magpie™` would read `magpietm`. */
const notSpoken = /[™℠®©℗]/g;

/** As ranges, since a class such as `\p{M}` takes longer than all other steps and has marks that must stay. */
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
