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
  reach: quantity
    .nullable()
    .describe(
      'Reach gained by ads that were measured in each span; without ads whose source states a range or corrected a count downwards.',
    ),
  reachPerDay: quantity.nullable(),
});

const launchMomentum = {
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
};

export const Momentum = z.strictObject({ companyName: z.string(), ...launchMomentum });

/** Of the ads of all advertisers with the same creative. */
export const FamilyMomentum = z.strictObject(launchMomentum);

export const countedSpan = z.strictObject({
  from: calendarDate.describe('The day of the count at its start.'),
  to: calendarDate,
  days: count,
  reach: quantity.describe('The difference of the two counts.'),
  reachPerDay: quantity,
});
const reachSpan = countedSpan.nullable();

/** Of one ad, by three of the counts of its reach. */
export const AdMomentum = z.strictObject({
  state: z
    .enum(['rising', 'steady', 'cooling', 'notKnown'])
    .describe('`rising`: at least 1.5 times the reach per day of the span before; `cooling`: the reverse.'),
  notKnownBecause: z
    .enum(['tooFewCounts', 'tooLittleReach', 'reachFell', 'reachIsRange'])
    .nullable()
    .describe('Null unless the state is `notKnown`. `reachIsRange`: the source states a range, not a count.'),
  now: reachSpan.describe('The span of at least 7 days up to the last count of the reach.'),
  before: reachSpan.describe('The span of at least 7 days before.'),
  change: z.number().nullable().describe('Reach per day now minus before; null if the state is `notKnown`.'),
  usual: z
    .strictObject({
      reachPerDay: quantity,
      ads: count,
      kind: z.enum(['measured', 'estimated']).describe('`estimated` if sources estimate the reach of some.'),
    })
    .nullable()
    .describe(
      'The median over the other ads of the advertiser of their reach per day since their start; null if it is known of fewer than five that ran for 7 days and have no range, or if the state is `notKnown`.',
    ),
  evidence: z
    .strictObject({
      kind: z.enum(['measured', 'estimated']).describe('`measured` if the source states the exact reach.'),
      counts: z
        .array(z.strictObject({ date: calendarDate, reach: quantity }))
        .max(3)
        .describe('The counts that the spans lie between, the last one first.'),
    })
    .describe('What the numbers are made of.'),
});
export type AdMomentum = z.infer<typeof AdMomentum>;

const launchRate = z.strictObject({ launches: count, launchesPerDay: quantity });

function shareMomentum(all: string) {
  return z.strictObject({
    state: momentumState,
    adCountBefore: count
      .nullable()
      .describe(
        'Ads that were launched in the windowDays days before the window, by published starts; null if windowDays is above 45.',
      ),
    shareChange: quantity
      .nullable()
      .describe(`Its share of all ${all}, divided by its share before; null if it had none.`),
    now: launchRate.describe('In the window, by published starts.'),
    before: launchRate.nullable().describe('As many days before; null if windowDays is above 45.'),
    usual: z
      .strictObject({ spans: count, launches: quantity, launchesPerDay: quantity })
      .nullable()
      .describe(
        'The mean of up to six spans of windowDays before these two, within the last 90 days; null if windowDays is above 30. Of days before the first import, only ads that still ran then are known.',
      ),
    evidence: z
      .strictObject({
        kind: z.literal('measured'),
        ads: count.describe(
          'Of both spans, or of the window if the days before are not known: with a published start.',
        ),
        notUsed: count.describe('The others: no source states their start.'),
      })
      .describe(
        'What the numbers are made of. The reach that was gained is not known: it would take the counts of each of these ads.',
      ),
  });
}

/** Of a tag among all tags of the ads in a window. */
export const TagMomentum = shareMomentum('tags of the ads');

/** Of the ads that an advertiser launched among all ads launched in a window. */
export const ShareMomentum = shareMomentum('ads that were launched');
