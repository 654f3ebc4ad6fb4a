import { platformTable } from '@magpie/contract/platforms';
import { isPlaceholderName } from '@magpie/contract/values/placeholderNames';
import { isObject, readCount, readInstant, readString, readUrl } from '../mapping/fields.ts';
import { platformsIn, splitUrls, splitCell, splitWords } from './tableCells.ts';
import { datesIn } from './tableDates.ts';
import { boundsIn, countIn, plainMeasure } from './tableMeasures.ts';
import { currencyIn, spendIn } from './tableMoney.ts';
import type { FieldName } from './tableNames.ts';
import { countriesIn } from './tablePlaces.ts';
import { isCertainStatus, parseStatus } from './tableStatus.ts';

type Test = (cell: unknown) => boolean;

const isUrl: Test = (cell) => splitUrls(cell).some((address) => readUrl(address) !== null);
const isDate: Test = (cell) => datesIn(cell, null).start !== null;
const isCount: Test = (cell) => readCount(cell) !== null || boundsIn(cell) !== null || countIn(cell) !== null;
const isBound: Test = (cell) => readCount(typeof cell === 'string' ? plainMeasure(cell) : cell) !== null;
const maxStandIn = 20;
const hasNumber: Test = (cell) => isObject(cell) || /\d/.test(readString(cell, 500) ?? '');
/** `0000-00-00`, `00/00/0000 00:00`, `9999-12-31`: no date, and none that is known. */
const isNoDate: Test = (cell) => /^(?:[0\s./:TZ-]+|9999\D.*|0001\D.*)$/.test(readString(cell, 30) ?? '');
/** Exports write `unknown`, `-` or `ongoing` where a number or a date is missing. */
const isStandIn: Test = (cell) => !hasNumber(cell) && (readString(cell, 500)?.length ?? 0) <= maxStandIn;
const isDateStandIn: Test = (cell) => isStandIn(cell) || isNoDate(cell);
const isMoney: Test = (cell) => spendIn(cell) !== null;
const isDomain: Test = (cell) =>
  splitCell(cell).every((part) =>
    /^(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)+(?:[/?#]\S*)?$/.test(readString(part, 300) ?? ''),
  );
const isCountry: Test = (cell) => countriesIn(cell).length > 0;
const isStatus: Test = (cell) => parseStatus(cell) !== null;
const isVagueStatus: Test = (cell) => parseStatus(cell, true) !== null;
/** Exports write `N/A` or `unknown` where a word is missing. */
const isPlaceholder: Test = (cell) => isPlaceholderName(readString(cell, 40) ?? '', 'field');
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

const standIns: ReadonlyMap<Test, Test> = new Map([
  [isCount, isStandIn],
  [isBound, isStandIn],
  [isMoney, isStandIn],
  [isDate, isDateStandIn],
]);

const maxSampled = 100;
const sure = 0.8;

function share(cells: readonly unknown[], test: Test): number {
  const looked = cells.slice(0, maxSampled);
  return looked.length === 0 ? 0 : looked.filter(test).length / looked.length;
}

const maxStatuses = 12;

/**
 * Whether a column with these cells can be this field; an empty column can be any field.
 *
 * @param vague whether its name is generic
 */
export function fits(field: FieldName, cells: readonly unknown[], vague: boolean): boolean {
  const expected = expectations[field];
  if (cells.length === 0 || expected === undefined) return true;
  if (field === 'status') return areStatuses(cells, vague);
  const sampled = cells.slice(0, maxSampled);
  const isMissing = standIns.get(expected);
  const counted = isMissing === undefined ? sampled : sampled.filter((cell) => !isMissing(cell));
  // Dates may begin below the sample.
  if (counted.length === 0 && expected === isDate) return true;
  return share(counted, expected) >= 0.5;
}

/**
 * Few different values, nearly all of them statuses. Under a generic name, flags and words of jobs are none, and one must
 * be a status of an ad.
 */
function areStatuses(cells: readonly unknown[], vague: boolean): boolean {
  const stated = cells.slice(0, maxSampled).filter((cell) => !isNoStatus(cell));
  const different = new Set(stated.map((cell) => String(readString(cell, 60) ?? cell)));
  if (different.size > maxStatuses || share(stated, vague ? isVagueStatus : isStatus) < sure) return false;
  return !vague || (share(stated, isFlag) === 0 && stated.some(isCertainStatus));
}

/** `-` and `N/A`, but not the statuses `false`, `no` and `None of them`. */
const isNoStatus: Test = (cell) => parseStatus(cell) === null && isPlaceholder(cell);

const isWord: Test = (cell) => isButton(cell) && !isUrl(cell) && !isDate(cell);

/** Whether a column that is not read as the status of ads may be it: under a generic name, one value at least is one. */
export function mayBeStatus(cells: readonly unknown[], vague: boolean): boolean {
  const stated = cells.slice(0, maxSampled).filter((cell) => !isNoStatus(cell));
  return (
    share(stated, isWord) >= 0.5 && (!vague || stated.some((cell) => isCertainStatus(cell) && !isFlag(cell)))
  );
}

/** Whether a cell has a date in a form that is not read. */
export function isUnreadDate(cell: unknown): boolean {
  return !isDateStandIn(cell) && !isDate(cell);
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
  ['status', (cell) => typeof cell === 'string' && isVagueStatus(cell) && !isFlag(cell)],
  ['startDate', (cell) => typeof cell === 'string' && !/^[\d.]+$/.test(cell) && isDate(cell)],
  ['externalId', isId],
  ['bodies', isSentence],
];

/** The most certain field that the cells of a column can be. */
export function fieldGuessed(cells: readonly unknown[]): FieldName | null {
  return guesses.find(([, test]) => share(cells, test) >= sure)?.[0] ?? null;
}

/** `NAME_CHANGE` is a value of a program; `glow_recipe` may be a page. */
const isCode: Test = (cell) => /^[A-Z\d]+(?:_[A-Z\d]+)+$/.test(readString(cell, 100) ?? '');
const isOther: Test = (cell) =>
  [isSentence, isDate, isUrl, isStatus, isPlatform, isCountry].some((test) => test(cell));
const isAdvertiser: Test = (cell) => isName(cell) && !isOther(cell);

/** Whether cells under an unknown name look like names of advertisers or like sentences. */
export function resembles(field: 'advertiser' | 'bodies', cells: readonly unknown[]): boolean {
  if (field === 'bodies') return share(cells, isSentence) >= sure;
  return share(cells, isAdvertiser) >= sure && !cells.slice(0, maxSampled).some(isCode);
}
