import { crc32 } from 'node:zlib';
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
  /** A bit for each pair of the letters, as in `name_pairs`. */
  readonly pairs: bigint;
  readonly parts: readonly Part[];
  /** The letters, where they may have mistakes in them; where not, no part may. */
  readonly misspelt: Misspelt | null;
  /** The domains that a web address may belong to; none where it is no address. */
  readonly domains: readonly string[];
}

/** One word of what was typed. */
export interface Part {
  /** What `name_words` has in it where a word of the name begins like this one. */
  readonly beginning: string;
  readonly pairs: bigint;
  readonly misspelt: Misspelt | null;
}

/** A word that may have mistakes in it. */
export interface Misspelt {
  readonly word: string;
  readonly length: number;
  /** So many letters may be missing, too many, or wrong, or neighbours that have changed places. */
  readonly mistakes: number;
  /** The word with one pair of neighbours the other way round. */
  readonly swaps: readonly string[];
  /** Its pairs with both ends, of which mistakes leave out so many at most. */
  readonly pairs: bigint;
  readonly missingPairs: number;
}

export function soughtFor(typed: string): Sought {
  const words = wordsOf(typed);
  const letters = words.join('');
  const whole = words.length > mostMisspelt ? null : misspelt(letters);
  return {
    advertiserId: advertiserId(typed),
    words: ` ${words.join(' ')} `,
    letters,
    pairs: pairsOf(letters),
    parts: words.map((word) => partOf(word, whole !== null)),
    misspelt: whole,
    domains: domainsOf(typed),
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

function partOf(word: string, mayBeMisspelt: boolean): Part {
  const beginning = unspaced.test(word) ? word : ` ${word}`;
  return { beginning, pairs: pairsOf(beginning), misspelt: mayBeMisspelt ? misspelt(word) : null };
}

/** The same bits as in `name_pairs`. */
function pairsOf(text: string): bigint {
  const letters = Array.from(text);
  let pairs = 0n;
  for (const [at, letter] of letters.entries()) {
    if (at > 0) pairs |= 1n << BigInt(crc32(`${letters[at - 1]}${letter}`) % 256);
  }
  return pairs;
}

/** A host with all its parents: one of them is what its owner registered. */
function domainsOf(typed: string): string[] {
  const address = /^(?:https?:\/\/)?([^\s/?#@]+\.[^\s/?#@]+)(?:[/?#]\S*)?$/i.exec(typed)?.[1];
  if (address === undefined || !URL.canParse(`https://${address}`)) return [];
  const labels = new URL(`https://${address}`).hostname.replace(/\.$/, '').split('.');
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
}

/** Each word is compared with the words of thousands of names. */
const mostMisspelt = 5;
const longestMisspelt = 40;

/** Null for a word that a mistake would make another one. */
function misspelt(word: string): Misspelt | null {
  const letters = Array.from(word);
  const { length } = letters;
  const mistakes = mistakesIn(length);
  if (mistakes === 0 || length > longestMisspelt) return null;
  return {
    word,
    length,
    mistakes,
    swaps: letters.slice(1).map((_, at) => swapped(letters, at)),
    pairs: pairsOf(` ${word} `),
    // A swap takes three pairs away, any other mistake two; of a short word two must be left.
    missingPairs: Math.min(2 * mistakes + 1, length - 1),
  };
}

/** Few enough that what is found still looks like what was typed. */
function mistakesIn(letters: number): number {
  if (letters < 3) return 0;
  if (letters < 8) return 1;
  return letters < 14 ? 2 : 3;
}

function swapped(letters: readonly string[], at: number): string {
  const [first = '', second = ''] = letters.slice(at, at + 2);
  return [...letters.slice(0, at), second, first, ...letters.slice(at + 2)].join('');
}
