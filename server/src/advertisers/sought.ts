import { crc32 } from 'node:zlib';
import { parsedUrl } from '@magpie/contract';
import { foldText } from '../catalog/fold.ts';
import { advertiserId, nameKey } from '../catalog/identity.ts';

/** An advertiser as somebody typed it, in the forms in which stored names are looked through. */
export interface Sought {
  /** Of the advertiser that has this name, whatever the case. */
  readonly advertiserId: number;
  /** As `name_words`: ` blue whale `. */
  readonly words: string;
  /** As `name_letters`: `bluewhale`; nothing for what has no letter. */
  readonly letters: string;
  /** What `name_words` has in it where each word begins one of the name. */
  readonly beginnings: readonly string[];
  /** The domains that a web address may belong to; none where it is no address. */
  readonly domains: readonly string[];
  /** Null where a mistake would make something else of it, and where it is too much to look for. */
  readonly pairs: Pairs | null;
}

/** By which the names are chosen that may be what was typed, also with mistakes: bits as in `name_pairs`. */
export interface Pairs {
  readonly all: bigint;
  /** So many of them may be missing. */
  readonly missing: number;
  /** But none of these. */
  readonly sure: bigint;
  /** Thousands of names share so few of them, and mostly enough names have it as it is spelt. */
  readonly areFew: boolean;
}

export function soughtFor(typed: string): Sought {
  const words = wordsOf(typed);
  return {
    advertiserId: advertiserId(typed),
    words: ` ${words.join(' ')} `,
    letters: words.join(''),
    beginnings: words.map(beginningOf),
    domains: domainsOf(typed),
    pairs: pairsOf(words),
  };
}

const apostrophes = /['`´‘’′ʹʻʼ＇]/g;
const separators = /[^\p{L}\p{M}\p{N}\p{So}]+/u;

/** As the engine takes stored names apart. */
function wordsOf(name: string): string[] {
  const folded = foldText(nameKey(name).replaceAll(apostrophes, ''));
  return folded.split(separators).filter((word) => word !== '');
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
export function mostMistakes(letters: number): number {
  if (letters < 3) return 0;
  if (letters < 8) return 1;
  return letters < 14 ? 2 : 3;
}

/** In a word that is no longer, the first letter is right: too many names are like it otherwise. */
const shortWord = 5;

function pairsOf(words: readonly string[]): Pairs | null {
  const letters = Array.from(words.join(''));
  if (words.length > mostWords || letters.length > mostLetters || mostMistakes(letters.length) === 0)
    return null;
  const lengths = words.map((word) => Array.from(word).length);
  const [firstWord = ''] = words;
  const isSure = (lengths[0] ?? 0) <= shortWord && !unspaced.test(firstWord);
  return {
    all: bitsOf(words.map((word) => ` ${word} `)),
    missing: lengths.reduce((sum, length) => sum + missingPairs(length), 0),
    sure: isSure ? bitsOf([` ${letters[0]}`]) : 0n,
    areFew: mostMistakes(letters.length) === 1,
  };
}

/** A swap takes three pairs away, any other mistake two, and so do spaces that the name does not have. */
function missingPairs(letters: number): number {
  return Math.max(2, Math.min(2 * mostMistakes(letters) + 1, letters - 1));
}

/** A bit for each pair of neighbours, the same as in `name_pairs`. */
function bitsOf(texts: readonly string[]): bigint {
  let bits = 0n;
  for (const text of texts) {
    const letters = Array.from(text);
    for (const [at, letter] of letters.entries()) {
      if (at > 0) bits |= 1n << BigInt(crc32(`${letters[at - 1]}${letter}`) % 256);
    }
  }
  return bits;
}
