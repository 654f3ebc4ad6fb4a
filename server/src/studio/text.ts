/** Control characters and bidirectional marks, but not joiners of letters and emoji. */
const unwanted = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\ufffd]/gu;
/** Some languages stack a few combining marks; longer runs are abuse and slow to normalise. */
const manyMarks = /(\p{M}{8})\p{M}+/gu;

/** Untrusted text on one line, without control and invisible characters. */
export function cleanLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(unwanted, ' ')
    .replaceAll(manyMarks, '$1')
    .normalize('NFC')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

const graphemes = new Intl.Segmenter([], { granularity: 'grapheme' });
/** Punctuation to strip after truncation. The lookbehind keeps matching linear. */
const loose = /(?<![\s,;:.–—-])[\s,;:.–—-]+$/u;

/** Cuts at a word boundary in the second half, else at a character boundary; appends `sign` if something was cut. */
export function truncateText(text: string, most: number, sign: '' | '…' = ''): string {
  if (text.length <= most) return text;
  const room = most - sign.length;
  const end = graphemes.segment(text.slice(0, 2 * most)).containing(room)?.index ?? room;
  const space = text.lastIndexOf(' ', end);
  return text.slice(0, space > most / 2 ? space : end).replace(loose, '') + sign;
}

/** Removes case, accents, Arabic vowel signs and stylised letters, so that each word has one spelling. */
export function foldText(text: string): string {
  return text
    .replaceAll(/[’‘ʼ]/g, "'")
    .replaceAll(manyMarks, '$1')
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]|[\u064b-\u0655]|\u0640|[\u200b-\u200f]|\ufe0f/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ß', 'ss');
}

/** The same with single spaces between words, for comparing names. */
export function foldWords(text: string): string {
  return foldText(text)
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
}

/** Untrusted text as one clean line of at most `most` UTF-16 units. */
export function toPlainLine(text: string, most: number): string {
  return truncateText(cleanLine(text.slice(0, most * 4)), most, '…');
}

/** The same for use inside tags of a prompt: it cannot close the tag or look like quoted text. */
export function toPromptFact(text: string, most: number): string {
  return toPlainLine(text.replaceAll(/[<>"“”„`[\]{}]+/g, ' '), most);
}

/** Drops texts that differ only in case, accents or style; the last spelling stays. */
export function uniqueFolded(texts: readonly string[]): string[] {
  return [...new Map(texts.map((text) => [foldText(text), text])).values()];
}
