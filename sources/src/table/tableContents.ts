import { platformTable } from '@magpie/contract/platforms';
import { isObject, readCount, readInstant, readString, readUrl } from '../mapping/fields.ts';
import { platformsIn, splitUrls, splitCell, parseStatus, splitWords } from './tableCells.ts';
import { datesIn } from './tableDates.ts';
import { boundsIn, countIn, plainMeasure } from './tableMeasures.ts';
import { currencyIn, spendIn } from './tableMoney.ts';
import type { FieldName } from './tableNames.ts';
import { countriesIn } from './tablePlaces.ts';

type Test = (cell: unknown) => boolean;

const isUrl: Test = (cell) => splitUrls(cell).some((address) => readUrl(address) !== null);
const isDate: Test = (cell) => datesIn(cell, null).start !== null;
const isCount: Test = (cell) => readCount(cell) !== null || boundsIn(cell) !== null || countIn(cell) !== null;
const isBound: Test = (cell) => readCount(typeof cell === 'string' ? plainMeasure(cell) : cell) !== null;
/** Exports write `unknown` or `-` where a number is missing. */
const maxStandIn = 20;
const hasNumber: Test = (cell) => isObject(cell) || /\d/.test(readString(cell, 500) ?? '');
const isStandIn: Test = (cell) => !hasNumber(cell) && (readString(cell, 500)?.length ?? 0) <= maxStandIn;
const isMoney: Test = (cell) => spendIn(cell) !== null;
const isDomain: Test = (cell) =>
  splitCell(cell).every((part) =>
    /^(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)+(?:[/?#]\S*)?$/.test(readString(part, 300) ?? ''),
  );
const isCountry: Test = (cell) => countriesIn(cell).length > 0;
const isStatus: Test = (cell) => parseStatus(cell) !== null;
/** Any flag can be true or false; only a status says `active`. */
const isFlag: Test = (cell) =>
  typeof cell === 'boolean' || /^(?:true|false|yes|no|on|off|0|1)$/i.test(readString(cell, 10) ?? '');
const hasLetter: Test = (cell) => /\p{L}/u.test(readString(cell, 500) ?? '');
/** Prose, not a URL, a flag or a date. */
const isText: Test = (cell) =>
  splitCell(cell).some(
    (part) => hasLetter(part) && !isFlag(part) && !/^https?:\/\/\S*$/.test(readString(part, 500) ?? ''),
  );
const maxNameLength = 100;
const isName: Test = (cell) =>
  isText(cell) && (readString(cell, 500)?.length ?? 0) <= maxNameLength && readInstant(cell) === null;
const maxButtonLength = 60;
const isButton: Test = (cell) => isText(cell) && (readString(cell, 500)?.length ?? 0) <= maxButtonLength;
const isPlatform: Test = (cell) => platformsIn(cell).length > 0;
const isId: Test = (cell) => /^[1-9]\d{8,24}$/.test(readString(cell, 40) ?? '');
const isSentence: Test = (cell) =>
  splitCell(cell).some((part) => /\s\S+\s\S+\s/.test(readString(part, 500) ?? '') && !isUrl(part));

/** What cells must look like to confirm a field that was found by name; texts can be anything. */
const expectations: Readonly<Partial<Record<FieldName, Test>>> = {
  advertiser: isName,
  headlines: isText,
  bodies: isText,
  description: isText,
  ctaText: isButton,
  platforms: isPlatform,
  pageUrl: isUrl,
  logoUrl: isUrl,
  landingPageUrl: (cell) => isUrl(cell) || isDomain(cell),
  landingPageDomain: isDomain,
  imageUrls: isUrl,
  videoUrls: isUrl,
  sourceUrl: isUrl,
  status: isStatus,
  startDate: isDate,
  endDate: isDate,
  lastSeenAt: isDate,
  firstSeenAt: isDate,
  capturedAt: isDate,
  countries: (cell) => isCountry(cell) || /^all$/i.test(readString(cell, 10) ?? ''),
  reach: isCount,
  reachMin: isBound,
  reachMax: isBound,
  impressions: isCount,
  impressionsMin: isBound,
  impressionsMax: isBound,
  spend: isMoney,
  spendMin: isMoney,
  spendMax: isMoney,
  currency: (cell) => currencyIn(cell) !== null || /^[a-z]{3}$/i.test(readString(cell, 10) ?? ''),
  payer: isName,
  beneficiary: isName,
  likes: isCount,
  comments: isCount,
  shares: isCount,
};

const numberTests: ReadonlySet<Test> = new Set([isCount, isBound, isMoney]);

const maxSampled = 100;
const sure = 0.8;

function share(cells: readonly unknown[], test: Test): number {
  const looked = cells.slice(0, maxSampled);
  return looked.length === 0 ? 0 : looked.filter(test).length / looked.length;
}

const maxStatuses = 8;

/**
 * Whether a column with these cells can be this field; an empty column can be any field.
 *
 * @param vague whether its name is generic
 */
export function fits(field: FieldName, cells: readonly unknown[], vague: boolean): boolean {
  const expected = expectations[field];
  if (cells.length === 0 || expected === undefined) return true;
  if (field === 'status') return areStatuses(cells) && !(vague && share(cells, isFlag) > 0);
  const sampled = cells.slice(0, maxSampled);
  const counted = numberTests.has(expected) ? sampled.filter((cell) => !isStandIn(cell)) : sampled;
  return share(counted, expected) >= 0.5;
}

/** Few different values, nearly all of them statuses. */
function areStatuses(cells: readonly unknown[]): boolean {
  const different = new Set(cells.slice(0, maxSampled).map((cell) => String(readString(cell, 60) ?? cell)));
  return different.size <= maxStatuses && share(cells, isStatus) >= sure;
}

const imageUrlPattern =
  /\.(?:jpe?g|png|gif|webp|avif|svg)(?:[?#]|$)|\/\/(?:scontent|p\d+-sign|media\.licdn|tpc\.googlesyndication)/i;
const videoUrlPattern = /\.(?:mp4|mov|webm|m4v|m3u8)(?:[?#]|$)|\/\/video[.-]/i;

export function isVideoUrl(address: string): boolean {
  return videoUrlPattern.test(address);
}

function urlLike(test: (address: string) => boolean): Test {
  return (cell) => splitUrls(cell).some(test);
}

/** From certain to likely. */
const guesses: readonly (readonly [FieldName, Test])[] = [
  ['sourceUrl', urlLike(platformTable.isLibraryUrl)],
  ['videoUrls', urlLike(isVideoUrl)],
  ['imageUrls', urlLike((address) => imageUrlPattern.test(address))],
  ['pageUrl', urlLike(platformTable.isProfileUrl)],
  ['landingPageUrl', isUrl],
  ['platforms', (cell) => isPlatform(cell) && 2 * platformsIn(cell).length >= splitWords(cell).length],
  ['status', (cell) => typeof cell === 'string' && isStatus(cell) && !isFlag(cell)],
  ['startDate', (cell) => typeof cell === 'string' && !/^[\d.]+$/.test(cell) && isDate(cell)],
  ['externalId', isId],
  ['bodies', isSentence],
];

/** The most certain field that the cells of a column can be. */
export function fieldGuessed(cells: readonly unknown[]): FieldName | null {
  return guesses.find(([, test]) => share(cells, test) >= sure)?.[0] ?? null;
}

/** Whether cells under an unknown name look like names or like sentences. */
export function resembles(field: 'advertiser' | 'bodies', cells: readonly unknown[]): boolean {
  const test: Test = field === 'bodies' ? isSentence : (cell) => isName(cell) && !isSentence(cell);
  return share(cells, test) >= sure;
}
