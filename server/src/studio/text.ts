/** Controls, and marks that turn the direction of writing; not those that join letters or emoji. */
const unwanted = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\ufffd]/gu;
/** A few marks on a letter are a language; many are a prank, and slow to normalise. */
const manyMarks = /(\p{M}{8})\p{M}+/gu;

/** Text of others on one line, without what hides or steers. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(unwanted, ' ')
    .replaceAll(manyMarks, '$1')
    .normalize('NFC')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

const graphemes = new Intl.Segmenter([], { granularity: 'grapheme' });
/** What nothing ends with that was cut; not looked for again from each of many. */
const loose = /(?<![\s,;:.–—-])[\s,;:.–—-]+$/u;

/** Whole words where there is one in the second half, whole characters else; with `sign` where something is missing. */
export function shortened(text: string, most: number, sign: '' | '…' = ''): string {
  if (text.length <= most) return text;
  const room = most - sign.length;
  const end = graphemes.segment(text.slice(0, 2 * most)).containing(room)?.index ?? room;
  const space = text.lastIndexOf(' ', end);
  return text.slice(0, space > most / 2 ? space : end).replace(loose, '') + sign;
}

/** Case, accents, signs of vowels in Arabic and letters in fancy dress are gone, so that a word is written in one way. */
export function folded(text: string): string {
  return text
    .replaceAll(/[’‘ʼ]/g, "'")
    .replaceAll(manyMarks, '$1')
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]|[\u064b-\u0655]|\u0640|[\u200b-\u200f]|\ufe0f/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ß', 'ss');
}

/** The same without anything between words but a space: how names are compared. */
export function foldedWords(text: string): string {
  return folded(text)
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
}
