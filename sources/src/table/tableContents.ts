import { platformTable } from '@magpie/contract/platforms';
import { readUrl, readCount, readPlatforms, readReach, readString } from '../mapping/fields.ts';
import { splitUrls, splitCell, parseStatus, splitWords } from './tableCells.ts';
import { datesIn } from './tableDates.ts';
import type { FieldName } from './tableNames.ts';
import { countriesIn } from './tablePlaces.ts';

type Test = (cell: unknown) => boolean;

const isUrl: Test = (cell) => splitUrls(cell).some((address) => readUrl(address) !== null);
const isDate: Test = (cell) => datesIn(cell, null).start !== null;
const isCount: Test = (cell) => readReach(cell) !== null;
const isDomain: Test = (cell) =>
  splitCell(cell).every((part) =>
    /^(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)+(?:[/?#]\S*)?$/.test(readString(part, 300) ?? ''),
  );
const isCountry: Test = (cell) => countriesIn(cell).length > 0;
const isStatus: Test = (cell) => parseStatus(cell) !== null;
const isId: Test = (cell) => /^[1-9]\d{8,24}$/.test(readString(cell, 40) ?? '');
const isSentence: Test = (cell) =>
  splitCell(cell).some((part) => /\s\S+\s\S+\s/.test(readString(part, 500) ?? '') && !isUrl(part));

/** What cells must look like to confirm a field that was found by name; texts can be anything. */
const expectations: Readonly<Partial<Record<FieldName, Test>>> = {
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
  reachMin: (cell) => readCount(cell) !== null,
  reachMax: (cell) => readCount(cell) !== null,
  views: isCount,
  likes: isCount,
  comments: isCount,
  shares: isCount,
};

const maxSampled = 100;

function share(cells: readonly unknown[], test: Test): number {
  const looked = cells.slice(0, maxSampled);
  return looked.length === 0 ? 0 : looked.filter(test).length / looked.length;
}

/** Whether a column with these cells can be this field; an empty column can be any field. */
export function fits(field: FieldName, cells: readonly unknown[]): boolean {
  const expected = expectations[field];
  return cells.length === 0 || expected === undefined || share(cells, expected) >= 0.5;
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
  [
    'platforms',
    (cell) =>
      splitWords(cell).length > 0 &&
      splitWords(cell).every((word) => readPlatforms(word).platforms.length > 0),
  ],
  ['status', (cell) => typeof cell === 'string' && cell.length > 1 && isStatus(cell)],
  ['startDate', (cell) => typeof cell === 'string' && !/^[\d.]+$/.test(cell) && isDate(cell)],
  ['externalId', isId],
  ['bodies', isSentence],
];
const sure = 0.8;

export function fieldGuessed(
  cells: readonly unknown[],
  wanted: (field: FieldName) => boolean,
): FieldName | null {
  const found = guesses.find(([, test]) => share(cells, test) >= sure);
  return found !== undefined && wanted(found[0]) ? found[0] : null;
}
