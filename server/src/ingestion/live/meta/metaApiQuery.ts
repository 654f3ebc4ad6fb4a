import { z } from 'zod';
import { apiUrl, queryCountry, queryDay } from '../connector.ts';

const country = z.string().refine((code) => code === 'ALL' || queryCountry.safeParse(code).success, {
  error: 'must be the two-letter code of a country, such as DE, or ALL',
});
const pageId = z.string().regex(/^[1-9]\d{0,24}$/, { error: 'must be the digits of a page id, as text' });
const language = z.string().regex(/^[a-z]{2,3}$/i, { error: 'must be a language code, such as en' });

const adTypes = {
  all: 'ALL',
  political: 'POLITICAL_AND_ISSUE_ADS',
  housing: 'HOUSING_ADS',
  employment: 'EMPLOYMENT_ADS',
  financial: 'FINANCIAL_PRODUCTS_AND_SERVICES_ADS',
} as const;

export const metaApiQuery = z
  .strictObject({
    accessToken: z
      .string()
      .trim()
      .regex(/^[\x21-\x7E]{20,2000}$/, {
        error: 'must be an access token of at least 20 characters, without spaces',
      })
      .describe('A user access token of an account that is verified at facebook.com/ID.'),
    countries: z
      .array(country)
      .min(1)
      .max(250)
      .describe(
        'Countries where the ads were shown: two-letter codes, or ALL. Commercial ads need a country of the EU, or GB.',
      ),
    searchTerms: z
      .string()
      .trim()
      .min(1)
      .max(100, { error: 'must have at most 100 characters' })
      .optional()
      .describe('Words that must all be in the ad.'),
    exactPhrase: z.boolean().default(false).describe('Whether the words must appear as an exact phrase.'),
    pageIds: z.array(pageId).max(1000).default([]).describe('Ids of the advertising pages.'),
    status: z.enum(['active', 'inactive', 'all']).default('all').describe('Whether the ads are active.'),
    adType: z
      .enum(['all', 'political', 'housing', 'employment', 'financial'])
      .default('all')
      .describe('The kind of ads.'),
    from: queryDay.optional().describe('The first day on which the ads may have been shown.'),
    to: queryDay.optional().describe('The last day on which they may have been shown.'),
    languages: z.array(language).max(50).default([]).describe('Language codes of the ads.'),
    mediaType: z
      .enum(['all', 'image', 'meme', 'video', 'none'])
      .default('all')
      .describe('Media type of the ads.'),
    platforms: z
      .array(
        z.enum(['facebook', 'instagram', 'audience_network', 'messenger', 'whatsapp', 'oculus', 'threads']),
      )
      .max(7)
      .default([])
      .describe('Platforms of the ads; default: all.'),
    pageSize: z
      .int()
      .min(1)
      .max(1000)
      .default(250)
      .describe('Ads per request; reduced automatically when Meta requires it.'),
    most: z.int().min(1).max(10_000_000).default(10_000).describe('Maximum number of ads to fetch.'),
    baseUrl: apiUrl
      .default('https://graph.facebook.com')
      .describe('Base URL of the API, without a trailing slash.'),
    version: z
      .string()
      .regex(/^v\d{1,3}\.\d{1,2}$/, { error: 'must be a version such as v26.0' })
      .default('v26.0')
      .describe('The version of the API.'),
  })
  .check(({ value, issues }) => {
    const refuse = (message: string, ...path: string[]): void =>
      void issues.push({ code: 'custom', path, message, input: value });
    if (value.searchTerms === undefined && value.pageIds.length === 0)
      refuse("Give 'searchTerms' or 'pageIds', got neither");
    if (value.from !== undefined && value.to !== undefined && value.from > value.to)
      refuse(`must not be after 'to' (${value.to})`, 'from');
  });

export type MetaApiQuery = z.output<typeof metaApiQuery>;

/** The URL of one result page, without the token. At most ten page ids; none for a search without pages. */
export function buildPageUrl(
  query: MetaApiQuery,
  page: { pageIds: readonly string[]; after: string | null; limit: number; fields: readonly string[] },
): string {
  const { pageIds, after, limit, fields } = page;
  const parameters = new URLSearchParams({
    ad_reached_countries: JSON.stringify(query.countries.map((code) => code.toUpperCase())),
    ad_active_status: query.status.toUpperCase(),
    ad_type: adTypes[query.adType],
    media_type: query.mediaType.toUpperCase(),
    fields: fields.join(','),
    limit: String(limit),
  });
  if (query.searchTerms !== undefined) {
    parameters.set('search_terms', query.searchTerms);
    parameters.set('search_type', query.exactPhrase ? 'KEYWORD_EXACT_PHRASE' : 'KEYWORD_UNORDERED');
  }
  // Page ids may exceed the safe integer range, so they are inserted as text.
  if (pageIds.length > 0) parameters.set('search_page_ids', `[${pageIds.join(',')}]`);
  if (query.from !== undefined) parameters.set('ad_delivery_date_min', query.from);
  if (query.to !== undefined) parameters.set('ad_delivery_date_max', query.to);
  if (query.languages.length > 0) parameters.set('languages', JSON.stringify(languageCodes(query.languages)));
  if (query.platforms.length > 0) {
    parameters.set('publisher_platforms', JSON.stringify(query.platforms.map((name) => name.toUpperCase())));
  }
  if (after !== null) parameters.set('after', after);
  return `${query.baseUrl.replace(/\/$/, '')}/${query.version}/ads_archive?${parameters.toString()}`;
}

/** Meta expects two-letter codes in lower case, and CMN and YUE in upper case. */
function languageCodes(codes: readonly string[]): string[] {
  return codes.map((code) => (code.length === 2 ? code.toLowerCase() : code.toUpperCase()));
}
