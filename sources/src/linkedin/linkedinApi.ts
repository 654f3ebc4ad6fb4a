import { isObject, getPath, readText } from '../mapping/fields.ts';
import { adOfElement, adOfPage } from './linkedinAd.ts';
import { type Source, Unmappable } from '../source.ts';

export const linkedinApi: Source = {
  name: 'linkedin-api',
  summary: "Answers of LinkedIn's Ad Library API, and scraped pages of the library.",
  recognises: (document) =>
    hasFailed(document) ||
    isEmptyAnswer(document) ||
    recordsIn(document).some((record) => isElement(record) || isPage(record)),
  unfold: recordsIn,
  toAd(record) {
    if (hasFailed(record)) throw new Unmappable(failureOf(record));
    return isElement(record) ? adOfElement(record) : adOfPage(record);
  },
};

function recordsIn(document: unknown): readonly unknown[] {
  const elements = getPath(document, 'elements');
  return Array.isArray(elements) ? elements : [document];
}

function isEmptyAnswer(document: unknown): boolean {
  return recordsIn(document).length === 0 && getPath(document, 'paging', 'total') !== undefined;
}

/** A record of the API. */
function isElement(record: unknown): boolean {
  return (
    isLibraryAddress(getPath(record, 'adUrl')) &&
    (isObject(getPath(record, 'details')) || getPath(record, 'isRestricted') !== undefined)
  );
}

/** A library page as exported by a scraper. */
function isPage(record: unknown): boolean {
  const own = [
    'advertiserProfileUrl',
    'advertiserProfileId',
    'promotionType',
    'adCopy',
    'impressionsPerCountry',
  ];
  return getPath(record, 'adId') !== undefined && own.some((name) => getPath(record, name) !== undefined);
}

function isLibraryAddress(value: unknown): boolean {
  return typeof value === 'string' && value.includes('linkedin.com/ad-library/detail/');
}

function hasFailed(document: unknown): boolean {
  return getPath(document, 'message') !== undefined && getPath(document, 'serviceErrorCode') !== undefined;
}

function failureOf(document: unknown): string {
  const parts = ['status', 'code', 'message'].map((name) => readText(getPath(document, name), 200));
  return `This is a LinkedIn error response, not an ad: ${parts.filter((part) => part !== null).join(', ')}`;
}
