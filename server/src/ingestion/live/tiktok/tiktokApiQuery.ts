import { z } from 'zod';
import { apiUrl, ConnectorRefused, queryCountry, queryDay } from '../connector.ts';

const secret = z.string().trim().min(1, { error: 'must not be empty' }).max(200);
const businessId = z.string().regex(/^\d{1,19}$/, { error: 'must be the digits of a business id, as text' });

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
      .describe('Whether the words must appear as an exact phrase.'),
    advertiserIds: z.array(businessId).max(100).default([]).describe('Business ids of advertisers.'),
    countries: z
      .array(queryCountry)
      .max(60)
      .default([])
      .describe('Countries where the ads were shown: two-letter codes; default: all.'),
    from: queryDay.optional().describe('The first day on which ads were published.'),
    to: queryDay.optional().describe('The last day; default: yesterday, the latest day that TikTok has.'),
    lastDays: z
      .int()
      .min(1)
      .max(3650)
      .default(30)
      .describe('Number of days up to the last one; ignored when the first is given.'),
    details: z
      .boolean()
      .default(false)
      .describe('Whether to fetch text, landing page and countries of each ad, with one request per ad.'),
    most: z.int().min(1).max(1_000_000).default(10_000).describe('Maximum number of ads to fetch.'),
    baseUrl: apiUrl
      .default('https://open.tiktokapis.com')
      .describe('Base URL of the API, without a trailing slash.'),
  })
  .check(({ value, issues }) => {
    if (value.searchTerm === undefined || value.advertiserIds.length === 0) return;
    const message = 'must not be combined with searchTerm: TikTok would ignore it';
    issues.push({ code: 'custom', path: ['advertiserIds'], message, input: value.advertiserIds });
  });

export type TiktokQuery = z.output<typeof tiktokQuery>;

export interface QueryDays {
  readonly first: string;
  readonly last: string;
}

const dayLength = 86_400_000;
/** TikTok accepts ranges of up to a year, after October 1, 2022 and before today. */
const maxRangeDays = 365;
const firstDay = '2022-10-02';

/** The queried days, split into ranges that TikTok accepts. */
export function splitRange(query: Pick<TiktokQuery, 'from' | 'to' | 'lastDays'>, now: number): QueryDays[] {
  const yesterday = dayAfter(now, -1);
  const last = query.to === undefined || query.to > yesterday ? yesterday : query.to;
  const wanted = query.from ?? dayAfter(Date.parse(last), 1 - query.lastDays);
  const first = wanted < firstDay ? firstDay : wanted;
  if (first > last) {
    throw new ConnectorRefused(
      `TikTok has data from ${firstDay} to ${yesterday}; the range ${wanted} to ${query.to ?? last} is outside.`,
      { retryable: false },
    );
  }
  const ranges: QueryDays[] = [];
  for (let start = first; start <= last; start = dayAfter(Date.parse(start), maxRangeDays)) {
    const end = dayAfter(Date.parse(start), maxRangeDays - 1);
    ranges.push({ first: start, last: end < last ? end : last });
  }
  return ranges;
}

function dayAfter(time: number, days: number): string {
  return new Date(time + days * dayLength).toISOString().slice(0, 10);
}
