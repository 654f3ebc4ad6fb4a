import { z } from 'zod';
import { calendarDate } from '../values/dates.ts';
import { count, quantity } from './common.ts';

export const momentumState = z
  .enum(['rising', 'steady', 'cooling', 'notKnown'])
  .describe('`rising`, `cooling`: it differs from the days before by more than chance.');

const momentumSpan = z.strictObject({
  from: calendarDate,
  to: calendarDate,
  launches: count,
  launchesPerDay: quantity,
  reach: quantity.nullable().describe('Reach gained by ads that were measured in each span.'),
  reachPerDay: quantity.nullable(),
});

export const Momentum = z.strictObject({
  companyName: z.string(),
  days: count.describe('The length of a span.'),
  state: momentumState,
  notKnownBecause: z
    .enum(['noLaunchDates', 'observedTooShort', 'tooFewLaunches'])
    .nullable()
    .describe('Null unless the state is `notKnown`.'),
  now: momentumSpan.nullable().describe('Up to the last day on which an ad was seen.'),
  before: momentumSpan.nullable().describe('The same number of days before.'),
  usual: z
    .strictObject({ spans: count, launches: quantity, launchesPerDay: quantity })
    .nullable()
    .describe('The mean of up to six spans before these two.'),
  evidence: z
    .strictObject({
      kind: z.literal('measured'),
      ads: count.describe('Ads of which a source states the day of launch.'),
      notUsed: count.describe('Ads whose day of launch no source states.'),
      libraries: z.array(z.string()).describe('The libraries of the ads, those with the most ads first.'),
      observedFrom: calendarDate.describe('The first day on which an ad was seen.'),
      observedTo: calendarDate,
      reach: z
        .strictObject({ kind: z.enum(['measured', 'estimated']), ads: count })
        .nullable()
        .describe('Of how many ads the reach is; `estimated` if sources estimate some of it.'),
    })
    .describe('What the numbers are made of.'),
});

/** Of a tag among all tags of the ads in a window. */
export const TagMomentum = z.strictObject({
  state: momentumState,
  adCountBefore: count
    .nullable()
    .describe('Ads of the windowDays days before the window; null if windowDays is above 45.'),
  shareChange: quantity
    .nullable()
    .describe('Its share of all tags of the ads, divided by its share before; null if it had none.'),
  evidence: z.strictObject({ kind: z.literal('measured'), ads: count.describe('Of both spans.') }),
});
