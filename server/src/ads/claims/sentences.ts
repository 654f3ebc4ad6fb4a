/** A sentence as written, and with the same length in lower case without accents. */
export interface Sentence {
  readonly written: string;
  readonly folded: string;
}

/** Characters that are looked at, which bounds the time; the beginning of a text is enough. */
const maxLength = 5000;
/** Of one sentence. A longer one is cut. */
const maxSentenceLength = 400;

/** Bold and italic letters and digits of ads (𝟱𝟬% 𝗼𝗳𝗳), and accents that are characters of their own. */
const styled = /[\u{1d400}-\u{1d7ff}]/gu;
const separateAccents = /[\u0300-\u036f]/;

function normalize(text: string): string {
  const plain = text.includes('\ud835')
    ? text.replaceAll(styled, (character) => character.normalize('NFKC'))
    : text;
  return separateAccents.test(plain) ? plain.normalize('NFC') : plain;
}

/** By UTF-16 unit, so that positions stay the same. Built on first use. */
let foldedUnits: readonly string[] | undefined;

function foldUnit(unit: string): string {
  if (/[’‘ʼ´`]/.test(unit)) return "'";
  if (/[‐‑‒–—−]/.test(unit)) return '-';
  if (unit === '\n' || unit === '\r') return '\n';
  // Superscripts are footnotes.
  if (/[\p{No}\ufe0f]/u.test(unit)) return ' ';
  const bare = unit
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  return bare.length === 1 ? bare : unit;
}

export function fold(text: string): string {
  foldedUnits ??= Array.from({ length: 0x1_00_00 }, (_, code) => foldUnit(String.fromCharCode(code)));
  let folded = '';
  for (let at = 0; at < text.length; at += 1) folded += foldedUnits[text.charCodeAt(at)] ?? ' ';
  return folded;
}

/** Whether a point ends a word, not a sentence: `inkl. Versand`, `No. 1`, `am 3. März`. */
const abbreviation =
  /(?:^|[\s("])(?:no|nr|nos|inkl|incl|zzgl|bzw|ca|max|min|mind|etc|vs|approx|z|b|d|h|u|a|st|dr|mr|mrs|ms|tsd|mio|mrd|n|num|art|dto|av|aprox|\d{1,2})\.$/u;

const sentenceEnd = /[.!?…]+["”»')]*(?=\s|$)|\n|<br ?\/?>|[•|·▪✅✔✓➡👉🔹]/gu;

export function splitSentences(text: string): Sentence[] {
  const written = normalize(text.slice(0, maxLength));
  const folded = fold(written);
  const sentences: Sentence[] = [];
  let start = 0;
  const add = (end: number): void => {
    const part = written.slice(start, end);
    const from = start + (part.length - part.trimStart().length);
    const to = Math.min(from + maxSentenceLength, start + part.trimEnd().length);
    if (to > from) sentences.push({ written: written.slice(from, to), folded: folded.slice(from, to) });
    start = end;
  };
  for (const { 0: mark, index } of folded.matchAll(sentenceEnd)) {
    const end = index + mark.length;
    if (mark === '.' && abbreviation.test(folded.slice(Math.max(start, end - 8), end))) continue;
    add(end);
  }
  add(written.length);
  return sentences;
}
