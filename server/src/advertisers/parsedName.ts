import { maxEditDistance } from '../ads/editDistance.ts';
import { parseUrl } from '@magpie/contract';
import { foldText } from '../ads/fold.ts';
import { unspaced } from '../ads/searchText.ts';
import { advertiserId, normalizeAdvertiserName } from '../ads/identity.ts';

export interface ParsedName {
  /** The id of an advertiser with exactly this name, ignoring case. */
  readonly advertiserId: number;
  /** Folded, with surrounding spaces: ` blue whale `. */
  readonly words: string;
  /** Without spaces: `bluewhale`; empty if there are no letters. */
  readonly letters: string;
  /** A name matches if its `words` contain all of these. A leading space anchors to the start of a word. */
  readonly wordPrefixes: readonly string[];
  /** The possible domains of a typed URL; empty if it is not a URL. */
  readonly domains: readonly string[];
  /** False for very short names, which would match others, and for very long ones. */
  readonly allowsTypos: boolean;
  /** A name with typos matches only if its `words` contain this; a space if any may. */
  readonly requiredPrefix: string;
}

/** With `insideWords`, typed words also match inside the words of a name. */
export function parseName(typed: string, { insideWords = false } = {}): ParsedName {
  const words = splitName(typed);
  return {
    advertiserId: advertiserId(typed),
    words: ` ${words.join(' ')} `,
    letters: words.join(''),
    wordPrefixes: insideWords ? words : words.map((word) => (unspaced.test(word) ? word : ` ${word}`)),
    domains: findDomains(typed),
    allowsTypos: allowsTypos(words),
    requiredPrefix: getRequiredPrefix(words),
  };
}

const apostrophes = /['`´‘’′ʹʻʼ＇]/g;
const separators = /[^\p{L}\p{M}\p{N}\p{So}]+/u;

export function splitName(name: string): string[] {
  const folded = foldText(normalizeAdvertiserName(name).replaceAll(apostrophes, ''));
  return folded.split(separators).filter((word) => word !== '');
}

/** A bit set of letters by their lowest five bits, which mostly differ within an alphabet. */
export function letterBits(text: string): number {
  let bits = 0;
  for (let at = 0; at < text.length; at += 1) bits |= 1 << (text.charCodeAt(at) & 31);
  return bits;
}

/** A host and its parent domains, one of which is the registered domain. */
function findDomains(typed: string): string[] {
  const host = /^(?:https?:\/\/)?([^\s/?#@]+\.[^\s/?#@]+)(?:[/?#]\S*)?$/i.exec(typed)?.[1];
  const url = host === undefined ? null : parseUrl(`https://${host}`);
  if (url === null) return [];
  const labels = url.hostname.replace(/\.$/, '').split('.');
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
}

/** Limits for typo matching, because each word is compared with those of thousands of names. */
const maxTypoWords = 5;
const maxTypoLetters = 60;

/** For a first word up to this length, the first letter must match; otherwise too many names would. */
const shortWordLength = 5;

function allowsTypos(words: readonly string[]): boolean {
  const letters = Array.from(words.join('')).length;
  return words.length <= maxTypoWords && letters <= maxTypoLetters && maxEditDistance(letters) > 0;
}

function getRequiredPrefix([first = '']: readonly string[]): string {
  const letters = Array.from(first);
  return letters.length <= shortWordLength && !unspaced.test(first) ? ` ${letters[0] ?? ''}` : ' ';
}
