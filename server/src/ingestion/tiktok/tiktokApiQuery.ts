import { z } from 'zod';
import { ConnectorRefused } from '../live/connector.ts';
import { apiAddress, queryCountry, queryDay } from '../live/connectorQuery.ts';

const secret = z.string().trim().min(1, { error: 'must not be empty' }).max(200);
const businessId = z.string().regex(/^\d{1,19}$/, { error: 'must be the digits of a business id, as text' });

/** What the TikTok connector can be asked for. */
export const tiktokQuery = z
  .strictObject({
    clientKey: secret.describe('The client key of your application at developers.tiktok.com.'),
    clientSecret: secret.describe('The client secret of your application.'),
    searchTerm: z
      .string()
      .trim()
      .min(1)
      .max(50, { error: 'must have at most 50 characters' })
      .optional()
      .describe('Words in the ad or in the name of its advertiser.'),
    searchType: z
      .enum(['exact_phrase', 'fuzzy_phrase'])
      .default('exact_phrase')
      .describe('Whether the words must stand exactly like this.'),
    advertiserIds: z.array(businessId).max(100).default([]).describe('Business ids of advertisers.'),
    countries: z
      .array(queryCountry)
      .max(60)
      .default([])
      .describe('Where the ads were shown: two-letter codes; all countries unless given.'),
    from: queryDay.optional().describe('The first day on which ads were published.'),
    to: queryDay.optional().describe('The last day; yesterday unless given, since TikTok has no later one.'),
    lastDays: z
      .int()
      .min(1)
      .max(3650)
      .default(30)
      .describe('How many days up to the last one, unless the first is given.'),
    details: z
      .boolean()
      .default(false)
      .describe(
        'Whether to ask for each ad by itself: text, landing page and countries, for a request an ad.',
      ),
    most: z.int().min(1).max(1_000_000).default(10_000).describe('After how many ads to stop.'),
    baseUrl: apiAddress
      .default('https://open.tiktokapis.com')
      .describe('Where the API is, without a slash at the end.'),
  })
  .check(({ value, issues }) => {
    if (value.searchTerm === undefined || value.advertiserIds.length === 0) return;
    const message = 'must not be given with searchTerm, beside which TikTok ignores it';
    issues.push({ code: 'custom', path: ['advertiserIds'], message, input: value.advertiserIds });
  });

export type TiktokQuery = z.output<typeof tiktokQuery>;

export interface DayRange {
  readonly first: string;
  readonly last: string;
}

const dayLength = 86_400_000;
/** TikTok takes ranges of up to a year, of days after the first of October 2022 and before today. */
const longestRange = 365;
const firstDay = '2022-10-02';

/** The days asked for, in ranges that TikTok takes. */
export function rangesOf(query: Pick<TiktokQuery, 'from' | 'to' | 'lastDays'>, now: number): DayRange[] {
  const yesterday = dayAfter(now, -1);
  const last = query.to === undefined || query.to > yesterday ? yesterday : query.to;
  const wanted = query.from ?? dayAfter(Date.parse(last), 1 - query.lastDays);
  const first = wanted < firstDay ? firstDay : wanted;
  if (first > last) {
    throw new ConnectorRefused(
      `TikTok has the days from ${firstDay} to ${yesterday}, and none of them is asked for by ${wanted} to ${query.to ?? last}.`,
      { retryable: false },
    );
  }
  const ranges: DayRange[] = [];
  for (let start = first; start <= last; start = dayAfter(Date.parse(start), longestRange)) {
    const end = dayAfter(Date.parse(start), longestRange - 1);
    ranges.push({ first: start, last: end < last ? end : last });
  }
  return ranges;
}

function dayAfter(time: number, days: number): string {
  return new Date(time + days * dayLength).toISOString().slice(0, 10);
}
