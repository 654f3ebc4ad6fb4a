import { z } from 'zod';
import { calendarDate, isoTime } from '../values/dates.ts';
import { daysRunningKind, Reach } from './ad.ts';
import { CreativeTest } from './advertiser.ts';
import { Claim } from './claims.ts';
import { anyUrl, count, nullableText, quantity, recordId, storedHash } from './common.ts';
import { libraries } from './coverage.ts';
import { countedSpan, Momentum } from './momentum.ts';
import { startEvidence } from './startEvidence.ts';

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

const shownAd = {
  hash: storedHash,
  companyName: z.string(),
  headline: nullableText,
  text: nullableText.describe('The beginning of its text.'),
  thumbnailUrl: nullableText,
  sourceUrl: anyUrl.nullable().describe('The ad in its library.'),
  daysRunning: count,
  daysRunningKind,
  reach: Reach,
};
const atDay = { at: calendarDate };

const ReportAd = z.strictObject({ ...shownAd, ...atDay });
export type ReportAd = z.infer<typeof ReportAd>;

const launched = z.strictObject({
  ads: count,
  creatives: count.describe('Ads that are the same creative count once.'),
  shown: z
    .array(z.strictObject({ ...shownAd, ...atDay, adCount: count.describe('Ads with this creative.') }))
    .describe('Creatives, those with the most ads first.'),
  evidence: z.strictObject({ ...startEvidence, libraries }),
});

const ended = z.strictObject({
  ads: count,
  shown: z.array(ReportAd).describe('The last that stopped come first.'),
  evidence: z.strictObject({
    kind: z
      .enum(['measured', 'estimated'])
      .describe('estimated: the end of some ads is the last day on which they were seen.'),
    ads: count,
    publishedEnds: count.nullable().describe('Null if there are more than 100 ads.'),
    libraries,
  }),
});

const revived = z.strictObject({
  ads: count,
  shown: z.array(ReportAd),
  evidence: z.strictObject({ kind: z.literal('measured'), ads: count, libraries }),
});

const risingAds = z.strictObject({
  ads: count.describe('Ads whose momentum is `rising`, as in ads.getDetails.'),
  shown: z
    .array(
      z.strictObject({
        ...shownAd,
        reachGained: quantity,
        reachGainedBefore: quantity,
        spans: z
          .strictObject({ now: countedSpan, before: countedSpan })
          .optional()
          .describe('In which they were gained. Absent in reports that earlier versions shared.'),
        kind: z.enum(['measured', 'estimated']),
      }),
    )
    .describe('Those that gained the most a day come first.'),
  evidence: z.strictObject({
    kind: z.enum(['measured', 'estimated']),
    ads: count.describe('Ads that were counted in this week and whose momentum is known.'),
    libraries: libraries.optional().describe('Absent in reports that earlier versions shared.'),
    from: calendarDate,
    to: calendarDate,
  }),
});

const BrandReport = z.strictObject({
  companyName: z.string(),
  launched: launched.nullable().describe('Null if no source showed an ad of the brand in this week.'),
  stopped: ended.nullable(),
  revived: revived.nullable(),
  momentum: Momentum.nullable(),
  rising: risingAds
    .nullable()
    .describe('Null if the momentum of no ad that was counted in this week is known.'),
  tests: z
    .strictObject({
      total: count,
      tests: z.array(
        z.strictObject({
          because: z
            .enum(['launched', 'stopped'])
            .describe('Its ads were launched in this week, or one of them stopped.'),
          test: CreativeTest,
        }),
      ),
      evidence: z.strictObject({ kind: z.literal('measured'), ads: count, notUsed: count, libraries }),
    })
    .nullable(),
  claims: z
    .strictObject({
      total: count,
      claims: z.array(z.strictObject({ claim: Claim, ad: z.strictObject(shownAd).nullable() })),
      evidence: z.strictObject({
        kind: z.enum(['measured', 'estimated']),
        ads: count,
        adsWithClaims: count,
        withoutStart: count.optional().describe('Absent in reports that earlier versions shared.'),
        notUsed: count,
        libraries,
      }),
    })
    .nullable()
    .describe('Claims that were first used in this week.'),
  evidence: z
    .strictObject({
      kind: z.literal('measured'),
      ads: count.describe('All known ads of the brand.'),
      libraries,
      observedFrom: calendarDate.nullable().describe('The first day on which an ad was seen.'),
      observedTo: calendarDate.nullable().describe('The last one, up to the end of the week.'),
    })
    .describe('What the numbers are made of.'),
});
export type BrandReport = z.infer<typeof BrandReport>;

export const Report = z.strictObject({
  title: z.string().describe('The name of the brand or the board.'),
  companyName: z.string().nullable(),
  boardId: recordId.nullable(),
  by: nullableText.describe('The team of the board, else the name of the person.'),
  from: calendarDate,
  to: calendarDate.describe('The last of seven days.'),
  createdAt: isoTime.describe('With asOf its moment: asOf with this time makes the same report again.'),
  saved: z
    .strictObject({
      ads: count,
      shown: z.array(ReportAd),
      evidence: z.strictObject({ kind: z.literal('measured'), ads: count }),
    })
    .nullable()
    .describe('Ads that were saved to the board in this week; null for a brand.'),
  brands: z.array(BrandReport).describe('The brand, or the five with the most ads on the board.'),
  otherBrands: count.describe('Brands on the board that this report leaves out.'),
});
export type Report = z.infer<typeof Report>;

export const ReportSubscription = z.strictObject({
  id: recordId,
  companyName: z.string().nullable(),
  boardId: recordId.nullable(),
  title: z.string().describe('The name of the brand or the board.'),
  weekday: z.enum(weekdays),
  byMail: z.boolean(),
  createdAt: isoTime,
  lastMailedAt: isoTime.nullable(),
  nextMailAt: isoTime.nullable().describe('Null if it is not sent by mail.'),
});

export const SharedReport = z.strictObject({
  id: recordId,
  title: z.string(),
  from: calendarDate,
  to: calendarDate,
  url: z.url({ protocol: /^https?$/ }),
  createdAt: isoTime,
  expiresAt: isoTime,
});
