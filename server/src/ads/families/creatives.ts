import { hash as computeHash } from 'node:crypto';
import type { AdFacts } from '../knownAd.ts';
import { hammingDistance } from '../../integrations/images/pdq.ts';
import { withoutSignature } from '../past/signedUrls.ts';
import { splitWords } from '../searchText.ts';
import { jaccard, toBands, toShingles } from './shingles.ts';

/**
 * What makes an ad the same creative as another: a text, a picture, the file of a video, or the number under which a library groups
 * ads. Ads that have one in common are the same creative, and so are ads with nearly equal texts or pictures.
 */
export interface Creative {
  /** 52 bits, so that JSON represents it exactly. */
  readonly id: number;
  readonly kind: 'collation' | 'text' | 'picture' | 'innerPicture' | 'video';
  /** Compared with others of its kind: a normalized text or the PDQ hash of a picture. Empty if only equal ones are the same. */
  readonly text: string;
}

export type ComparedFacts = Pick<AdFacts, 'headlines' | 'bodies' | 'cards' | 'collationId' | 'media'>;

export interface ComparedAd {
  /** Starts with the library. */
  readonly key: string;
  /** The id of the name under which it was seen. */
  readonly nameId: number;
  readonly facts: ComparedFacts;
}

export interface SameCreative {
  readonly kind: Exclude<Creative['kind'], 'innerPicture'>;
  /** Of the texts; null for other kinds. */
  readonly similarity: number | null;
  /** The number of differing bits of 256; null for other kinds. */
  readonly pictureDistance: number | null;
}

/** A higher one makes `magpie enrich` list the creatives of all ads again. */
export const creativesVersion = 2;

/** Between the pairs of real exports that are the same creative (0.84 and more) and others (0.66 at most). */
export const minSimilarity = 0.72;

/**
 * Shorter texts say too little to be compared with those of others: "Free shipping on all orders. Shop now." They are the same only
 * with the same headlines and advertiser. A letter of a script without spaces counts twice.
 */
const minComparedLetters = 64;
/** Of these, "Shop now" or a name alone say nothing. */
const minLetters = 19;
/** A text that repeats a few words says no more than these. */
const minDistinctWords = 8;

/** The text of a catalogue ad before the products are filled in. */
const placeholder = /\{\{.*?\}\}/s;

/** Libraries show these instead of the text. Normalized. */
const notices = [
  'this content was removed because it didn t follow our advertising standards',
  'this ad was taken down after we identified that it did not follow',
  'this ad ran without a required disclaimer',
];

/** More texts than an ad has variants are products of a catalogue. */
const maxTexts = 10;

export function listCreatives({ key, nameId, facts }: ComparedAd): Creative[] {
  const { collationId } = facts;
  const library = key.slice(0, key.indexOf(':'));
  const text = toCreative(joinTexts(facts), nameId, facts);
  const collation: Creative[] =
    collationId === null
      ? []
      : [{ id: idOf(`collation ${library} ${collationId}`), kind: 'collation', text: '' }];
  return [...collation, ...(text === null ? [] : [text]), ...listVideo(nameId, facts)];
}

/** The only file of an ad, if it is a video: of the same advertiser, because a host may serve all videos under one URL. */
function listVideo(nameId: number, { media, cards }: ComparedFacts): Creative[] {
  const [file] = media;
  if (media.length !== 1 || cards.length > 1 || file?.type !== 'video' || file.url === '') return [];
  return [{ id: idOf(`video ${nameId} ${withoutSignature(file.url)}`), kind: 'video', text: '' }];
}

/**
 * All texts of an ad as one: ads of a library that combines texts are the same only if they have most of them in common. If
 * each text counted alone, one ad with two texts would connect all ads that have either.
 */
function joinTexts({ bodies, cards }: ComparedFacts): string {
  const own = [...new Set(bodies.flatMap(readText))];
  const texts = own.length > 0 ? own : [...new Set(cards.flatMap(({ body }) => readText(body)))];
  return texts.length > maxTexts ? '' : texts.toSorted().join(' ').slice(0, maxJoinedLetters);
}

function readText(text: string | null): string[] {
  if (text === null || placeholder.test(text)) return [];
  const normalized = normalizeText(text);
  return notices.some((notice) => normalized.startsWith(notice)) ? [] : [normalized];
}

function toCreative(text: string, nameId: number, { headlines }: ComparedFacts): Creative | null {
  const hasEnoughWords = new Set(text.split(' ')).size >= minDistinctWords;
  if (text.length >= minComparedLetters && hasEnoughWords)
    return { id: idOf(`text ${text}`), kind: 'text', text };
  if (text.length < minLetters) return null;
  const shown = headlines.map(normalizeText).toSorted().join('\n');
  return { id: idOf(`short ${nameId} ${text}\n${shown}`), kind: 'text', text: '' };
}

