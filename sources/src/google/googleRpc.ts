import type { OpenAdInput } from '@magpie/contract';
import { readCapturedAt, distinctMedia, mapRun, statusAt } from '../mapping/adParts.ts';
import { getList, getPath, readPixels, readString, readUrl } from '../mapping/fields.ts';
import { mapAdvertiser, countryOfRegion, creativeKind, inCenter } from './googleCreative.ts';

/** Responses of the Transparency Center's internal RPCs, whose fields have numeric names. */

/** A creative in a list. Field 13 is not an impression count, and a preview script is not an image. */
export function adOfCreative(creative: unknown): OpenAdInput {
  const last = getPath(creative, '7', '1');
  const capturedAt = readCapturedAt(creative);
  return {
    ...inCenter(getPath(creative, '2'), getPath(creative, '1')),
    ...creativeKind(getPath(creative, '4'), []),
    advertiser: mapAdvertiser(getPath(creative, '1'), [getPath(creative, '12')]),
    ...mapRun(getPath(creative, '6', '1'), last, statusAt(last, capturedAt)),
    landingPageDomain: readString(getPath(creative, '14'), 253),
    media: readImages(getPath(creative, '3', '3', '2')),
    capturedAt,
  };
}

/** The details of a creative, with variants and regions; there is no start date. */
export function adOfDetail(creative: unknown): OpenAdInput {
  const last = getPath(creative, '4', '1');
  const capturedAt = readCapturedAt(creative);
  const regions = getList(creative, '17').map((region) => countryOfRegion(getPath(region, '1')));
  return {
    ...inCenter(getPath(creative, '2'), getPath(creative, '1')),
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
