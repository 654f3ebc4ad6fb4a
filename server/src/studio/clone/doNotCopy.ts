import type { Ad } from '@magpie/contract';
import { toPlainLine, uniqueFolded } from '../text.ts';
import { normalizeForCues, toPattern, weigh } from './cues.ts';
import type { Names } from './names.ts';
import { splitSentences } from './sentences.ts';
import { listCopy } from './structure.ts';

const maxItems = 30;
const maxQuoteLength = 90;

const claim = toPattern(`
  # %, # out of #, # x (faster|more|better|stronger), # times (faster|more|better|stronger), best, fastest, quietest, lightest, cheapest, strongest, safest, world's, number one, no. 1, guarantee*, proven, cure*, heal*, treats, detox*, lose weight, weight loss, burn fat, anti aging, doctor*, dermatologist*, earn $ #, make money, passive income, double your, returns of, get rich, instant*, overnight, in (just |only |)# (days|weeks|hours|minutes|seconds), never again, award*, patented, since #, only ~ you need
  beste*, leichteste*, schnellste*, nr. 1, garantiert*, testsieger, heilt, abnehmen, meilleur*, garanti*, numero 1, perdre du poids, mejor*, garantiz*, adelgaza*, melhor*, garantid*, emagrec*, miglior*, dimagri*, garantit*, snelste, gegarandeerd, afvallen
  最高, 最安, 世界初, 日本一, 必ず, 保証, 痩せ, 최고, 최초, 보장, 다이어트, 最好, 第一, 保证, 减肥, 治愈, افضل, مضمون*, الاول, علاج, лучш*, самы*, гарант*, похуд*, вылеч*, ดีที่สุด, รับประกัน, อันดับ 1
`);

/** What must not be copied from an ad, as short items for people. The advertiser is always included. */
export function listDoNotCopy(ad: Ad, names: Names): string[] {
  const items = [
    `The name ${names.advertiser}, its logo, its slogans and its distinctive look`,
    'The exact wording: write every sentence from scratch',
    ...mediaItems(ad),
    ...(names.partner === null ? [] : [`The name and the face of ${names.partner}, who appears in the ad`]),
    ...(names.domain === null ? [] : [`The address ${names.domain}`]),
  ];
  const { claims, offers } = claimsAndOffers(ad);
  const kinds = [
    names.marks.map((name) => `The mark ${name}`),
    names.people.map((name) => `The name ${name}`),
    names.handles.map((name) => `The ${name.startsWith('@') ? 'handle' : 'hashtag'} ${name}`),
    names.codes.map((name) => `The code ${name}`),
    claims.map((text) => `The claim “${shortQuote(text)}”`),
    offers.map((text) => `The offer “${shortQuote(text)}”`),
    names.others.map((name) => `The name ${name}`),
  ];
  return [...items, ...limitItems(kinds.map(uniqueFolded), maxItems - items.length)];
}

/** Keeps items of every kind, and adds how many were left out. */
function limitItems(kinds: readonly (readonly string[])[], room: number): string[] {
  const all = sum(kinds.map(({ length }) => length));
  if (all <= room) return kinds.flat();
  const shares = kinds.map(({ length }) => Math.min(length, room));
  // One slot is reserved for the number of omitted items.
  while (sum(shares) >= room) {
    const largest = shares.lastIndexOf(Math.max(...shares));
    shares[largest] = (shares[largest] ?? 0) - 1;
  }
  const left = all - sum(shares);
  return [
    ...kinds.flatMap((items, kind) => items.slice(0, shares[kind])),
    `And ${left} more names and claims of the ad`,
  ];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function mediaItems({ media, cards, mediaType }: Ad): string[] {
  const all = [...media, ...cards.flatMap((card) => card.media)];
  const isVideo = mediaType === 'video' || all.some(({ type }) => type === 'video');
  if (all.length === 0 && mediaType === 'other') return [];
  return [
    `The faces of people shown in the ${isVideo ? 'video' : 'picture'}, and lookalikes`,
    `Its photographs, drawings and packaging`,
    ...(isVideo ? ['Its music, its voices and what they say'] : []),
  ];
}

function claimsAndOffers(ad: Ad): { claims: string[]; offers: string[] } {
  const sentences = listCopy(ad).flatMap((text) =>
    splitSentences(text, ad.language).map((each) => each.text),
  );
  const [claims, offers]: [string[], string[]] = [[], []];
  for (const text of sentences) {
    if (isBarePrice(text)) continue;
    const { offer, proof } = weigh(text);
    if (offer >= 2 && proof < 2) offers.push(text);
    else if (proof >= 2 || claim.test(normalizeForCues(text))) claims.push(text);
  }
  return { claims, offers };
}

const currency = String.raw`(?:\p{Sc}|USD|EUR|GBP|CHF|CAD|AUD|JPY|INR|SEK|NOK|DKK|PLN|BRL|AED|SAR)`;
const price = new RegExp(String.raw`${currency}\s?\d[\d.,]{0,14}|\d[\d.,]{0,14}\s?${currency}`, 'gu');

/** A price alone is no offer of this advertiser. */
function isBarePrice(text: string): boolean {
  return text.length < 60 && /\d/.test(text) && !/[\p{L}\p{N}%]/u.test(text.replaceAll(price, ' '));
}

function shortQuote(text: string): string {
  return toPlainLine(text.replaceAll(/[“”"]/g, ''), maxQuoteLength);
}
