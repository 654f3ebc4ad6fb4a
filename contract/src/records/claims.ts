import { z } from 'zod';
import { calendarDate } from '../values/dates.ts';
import { platform } from '../values/fields.ts';
import { count, quantity, storedHash } from './common.ts';

export const claimKinds = ['discount', 'price', 'figure', 'guarantee', 'comparative'] as const;

const claimValue = {
  text: z.string().describe('The words of the claim, as written.'),
  value: quantity.nullable().describe('Null if it has no number, such as “the best coffee”.'),
  unit: z
    .string()
    .nullable()
    .describe(
      '`%`, a unit of time such as `day`, what is counted such as `customers`, or null if no list names it; of a price what it is for.',
    ),
  currency: z
    .string()
    .nullable()
    .describe('ISO 4217, or `$` where the text has the sign only. Null if it is no amount of money.'),
  bound: z.enum(['upTo', 'from', 'over']).nullable().describe('Null if the value is stated as exact.'),
};

export const Claim = z.strictObject({
  kind: z.enum(claimKinds),
  ...claimValue,
  sentence: z.string().describe('The sentence that contains it, from the ad that started last.'),
  firstUsed: calendarDate.describe(
    'The first start of an ad with this claim; where no source states it, its first sighting.',
  ),
  lastUsed: calendarDate.describe('The last day on which an ad with this claim ran or was seen running.'),
  isCurrent: z
    .boolean()
    .nullable()
    .describe('Whether an ad with this claim runs. Null if it is not known whether the last one ended.'),
  adCount: count,
  ads: z.array(storedHash).describe('Up to five ads, the last used first.'),
  changedFrom: z
    .strictObject({ ...claimValue, lastUsed: calendarDate })
    .nullable()
    .describe('The claim that this one replaced: the same except for its value, and used before.'),
  evidence: z
    .strictObject({
      kind: z
        .enum(['measured', 'estimated'])
        .describe('estimated: the start of some ads is the day of their first sighting.'),
      ads: count,
      withoutStart: count.describe('Those of them whose start no source states.'),
      platforms: z.array(platform),
      libraries: z.array(z.string()).describe('The libraries of the ads, those with the most ads first.'),
    })
    .describe('What the dates and the count are made of.'),
});
