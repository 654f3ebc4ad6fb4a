import { createHash } from 'node:crypto';
import type { EnrichmentInput } from '../ads/enrichment.ts';

export type TaggableTexts = Pick<EnrichmentInput, 'headlines' | 'bodies' | 'description' | 'ctaText'>;

/** Total length of all texts, which bounds the time; the beginning of an ad is enough. */
const maxReadLength = 5000;

export function listTaggableTexts(wording: TaggableTexts): string[] {
  const { headlines, ctaText, description, bodies } = wording;
  const texts = new Set<string>();
  let room = maxReadLength;
  for (const text of [...headlines, ctaText, description, ...bodies]) {
    if (room <= 0) break;
    if (text === null || text.trim() === '' || text.includes('{{') || texts.has(text)) continue;
    texts.add(text.length <= room ? text : copyStart(text, room));
    room -= text.length;
  }
  return [...texts];
}

export function hashOfTexts(texts: readonly string[]): string | null {
  return texts.length === 0 ? null : createHash('sha256').update(JSON.stringify(texts)).digest('base64url');
}

/** A copy, because a slice would keep the whole text in memory while it is cached. */
function copyStart(text: string, length: number): string {
  return Buffer.from(text.slice(0, length), 'utf16le').toString('utf16le');
}

/**
 * The words of a text in order. Scripts without spaces, and emoji, give one token per character. A sentence ends with
 * the token `.` or `?`, and `^` precedes the first word of the text.
 */
export interface Tokens {
  readonly words: string[];
  /** Whether the token is joined to the previous one: `sugar-free` is not free. */
  readonly joined: boolean[];
}

/** Tokens for the shape of a text, appended at its end. They cannot occur in texts, because `<` is no token. */
const shapes = { question: '<question>', quote: '<quote>', list: '<list>' };

export function tokenize(text: string): Tokens {
  const tokens: Tokens = { words: [], joined: [] };
  readInto(tokens, normalizeText(text));
  for (const shape of findShapes(text, tokens.words)) add(tokens, shape, false);
  return tokens;
}

function add(tokens: Tokens, word: string, joined: boolean): void {
  tokens.words.push(word);
  tokens.joined.push(joined);
}

/** Trademark signs, zero-width characters and emoji variation selectors. */
const ignoredMarks = /[™®©]|\ufe0f|\u200d|\u200b/g;

/** Removes case, accents and stylised letters (𝗦𝗔𝗟𝗘, ＳＡＬＥ); Hangul and kana stay composed. */
function normalizeText(text: string): string {
  // A substring search is faster than the pattern, and few texts contain a URL.
  const said = text.includes('://') ? text.replaceAll(/https?:\/\/\S+/gi, ' ') : text;
  if (!/[^\0-\x7f]/.test(said)) return said.toLowerCase();
  const plain = said.replaceAll(ignoredMarks, '').replaceAll(/[’‘ʼ]/g, "'");
  const bare = plain.normalize('NFKD').replaceAll(/[\u0300-\u036f]/g, '');
  return bare.normalize('NFC').toLowerCase().replaceAll('ß', 'ss');
}

const [space, letter, digit, single, currency, sentenceEnd, sign] = [0, 1, 2, 3, 4, 5, 6];

/** The kind of every UTF-16 unit. Surrogates are single tokens: emoji and rare ideographs. */
const kinds = Uint8Array.from({ length: 0x1_00_00 }, (_, code) =>
  classifyCharacter(String.fromCharCode(code)),
);

function classifyCharacter(character: string): number {
  if (/[.!\n;|•·–—…。]/u.test(character)) return sentenceEnd;
  if (/[-#@]/.test(character)) return sign;
  if (/\p{Sc}/u.test(character)) return currency;
  if (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}ー%+?&]/u.test(character))
    return single;
  if (/[\p{L}\p{M}]/u.test(character)) return letter;
  if (/\p{Nd}/u.test(character)) return digit;
  return /[\p{So}\p{Cs}]/u.test(character) ? single : space;
}

/** Returns `space` outside the text; an out-of-range table lookup would be much slower. */
function kindAt(text: string, at: number): number {
  return at >= 0 && at < text.length ? (kinds[text.charCodeAt(at)] ?? space) : space;
}

const isWordKind = (kind: number): boolean => kind === letter || kind === digit;

