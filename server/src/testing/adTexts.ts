import fc from 'fast-check';

/** Texts such as ads have, and stranger ones: quotes, minus signs, bullets, several scripts, pictures, long and short. */
const part = fc.oneof(
  fc.constantFrom(
    'sale',
    'Café',
    'e-mail',
    '50%',
    'the',
    'a',
    'ok',
    'K9',
    '免运费',
    '할인을',
    'ลดราคา',
    '🔥',
    '✅',
    "don't",
  ),
  fc.constantFrom(
    '-',
    '-50%',
    '-kids',
    '−20',
    '－10',
    '"',
    '“quoted',
    'words”',
    '-"second',
    'hand"',
    '"two words"',
    '--',
    '…',
  ),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const gap = fc.constantFrom(' ', '  ', '\n', '\t', '', '\u{a0}', '\u{3000}', '\u{feff}', '\u{200b}');

/** In the form in which texts are stored: normalised, without lone surrogates and NUL. */
export const adTexts = fc
  .array(fc.tuple(part, gap), { maxLength: 60 })
  .map((parts) => parts.flat().join('').toWellFormed().replaceAll('\0', '').normalize('NFC').trim());
