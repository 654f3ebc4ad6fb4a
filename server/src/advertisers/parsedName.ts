import { parsedUrl } from '@magpie/contract';
import { foldText } from '../ads/fold.ts';
import { advertiserId, nameKey } from '../ads/identity.ts';

/** An advertiser as somebody typed it, in the forms in which names are looked through. */
export interface ParsedName {
  /** Of the advertiser that has this name, whatever the case. */
  readonly advertiserId: number;
  /** As in an entry: ` blue whale `. */
  readonly words: string;
  /** Without the spaces: `bluewhale`; nothing for what has no letter. */
  readonly letters: string;
  /** What the words of a name have in them where each word begins one of the name, or stands anywhere in it. */
  readonly beginnings: readonly string[];
  /** The domains that a web address may belong to; none where it is no address. */
  readonly domains: readonly string[];
  /** Not where a mistake would make something else of it, or it is too long. */
  readonly mayBeMistaken: boolean;
  /** What a name has in it if it is meant in spite of mistakes. */
  readonly sureBeginning: string;
}

/** With `insideWords`, a word that was typed is also found inside the words of a name. */
export function parseName(typed: string, { insideWords = false } = {}): ParsedName {
  const words = wordsOf(typed);
  return {
    advertiserId: advertiserId(typed),
    words: ` ${words.join(' ')} `,
    letters: words.join(''),
    beginnings: insideWords ? words : words.map(beginningOf),
    domains: domainsOf(typed),
    mayBeMistaken: mayBeMistaken(words),
    sureBeginning: sureBeginningOf(words),
  };
}

const apostrophes = /['`´‘’′ʹʻʼ＇]/g;
const separators = /[^\p{L}\p{M}\p{N}\p{So}]+/u;

/** The words of a name: without accents, in plain letters, whatever stands between them. */
export function wordsOf(name: string): string[] {
  const folded = foldText(nameKey(name).replaceAll(apostrophes, ''));
  return folded.split(separators).filter((word) => word !== '');
}

/** A bit for each letter, by its last five bits: those of one alphabet mostly differ. */
export function lettersIn(text: string): number {
  let bits = 0;
  for (let at = 0; at < text.length; at += 1) bits |= 1 << (text.charCodeAt(at) & 31);
  return bits;
}

/** Scripts that put no space between words: a word of theirs begins anywhere. */
const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

function beginningOf(word: string): string {
  return unspaced.test(word) ? word : ` ${word}`;
}

/** A host with all its parents: one of them is what its owner registered. */
function domainsOf(typed: string): string[] {
  const address = /^(?:https?:\/\/)?([^\s/?#@]+\.[^\s/?#@]+)(?:[/?#]\S*)?$/i.exec(typed)?.[1];
  const url = address === undefined ? null : parsedUrl(`https://${address}`);
  if (url === null) return [];
  const labels = url.hostname.replace(/\.$/, '').split('.');
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
}

/** Each word is compared with the words of thousands of names. */
const mostWords = 5;
const mostLetters = 60;

/** Few enough that what is found still looks like what was typed. */
export function maxEditDistance(letters: number): number {
  if (letters < 3) return 0;
  if (letters < 8) return 1;
  return letters < 14 ? 2 : 3;
}

/** In a word that is no longer, the first letter is right: too many names are like it otherwise. */
const shortWord = 5;

function mayBeMistaken(words: readonly string[]): boolean {
  const letters = Array.from(words.join('')).length;
  return words.length <= mostWords && letters <= mostLetters && maxEditDistance(letters) > 0;
}

function sureBeginningOf([first = '']: readonly string[]): string {
  const letters = Array.from(first);
  return letters.length <= shortWord && !unspaced.test(first) ? ` ${letters[0] ?? ''}` : '';
}
