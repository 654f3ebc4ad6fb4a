import type { OpenAdInput } from '@magpie/contract';
import { readCapturedAt, distinctMedia, mapRun, statusAt } from '../mapping/adParts.ts';
import { getList, getPath, readPixels, readString, readUrl, isObject } from '../mapping/fields.ts';
import { mapAdvertiser, countryOfRegion, creativeKind, googleIdentity } from './googleCreative.ts';
import { type AdSource, Unmappable } from '../source.ts';

/** Responses of the Transparency Center's internal RPCs, whose fields have numeric names. */

/** A creative in a list. Field 13 is not an impression count, and a preview script is not an image. */
function adOfCreative(creative: unknown): OpenAdInput {
  const last = getPath(creative, '7', '1');
  const capturedAt = readCapturedAt(creative);
  return {
    ...googleIdentity(getPath(creative, '2'), getPath(creative, '1')),
    ...creativeKind(getPath(creative, '4'), []),
    advertiser: mapAdvertiser(getPath(creative, '1'), [getPath(creative, '12')]),
    ...mapRun(getPath(creative, '6', '1'), last, statusAt(last, capturedAt)),
    landingPageDomain: readString(getPath(creative, '14'), 253),
    media: readImages(getPath(creative, '3', '3', '2')),
    capturedAt,
  };
}

/** The details of a creative, with variants and regions; there is no start date. */
function adOfDetail(creative: unknown): OpenAdInput {
  const last = getPath(creative, '4', '1');
  const capturedAt = readCapturedAt(creative);
  const regions = getList(creative, '17').map((region) => countryOfRegion(getPath(region, '1')));
  return {
    ...googleIdentity(getPath(creative, '2'), getPath(creative, '1')),
    ...creativeKind(getPath(creative, '8'), []),
    advertiser: mapAdvertiser(getPath(creative, '1'), [getPath(creative, '22', '1')]),
    ...mapRun(null, last, statusAt(last, capturedAt)),
    countries: [...new Set(regions)].filter((country) => country !== null),
    media: distinctMedia(
      getList(creative, '5').flatMap((variant) => readImages(getPath(variant, '3', '2'))),
      200,
    ),
    capturedAt,
  };
}

type Media = NonNullable<OpenAdInput['media']>[number];

const maxImages = 20;
/** Matches three attributes; the lookbehind excludes `data-src`. */
const attribute = /(?<![\w-])(src|width|height)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

export function readImages(html: unknown): Media[] {
  const text = readString(html) ?? '';
  const images: Media[] = [];
  for (const { index } of text.matchAll(/<img\s/gi)) {
    const end = text.indexOf('>', index);
    // Prevents quadratic time on a text with many unclosed tags.
    if (end === -1 || images.length === maxImages) break;
    const image = readImage(text.slice(index, end));
    if (image !== null) images.push(image);
  }
  return images;
}

function readImage(tag: string): Media | null {
  const values = new Map<string, string>();
  for (const [, name = '', double, single, bare] of tag.matchAll(attribute)) {
    values.set(name.toLowerCase(), double ?? single ?? bare ?? '');
  }
  const url = readUrl(withoutEntities(values.get('src') ?? ''));
  if (url === null) return null;
  return {
    type: 'image',
    url,
    width: parsePixels(values.get('width')),
    height: parsePixels(values.get('height')),
  };
}

function withoutEntities(text: string): string {
  return text.replaceAll(/&(?:amp|#38|#x26);/gi, '&').replaceAll(/&#(?:61|x3d);/gi, '=');
}

function parsePixels(value: string | undefined): number | null {
  return readPixels(value?.replace(/px$/i, ''));
}

/** Without the rows of BigQuery, which no page of the Center contains: content scripts bundle this file. */
export const googleRpc: AdSource = {
  name: 'google-transparency',
  summary: "Google's Ads Transparency Center: answers that a browser sees.",
  recognises: (document) => hasFailed(document) || recordsIn(document).some(isCreative),
  unfold: recordsIn,
  toAd(record) {
    if (hasFailed(record)) throw new Unmappable(describeFailure(record));
    return isDetail(record) ? adOfDetail(record) : adOfCreative(record);
  },
};

/** A response of the Center has its creatives, or the requested one, under "1". */
function recordsIn(document: unknown): readonly unknown[] {
  const creatives = getPath(document, '1');
  if (Array.isArray(creatives)) return creatives;
  return [isCreative(creatives) ? creatives : document];
}

function isCreative(record: unknown): boolean {
  return startsWith(getPath(record, '1'), 'AR') && startsWith(getPath(record, '2'), 'CR');
}

/** Details have the last shown date in the field where list entries have the format. */
export function isDetail(record: unknown): boolean {
  return (
    isObject(getPath(record, '4')) ||
    getPath(record, '8') !== undefined ||
    getPath(record, '22') !== undefined
  );
}

function startsWith(value: unknown, start: string): boolean {
  return typeof value === 'string' && value.startsWith(start);
}

/** Errors have an exception name under "2" and a status under "5"; results have their total there. */
function hasFailed(document: unknown): boolean {
  const name = getPath(document, '2');
  const status = getPath(document, '5');
  return (
    getPath(document, '1') === undefined &&
    typeof name === 'string' &&
    typeof status === 'number' &&
    status >= 400 &&
    status < 600
  );
}

function describeFailure(document: unknown): string {
  const name = readString(getPath(document, '2'), 200)?.split('.').at(-1) ?? '';
  return `This is a Google error response, not an ad: ${readString(getPath(document, '5')) ?? ''} ${name}`;
}
