import type { Ad } from '@magpie/contract';
import type { CopyPart } from '../makers/maker.ts';
import { type Cued, cuedParts, isQuestion, weigh } from './cues.ts';
import { type Sentence, sentencesOf } from './sentences.ts';

/** What of an ad its structure is read from. */
export type Wording = Pick<
  Ad,
  'platform' | 'headline' | 'body' | 'description' | 'ctaText' | 'cards' | 'language' | 'tags'
>;

const mostParts = 30;

/** The parts of an ad's copy in its order, each exactly as it stands there. An ad without a text has none. */
export function structureOf(ad: Wording): CopyPart[] {
  const supported = supportedBy(ad.tags);
  const parts: CopyPart[] = [];
  for (const text of copyOf(ad)) {
    const sentences = sentencesOf(text, ad.language);
    const found = sentences.map((sentence, index): Part => {
      const isFirst = parts.length === 0 && index === 0;
      const isLast = sentences.length > 1 && index === sentences.length - 1;
      return { sentence, part: partOf(sentence.text, { isFirst, isLast, supported }) };
    });
    parts.push(...joined(text, found));
  }
  return withButton(parts, ad.ctaText).slice(0, mostParts);
}

/** The texts in the order in which they are read. A platform for videos shows the headline first, others what stands above the picture. */
export function copyOf({ platform, headline, body, description, cards }: Wording): string[] {
  const main = platform === 'youtube' ? [headline, body] : [body, headline];
  const ofCards = cards.flatMap((card) => [card.headline, card.body, card.description]);
  return readable([...main, description, ...ofCards]);
}

/** Every version of every text of an ad, in the same room. */
export function versionsOf(ad: Wording & Pick<Ad, 'headlines' | 'bodies'>): string[] {
  return readable([...copyOf(ad), ...ad.headlines, ...ad.bodies]);
}

/** Together: an ad of many cards is known by its first ones, and time stays bounded. */
const longestReading = 12_000;

/** Each once, as far as there is room. */
function readable(texts: readonly (string | null)[]): string[] {
  const read = new Set<string>();
  let room = longestReading;
  for (const text of texts) {
    if (room === 0) break;
    // A text in braces names a field of a catalogue and says nothing.
    if (text === null || text === '' || read.has(text) || text.includes('{{')) continue;
    const part = text.slice(0, room);
    read.add(part);
    room -= part.length;
  }
  return [...read];
}

interface Part {
  readonly sentence: Sentence;
  readonly part: CopyPart['part'] | null;
}

interface Circumstances {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly supported: ReadonlySet<Cued>;
}

const sure = 2;

/** The first sentence holds the reader, whatever it speaks of, unless it is plainly an offer, a proof or a call. */
function partOf(text: string, { isFirst, isLast, supported }: Circumstances): CopyPart['part'] | null {
  const weights = weigh(text);
  if (isLast && weights.cta > 0) weights.cta += 1;
  if (isQuestion(text)) weights.cta = 0;
  // Who calls by naming what is given, makes an offer.
  if (weights.offer > sure) weights.cta = Math.min(weights.cta, weights.offer);
  for (const part of supported) if (weights[part] === 1) weights[part] = sure;
  const most = Math.max(...Object.values(weights));
  const best = most < sure ? null : (cuedParts.find((part) => weights[part] === most) ?? null);
  if (!isFirst) return best;
  return best === null || best === 'problem' || isQuestion(text) ? 'hook' : best;
}

const least = 0.6;

/** What the tags say that the copy holds, though not where. */
function supportedBy(tags: Ad['tags']): ReadonlySet<Cued> {
  const parts = tags
    .filter(({ confidence }) => confidence >= least)
    .flatMap(({ category, shortText }): Cued[] => {
      if (category === 'offer' || category === 'proof') return [category];
      if (category === 'next step') return ['cta'];
      return shortText === 'Problem and solution' ? ['problem'] : [];
    });
  return new Set(parts);
}

/** Neighbours of one part are one, with what stands between them. */
function joined(text: string, found: readonly Part[]): CopyPart[] {
  const parts: (CopyPart & { start: number; end: number })[] = [];
  let previous: Part['part'] = null;
  for (const { part, sentence } of found) {
    const last = parts.at(-1);
    const [start, end] = [sentence.at, sentence.at + sentence.text.length];
    if (part !== null && part === previous && last !== undefined) {
      parts[parts.length - 1] = { part, start: last.start, end, text: text.slice(last.start, end) };
    } else if (part !== null) parts.push({ part, start, end, text: sentence.text });
    previous = part;
  }
  return parts.map(({ part, text: said }) => ({ part, text: said }));
}

function withButton(parts: readonly CopyPart[], button: string | null): CopyPart[] {
  const said = button?.trim() ?? '';
  return said === '' || said.includes('{{')
    ? [...parts]
    : [...parts.slice(0, mostParts - 1), { part: 'cta', text: said }];
}
