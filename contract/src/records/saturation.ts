import { z } from 'zod';
import { calendarDate } from '../values/dates.ts';
import { startEvidence } from './startEvidence.ts';
import { count, quantity, recordId, share } from './common.ts';
import { momentumState } from './momentum.ts';

const counts = {
  advertisers: count.describe('Distinct advertisers that launched such an ad in the window.'),
  ads: count,
  advertisersBefore: count.nullable().describe('In the days before the window; null if they are not known.'),
  adsBefore: count.nullable(),
};

const axisTag = z.strictObject({ tagDefinitionId: recordId, shortText: z.string(), ...counts });

const pair = { angleId: recordId, offerId: recordId };

const cell = z.strictObject({
  ...pair,
  ...counts,
  change: z.int().nullable().describe('`advertisers` less `advertisersBefore`.'),
  share: share.nullable().describe('Of the advertisers of the set; null if none launched an ad.'),
  shareBefore: share.nullable(),
  state: momentumState,
});

/** How many advertisers of a set use each angle with each offer. */
export const Saturation = z.strictObject({
  category: z.string().nullable(),
  companies: count
    .nullable()
    .describe('Companies that were given or are followed, with or without ads; null for a category.'),
  from: calendarDate,
  to: calendarDate,
  before: z
    .strictObject({ from: calendarDate, to: calendarDate })
    .nullable()
    .describe('As many days before the window; null if windowDays is above 45.'),
  advertisers: counts.advertisers.describe('Advertisers of the set that launched an ad in the window.'),
  ads: count,
  advertisersBefore: counts.advertisersBefore,
  adsBefore: counts.adsBefore,
  angles: z.array(axisTag).describe('Tags of the category ad angle, those of the most advertisers first.'),
  offers: z.array(axisTag).describe('Tags of the category offer, those of the most advertisers first.'),
  cells: z
    .array(cell)
    .describe('Pairs of an angle and an offer in one ad. For any other pair, no such ad is known.'),
  empty: z
    .array(
      z.strictObject({
        ...pair,
        expectedAdvertisers: quantity.describe(
          'Advertisers with the angle times advertisers with the offer, divided by all advertisers.',
        ),
        advertisersBefore: counts.advertisersBefore,
        evidence: z.strictObject({
          kind: z.literal('estimated'),
          ads: count.describe('Ads with the angle and ads with the offer.'),
        }),
      }),
    )
    .describe('Pairs that no ad of the window has, although both tags are used: the most expected first.'),
  emptying: z
    .array(cell)
    .describe('Pairs of fewer advertisers than before: those whose share fell most first.'),
  evidence: z
    .strictObject({
      ...startEvidence,
      ads: count.describe('Ads of the window that have an angle and an offer.'),
      withoutAngle: count.describe('Ads of the window in which no angle was found: it is not known.'),
      withoutOffer: count.describe('Ads of the window in which no offer was found: it is not known.'),
      adsBefore: count.nullable().describe('Ads before the window that have an angle and an offer.'),
      publishedStartsBefore: count.nullable().describe('Those of adsBefore whose start a source states.'),
      libraries: z
        .array(z.string())
        .describe('The libraries of all ads of the last 90 days of the counted advertisers.'),
    })
    .describe('What the numbers are made of.'),
});