/** A longer text is compared by its beginning. */
const maxLetters = 1500;
const maxJoinedLetters = 2 * maxLetters;
const tagOrLink = /<[^<>]{1,200}>|(?:https?:\/\/|www\.)\S+/gi;

/** Folded words between spaces, without links, tags and emoji. */
export function normalizeText(text: string): string {
  const words = splitWords(text.slice(0, 4 * maxLetters).replace(tagOrLink, ' '));
  return words
    .filter((word) => !emoji.test(word))
    .join(' ')
    .slice(0, maxLetters);
}

const emoji = /^[^\p{L}\p{N}]/u;

function idOf(identity: string): number {
  return Number.parseInt(computeHash('md5', identity, 'hex').slice(0, 13), 16);
}

/** The creatives of an ad after further sightings. Those of an ad that has none yet include those of its stored state. */
export function addCreatives(
  known: (ComparedAd & { readonly digest: string; readonly creatives: readonly number[] }) | null,
  seen: readonly (ComparedAd & { readonly digest: string })[],
) {
  const before = new Set(known?.creatives);
  const unseen = seen.filter(({ digest }) => before.size === 0 || digest !== known?.digest);
  const compared = known === null || before.size > 0 ? unseen : [known, ...unseen];
  return mergeCreatives([...before], compared.flatMap(listCreatives));
}

export function mergeCreatives(known: readonly number[], creatives: readonly Creative[]) {
  const before = new Set(known);
  const found = new Map(creatives.map((each) => [each.id, each]));
  const added = [...found.values()].filter(({ id }) => !before.has(id));
  return { added, ids: [...known, ...added.map(({ id }) => id)].toSorted((one, other) => one - other) };
}

/** The published limit below which two pictures are the same. */
export const maxPictureDistance = 31;
const pictureBits = 256;

export function toPictureCreative(pdq: string): Creative {
  return { id: idOf(`picture ${pdq}`), kind: 'picture', text: pdq };
}

/** A picture without its edge, which is compared with whole pictures too: one of these may be a copy that was cut. */
export function toInnerCreative(innerPdq: string): Creative {
  return { id: idOf(`inner picture ${innerPdq}`), kind: 'innerPicture', text: innerPdq };
}

export function isPicture({ kind }: Pick<Creative, 'kind'>): boolean {
  return kind === 'picture' || kind === 'innerPicture';
}

/** Digits of a band: of two pictures with a distance of 20 bits, 99 % have a band of 16 bits in common, with 31 bits 90 %. */
const digitsPerBand = 4;

/** Nearly equal creatives have a band in common. None if only equal ones are the same. */
export function listBands({ kind, text }: Pick<Creative, 'kind' | 'text'>): number[] {
  if (kind === 'text') return toBands(toShingles(text));
  return Array.from({ length: text.length / digitsPerBand }, (_, at) =>
    idOf(`picture band ${at} ${text.slice(at * digitsPerBand, (at + 1) * digitsPerBand)}`),
  );
}

type Compared = Pick<Creative, 'kind' | 'text'>;

/** How similar two creatives are, 1 if equal; null if they are not nearly equal. */
export function similarityOf(one: Compared, other: Compared): number | null {
  if (isPicture(one) !== isPicture(other) || one.text === '' || other.text === '') return null;
  if (isPicture(one)) {
    const distance = hammingDistance(one.text, other.text);
    return distance <= maxPictureDistance ? 1 - distance / pictureBits : null;
  }
  const similarity = one.text === other.text ? 1 : jaccard(toShingles(one.text), toShingles(other.text));
  return similarity >= minSimilarity ? similarity : null;
}

export function describeSame(kind: Creative['kind'], similarity: number): SameCreative {
  return {
    kind: kind === 'innerPicture' ? 'picture' : kind,
    similarity: kind === 'text' ? Math.round(similarity * 1000) / 1000 : null,
    pictureDistance: isPicture({ kind }) ? Math.round((1 - similarity) * pictureBits) : null,
  };
}

/** The strongest evidence that two ads are the same creative, or null. */
export function compareCreatives(one: readonly Creative[], others: readonly Creative[]): SameCreative | null {
  const known = new Set(one.map(({ id }) => id));
  const equal = others.filter(({ id }) => known.has(id)).map(({ kind }) => ({ kind, similarity: 1 }));
  const near = one.flatMap((each) =>
    others.flatMap((other) => {
      const similarity = similarityOf(each, other);
      return similarity === null ? [] : [{ kind: each.kind, similarity }];
    }),
  );
  const evidence = [...equal, ...near.toSorted((a, b) => b.similarity - a.similarity)];
  const [strongest] = [
    ...evidence.filter(({ kind, similarity }) => kind === 'text' && similarity === 1),
    ...evidence.filter(({ kind }) => kind === 'collation'),
    ...evidence.filter(({ kind }) => kind === 'text'),
    ...evidence,
  ];
  return strongest === undefined ? null : describeSame(strongest.kind, strongest.similarity);
}
