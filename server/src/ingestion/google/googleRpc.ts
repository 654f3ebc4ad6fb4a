import type { OpenAdInput } from '@magpie/contract';
import { capturedAtOf, runOf, statusAt } from '../mapping/adDates.ts';
import { at, listAt, textOf } from '../mapping/fields.ts';
import { advertiserOf, inCenter, kindOf } from './googleCreative.ts';
import { countryOfRegion } from './googleRegions.ts';
import { picturesIn } from './googleSnippet.ts';

/** Answers to the Transparency Center's own pages, whose fields have numbers for names. */

/** A creative in a list of them. Its field 13 is no number of impressions, and the script of a preview no picture. */
export function adOfCreative(creative: unknown): OpenAdInput {
  const last = at(creative, '7', '1');
  const capturedAt = capturedAtOf(creative);
  return {
    ...inCenter(at(creative, '2'), at(creative, '1')),
    ...kindOf(at(creative, '4'), []),
    advertiser: advertiserOf(at(creative, '1'), [at(creative, '12')]),
    ...runOf(at(creative, '6', '1'), last, statusAt(last, capturedAt)),
    landingPageDomain: textOf(at(creative, '14'), 253),
    media: picturesIn(at(creative, '3', '3', '2')),
    capturedAt,
  };
}

/** A creative by itself, with its variants and the regions in which it was shown; when it started is not told. */
export function adOfDetail(creative: unknown): OpenAdInput {
  const last = at(creative, '4', '1');
  const capturedAt = capturedAtOf(creative);
  const regions = listAt(creative, '17').map((region) => countryOfRegion(at(region, '1')));
  return {
    ...inCenter(at(creative, '2'), at(creative, '1')),
    ...kindOf(at(creative, '8'), []),
    advertiser: advertiserOf(at(creative, '1'), [at(creative, '22', '1')]),
    ...runOf(null, last, statusAt(last, capturedAt)),
    countries: [...new Set(regions)].filter((country) => country !== null),
    media: distinct(listAt(creative, '5').flatMap((variant) => picturesIn(at(variant, '3', '2')))),
    capturedAt,
  };
}

function distinct(media: NonNullable<OpenAdInput['media']>): NonNullable<OpenAdInput['media']> {
  const byAddress = new Map(media.map((picture) => [picture.url, picture]));
  return [...byAddress.values()].slice(0, 200);
}
