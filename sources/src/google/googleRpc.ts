import type { OpenAdInput } from '@magpie/contract';
import { capturedAtOf, runOf, statusAt } from '../mapping/adDates.ts';
import { getPath, getList, readText } from '../mapping/fields.ts';
import { advertiserOf, inCenter, creativeKind } from './googleCreative.ts';
import { countryOfRegion } from './googleRegions.ts';
import { picturesIn } from './googleSnippet.ts';

/** Responses of the Transparency Center's internal RPCs, whose fields have numeric names. */

/** A creative in a list. Field 13 is not an impression count, and a preview script is not an image. */
export function adOfCreative(creative: unknown): OpenAdInput {
  const last = getPath(creative, '7', '1');
  const capturedAt = capturedAtOf(creative);
  return {
    ...inCenter(getPath(creative, '2'), getPath(creative, '1')),
    ...creativeKind(getPath(creative, '4'), []),
    advertiser: advertiserOf(getPath(creative, '1'), [getPath(creative, '12')]),
    ...runOf(getPath(creative, '6', '1'), last, statusAt(last, capturedAt)),
    landingPageDomain: readText(getPath(creative, '14'), 253),
    media: picturesIn(getPath(creative, '3', '3', '2')),
    capturedAt,
  };
}

/** The details of a creative, with variants and regions; there is no start date. */
export function adOfDetail(creative: unknown): OpenAdInput {
  const last = getPath(creative, '4', '1');
  const capturedAt = capturedAtOf(creative);
  const regions = getList(creative, '17').map((region) => countryOfRegion(getPath(region, '1')));
  return {
    ...inCenter(getPath(creative, '2'), getPath(creative, '1')),
    ...creativeKind(getPath(creative, '8'), []),
    advertiser: advertiserOf(getPath(creative, '1'), [getPath(creative, '22', '1')]),
    ...runOf(null, last, statusAt(last, capturedAt)),
    countries: [...new Set(regions)].filter((country) => country !== null),
    media: distinct(getList(creative, '5').flatMap((variant) => picturesIn(getPath(variant, '3', '2')))),
    capturedAt,
  };
}

function distinct(media: NonNullable<OpenAdInput['media']>): NonNullable<OpenAdInput['media']> {
  const byAddress = new Map(media.map((picture) => [picture.url, picture]));
  return [...byAddress.values()].slice(0, 200);
}