function readInto(tokens: Tokens, text: string): void {
  let opened = false;
  let at = 0;
  while (at < text.length) {
    const kind = kindAt(text, at);
    const end = endOfToken(text, at, kind);
    if (isToken(text, at, kind)) {
      if (!opened && isWordKind(kind)) {
        add(tokens, '^', false);
        opened = true;
      }
      add(tokens, normalizeWord(text, at, end, kind), isWordKind(kind) && isJoint(text, at - 1));
    }
    at = end;
  }
  add(tokens, '.', false);
}

function isToken(text: string, at: number, kind: number): boolean {
  if (kind === space) return false;
  if (kind === sign) return isSign(text, at);
  return kind !== sentenceEnd || !isJoint(text, at);
}

function endOfToken(text: string, at: number, kind: number): number {
  if (kind === letter) return endOfWord(text, at);
  if (kind === digit) return endOfNumber(text, at);
  return at + (kind === single && (text.codePointAt(at) ?? 0) > 0xff_ff ? 2 : 1);
}

/** `don't` is one word; `l'été` and `I'm` are two. */
function endOfWord(text: string, start: number): number {
  let end = start + 1;
  while (kindAt(text, end) === letter || (end > start + 1 && isApostrophe(text, end))) end += 1;
  return end;
}

function isApostrophe(text: string, at: number): boolean {
  return text[at] === "'" && kindAt(text, at + 1) === letter;
}

/** `10,000`, `4.9` and `10k` are one number each. */
function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  while (kindAt(text, end) === digit || (isPoint(text[end]) && kindAt(text, end + 1) === digit)) end += 1;
  const isThousands = text[end] === 'k' || text[end] === 'm';
  return isThousands && kindAt(text, end + 1) !== letter ? end + 1 : end;
}

const isPoint = (character: string | undefined): boolean => character === '.' || character === ',';

/** Other words ending in `'s` are genitives: `women's` is women. */
const contracted = new Set(
  "it's that's what's here's there's he's she's who's let's where's how's one's".split(' '),
);

function normalizeWord(text: string, start: number, end: number, kind: number): string {
  if (kind === currency) return '$';
  if (kind === sentenceEnd) return '.';
  const word = text.slice(start, end);
  if (kind === letter) return word.endsWith("'s") && !contracted.has(word) ? word.slice(0, -2) : word;
  if (word === '&') return 'and';
  // In cues `#` means any number, so the literal sign needs another token.
  return word === '#' ? '№' : word;
}

/** The sign is significant in `-20 %` and `#1`; elsewhere hyphen and hash are ignored. */
function isSign(text: string, at: number): boolean {
  return text[at] !== '@' && kindAt(text, at + 1) === digit && !isWordKind(kindAt(text, at - 1));
}

/** Joins two words: `sugar-free`, `shop.example.com`, `me@example.com`. */
function isJoint(text: string, at: number): boolean {
  if (at < 1) return false;
  const character = text[at];
  if (character !== '-' && character !== '.' && character !== '@') return false;
  return isWordKind(kindAt(text, at - 1)) && isWordKind(kindAt(text, at + 1));
}

const minListLines = 3;
/** Shorter quotations are quoted names. */
const minQuoteLength = 20;

function findShapes(text: string, words: readonly string[]): string[] {
  const found: string[] = [];
  if (words.find((word) => word === '.' || word === '?') === '?') found.push(shapes.question);
  if (isQuote(text.trimStart())) found.push(shapes.quote);
  if (isList(text)) found.push(shapes.list);
  return found;
}

const closingQuotes: ReadonlyMap<string, readonly string[]> = new Map([
  ['“', ['”']],
  ['"', ['"']],
  ['„', ['“', '”']],
  ['«', ['»']],
  ['»', ['«']],
  ['‘', ['’']],
  ['「', ['」']],
]);

function isQuote(text: string): boolean {
  const closing = closingQuotes.get(text.charAt(0)) ?? [];
  return closing.some((close) => text.indexOf(close, 1) > minQuoteLength);
}

function isList(text: string): boolean {
  if (!text.includes('\n')) return false;
  const marked = text.split('\n').filter((line) => /^\s{0,3}(?:[✅✔✓☑•▪➡👉*-]|[🔹🔸⭐])/u.test(line));
  return marked.length >= minListLines;
}
