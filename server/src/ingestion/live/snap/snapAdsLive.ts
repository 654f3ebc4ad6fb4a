import { parseUrl } from '@magpie/contract';
import { getList, getPath, readString } from '@magpie/sources/mapping/fields';
import { z } from 'zod';
import {
  apiUrl,
  type Connector,
  type ConnectorTools,
  parseConnectorQuery,
  queryDay,
  waitOrPostpone,
} from '../connector.ts';
import { fetchJson, type LibraryApi, rejectedQuery } from '../fetchJson.ts';

/** The European Union and Turkey. */
const countryCodes =
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE TR'.split(' ');

const country = z.string().refine((code) => countryCodes.includes(code.toUpperCase()), {
  error: 'must be the two-letter code of a country of the European Union, or TR',
});
const name = z.string().trim().min(1).max(200, { error: 'must have at most 200 characters' });

const snapQuery = z
  .strictObject({
    advertisers: z
      .array(name)
      .min(1)
      .max(100)
      .describe('Names, or parts of names, of those who pay for the ads.'),
    countries: z
      .array(country)
      .max(28)
      .default([])
      .describe('Countries of the European Union, or TR, where the ads were shown; default: all.'),
    status: z.enum(['active', 'paused', 'all']).default('all').describe('Whether the ads are active.'),
    from: queryDay.optional().describe('The first day; default: a year ago, the earliest that Snap has.'),
    to: queryDay.optional().describe('The last day; default: today.'),
    most: z.int().min(1).max(100_000).default(1000).describe('Maximum number of ads to fetch.'),
    baseUrl: apiUrl
      .default('https://adsapi.snapchat.com')
      .describe('Base URL of the API, without a trailing slash.'),
  })
  .check(({ value, issues }) => {
    const { from, to } = value;
    if (from === undefined || to === undefined || from <= to) return;
    issues.push({ code: 'custom', path: ['from'], message: `must not be after 'to' (${to})`, input: from });
  });

type SnapQuery = z.output<typeof snapQuery>;

export const snapAdsConnector: Connector = {
  source: 'snap-ads',
  library: 'snap',
  about: {
    label: 'Snap Ads Library',
    about:
      'Ads on Snapchat in the European Union and Turkey of the last 12 months, with impressions and targeting.',
    access: 'No account is needed. Snap allows only a few requests in a short time.',
    accessUrl: 'https://adsgallery.snap.com',
  },
  options: snapQuery,
  secrets: [],
  advertiserFields: { name: 'advertisers' },
  pages,
};

const snap: LibraryApi = {
  name: 'Snap',
  maxTries: 6,
  firstWait: 5000,
  readStatus(value) {
    const code = readString(getPath(value, 'error_code'), 20);
    if (code === null) return 200;
    return code === 'E1009' ? 429 : 400;
  },
  readReason: (value) =>
    readString(getPath(value, 'display_message'), 200) ?? readString(getPath(value, 'error_code'), 20),
  advise: () => 'change the query',
};

const yearLength = 365 * 86_400_000;

async function* pages(given: unknown, tools: ConnectorTools): AsyncGenerator {
  const query = parseConnectorQuery('Snap', snapQuery, given);
  let left = query.most;
  for (const advertiser of new Set(query.advertisers)) {
    for await (const page of listed(query, searchBody(query, advertiser, tools.now()), tools)) {
      const ads = page.slice(0, left);
      yield { request_status: 'SUCCESS', capturedAt: new Date(tools.now()).toISOString(), ad_previews: ads };
      left -= ads.length;
      if (left === 0) return;
    }
  }
}

function searchBody({ countries, status, from, to }: SnapQuery, advertiser: string, now: number): string {
  const codes = (countries.length > 0 ? countries : countryCodes).map((code) => code.toLowerCase());
  return JSON.stringify({
    paying_advertiser_name: advertiser,
    // Snap has the code of the European Union for Greece.
    countries: codes.map((code) => (code === 'gr' ? 'el' : code)),
    start_date: from === undefined ? new Date(now - yearLength).toISOString() : `${from}T00:00:00.000Z`,
    end_date: to === undefined ? new Date(now).toISOString() : `${to}T23:59:59.999Z`,
    ...(status === 'all' ? {} : { status: status.toUpperCase() }),
  });
}

async function* listed(query: SnapQuery, body: string, tools: ConnectorTools): AsyncGenerator<unknown[]> {
  let cursor: string | null = null;
  do {
    const page: unknown = await fetchPage(query, body, cursor, tools);
    const ads = getList(page, 'ad_previews');
    if (ads.length === 0) return;
    yield ads;
    const next = readCursor(page);
    // A repeated cursor would loop forever.
    cursor = next === cursor ? null : next;
  } while (cursor !== null);
}

/** The link could lead anywhere, so only its cursor is used; the body stays the same. */
function readCursor(page: unknown): string | null {
  const link = readString(getPath(page, 'paging', 'next_link'));
  const url = link === null ? null : parseUrl(link);
  return url === null ? null : readString(url.searchParams.get('cursor'), 4000);
}

const maxEmptyPages = 4;

/** A page after results that is empty is one form of throttling. An empty first page means that there are no ads. */
async function fetchPage(
  { baseUrl }: SnapQuery,
  body: string,
  cursor: string | null,
  tools: ConnectorTools,
): Promise<unknown> {
  const parameters = cursor === null ? '' : `?${new URLSearchParams({ cursor }).toString()}`;
  const url = `${baseUrl.replace(/\/$/, '')}/v1/ads_library/ads/search${parameters}`;
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
  for (let tries = 1; ; tries += 1) {
    const response = await fetchJson(tools, snap, url, { method: 'POST', headers, body });
    if (response.status !== 200) throw rejectedQuery(snap, response);
    const isEmpty = cursor !== null && getList(response.value, 'ad_previews').length === 0;
    if (!isEmpty) return response.value;
    if (tries === maxEmptyPages) {
      tools.say(`Snap returned an empty page ${maxEmptyPages} times; the list may be incomplete.`);
      return response.value;
    }
    await waitOrPostpone(tools, 'Snap returned an empty page', snap.firstWait * 2 ** (tries - 1));
  }
}
