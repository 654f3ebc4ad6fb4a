import type { Ad, CloneProduct } from '@magpie/contract';
import { getDomain } from 'tldts';
import { foldText, foldWords, toPlainLine, uniqueFolded } from '../text.ts';
import { splitSentences, listVersions, listCopy } from './structure.ts';
import { normalizeForCues, toPattern, weigh } from './cues.ts';

export interface Names {
  readonly advertiser: string;
  readonly domain: string | null;
  readonly partner: string | null;
  readonly handles: readonly string[];
  readonly marks: readonly string[];
  readonly people: readonly string[];
  readonly codes: readonly string[];
  readonly others: readonly string[];
}

const maxNameLength = 80;

/** Always includes the advertiser; other names only if they are not the product's own. */
export function findNames(ad: Ad, product: CloneProduct | null): Names {
  const texts = listVersions(ad);
  const isOwn = ownNames(product);
  const foreign = (names: readonly string[]): string[] =>
    uniqueFolded(names.map((name) => toPlainLine(name, maxNameLength))).filter(
      (name) => name !== '' && !isOwn(name),
    );
  const all = (pattern: RegExp): string[] =>
    foreign(texts.flatMap((text) => [...text.matchAll(pattern)].map(([whole, group]) => group ?? whole)));
  const marks = foreign(all(marked).map((mark) => mark.replace(/^(?:the|our|your|a|an)\s/i, '')));
  const people = foreign([...all(attributed), ...all(titled)]);
  const codes = all(code);
  const known = new Set([ad.advertiser.name, ...marks, ...people, ...codes].map(foldText));
  return {
    advertiser: toPlainLine(ad.advertiser.name, maxNameLength),
    domain: foreign([ad.landingPageDomain ?? ''])[0] ?? null,
    partner: foreign([ad.partnerName ?? ''])[0] ?? null,
    handles: all(handle),
    marks: marks.filter((mark) => foldText(mark) !== foldText(ad.advertiser.name)),
    people,
    codes,
    others: foreign(texts.flatMap((text) => findCapitalized(text, ad.language))).filter(
      (name) => !known.has(foldText(name)),
    ),
  };
}

/** Names that copy must not mention; people with and without their title. */
export function forbiddenNames(names: Names): string[] {
  const { advertiser, domain, partner, handles, marks, people, codes, others } = names;
  const untitled = people.map((name) => name.replace(title, ''));
  const all = [advertiser, domain, partner, ...handles, ...marks, ...untitled, ...others, ...codes];
  return uniqueFolded(all.filter((name) => name !== null));
}

/** Generic parts of company names, and function words. */
const genericWords = new Set(
  'with from your this that these those what when where which have been more most much very just into over under made make than then they them their ours yours always never every company store stores official group international online limited gmbh brand brands team avec pour dans sans votre para como pelo pela sobre della delle dello alla voor zonder'.split(
    ' ',
  ),
);
const minWordLength = 4;

export function distinctiveWords({ advertiser, partner, marks, people, others }: Names): string[] {
  const names = [
    advertiser,
    partner ?? '',
    ...marks,
    ...people.map((name) => name.replace(title, '')),
    ...others,
  ];
  const words = new Set(names.flatMap((name) => foldWords(name).split(' ')));
  return [...words].filter(
    (each) => each.length >= minWordLength && !common.has(each) && !genericWords.has(each),
  );
}

/** Matches whole words of the product's and brand's names, and either name or the domain without spaces. */
function ownNames(product: CloneProduct | null): (name: string) => boolean {
  if (product === null) return () => false;
  const domain = findDomain(product.url ?? '');
  const said = [product.name, product.brandName ?? ''].map(foldWords);
  const wholes = new Set([...said, domain?.split('.')[0] ?? ''].map(withoutSpaces));
  return (name) =>
    withoutSpaces(name) !== '' &&
    (said.some((own) => ` ${own} `.includes(` ${foldWords(name)} `)) ||
      wholes.has(withoutSpaces(name)) ||
      (domain !== null && findDomain(name) === domain));
}

function withoutSpaces(name: string): string {
  return foldWords(name).replaceAll(' ', '');
}

/** Shops on a shared domain, such as a marketplace, count as different. */
export function findDomain(address: string): string | null {
  return getDomain(address, { allowPrivateDomains: true });
}

const rest = String.raw`[\p{L}\p{N}&'’-]{0,40}`;
/** Excludes the pronoun `I`. */
const word = String.raw`(?!I(?:['’]|(?![\p{L}\p{N}&-])))\p{Lu}${rest}`;
const handle = /(?<![\p{L}\p{N}.])[@#](?=[\p{L}\p{N}_.]{0,39}\p{L})[\p{L}\p{N}_.]{1,39}[\p{L}\p{N}_]/gu;
/** Matches backwards from the sign, which is linear; forwards, a name could start at every letter. */
const marked = new RegExp(
  String.raw`(?<=((?:(?<![\p{L}\p{N}])${word}\s){0,3}[\p{L}\p{N}]${rest})\s?)[®™℠]`,
  'gu',
);
const attributed = new RegExp(
  String.raw`[”“»」』"][\s.!?]*[-–—~]+\s?(${word}(?:\s${word}){0,2}|[\p{sc=Han}○]{2,6})`,
  'gu',
);
const titles = String.raw`(?:Dr|Prof|Mr|Mrs|Ms|Chef|Coach)\.?\s`;
const titled = new RegExp(String.raw`(?<!\p{L})(${titles}${word}(?:\s${word}){0,2})`, 'gu');
const title = new RegExp(`^${titles}`, 'u');
const code = /(?<![\p{L}\p{N}#@])(?=[A-Z\d]{0,23}\d)[A-Z]{3,12}[A-Z\d]{1,12}(?![\p{L}\p{N}])/gu;

const midSentenceName = new RegExp(String.raw`(?<=[\p{L}\p{N},;:]\s)${word}(?:\s${word}){0,3}`, 'gu');

const common = new Set(
  'i dr prof mr mrs ms monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december christmas easter halloween valentine mother mothers father fathers day black cyber new year english spanish french german italian portuguese dutch belgian swiss austrian british scottish irish welsh swedish danish norwegian finnish icelandic nordic scandinavian polish czech slovak hungarian romanian bulgarian greek turkish russian ukrainian croatian serbian arabic arab hebrew israeli egyptian moroccan persian indian hindi pakistani chinese mandarin cantonese taiwanese japanese korean thai vietnamese indonesian filipino asian african mexican brazilian argentinian colombian peruvian cuban latin canadian californian australian mediterranean europe european american america usa uk us eu tv app ai spf faq diy pov ceo ok uv led usb gps pdf vip bogo free sale now off save only today shop get limited edition use enter apply code'.split(
    ' ',
  ),
);

/** Capitalised words inside a sentence, except in title case and in German, which capitalises all nouns. */
function findCapitalized(text: string, language: string | null): string[] {
  if (language === 'de') return [];
  return splitSentences(text, language).flatMap(({ text: sentence }) => {
    const words = sentence.match(/\p{L}[\p{L}\p{N}'’-]*/gu) ?? [];
    const capitals = words.filter((one) => /^\p{Lu}/u.test(one));
    if (capitals.length * 2 > words.length) return [];
    const found = sentence.matchAll(midSentenceName);
    return [...found]
      .flatMap(([name]) => name.split(code))
      .map((name) => name.trim().replace(/['’]s$/u, ''))
      .filter(isName);
  });
}

function isName(name: string): boolean {
  return foldText(name)
    .split(/[\s'-]+/)
    .some((part) => part.length > 1 && !common.has(part));
}

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
