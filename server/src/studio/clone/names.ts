import type { Ad, CloneProduct } from '@magpie/contract';
import { getDomain } from 'tldts';
import { folded, foldedWords, toPlainLine, uniqueFolded } from '../text.ts';
import { splitSentences } from './sentences.ts';
import { listVersions } from './structure.ts';

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
export function namesIn(ad: Ad, product: CloneProduct | null): Names {
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
  const known = new Set([ad.advertiser.name, ...marks, ...people, ...codes].map(folded));
  return {
    advertiser: toPlainLine(ad.advertiser.name, maxNameLength),
    domain: foreign([ad.landingPageDomain ?? ''])[0] ?? null,
    partner: foreign([ad.partnerName ?? ''])[0] ?? null,
    handles: all(handle),
    marks: marks.filter((mark) => folded(mark) !== folded(ad.advertiser.name)),
    people,
    codes,
    others: foreign(texts.flatMap((text) => capitalised(text, ad.language))).filter(
      (name) => !known.has(folded(name)),
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
  const words = new Set(names.flatMap((name) => foldedWords(name).split(' ')));
  return [...words].filter(
    (each) => each.length >= minWordLength && !common.has(each) && !genericWords.has(each),
  );
}

/** Matches whole words of the product's and brand's names, and either name or the domain without spaces. */
function ownNames(product: CloneProduct | null): (name: string) => boolean {
  if (product === null) return () => false;
  const domain = findDomain(product.url ?? '');
  const said = [product.name, product.brandName ?? ''].map(foldedWords);
  const wholes = new Set([...said, domain?.split('.')[0] ?? ''].map(withoutSpaces));
  return (name) =>
    withoutSpaces(name) !== '' &&
    (said.some((own) => ` ${own} `.includes(` ${foldedWords(name)} `)) ||
      wholes.has(withoutSpaces(name)) ||
      (domain !== null && findDomain(name) === domain));
}

function withoutSpaces(name: string): string {
  return foldedWords(name).replaceAll(' ', '');
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
function capitalised(text: string, language: string | null): string[] {
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
  return folded(name)
    .split(/[\s'-]+/)
    .some((part) => part.length > 1 && !common.has(part));
}
