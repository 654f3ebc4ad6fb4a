import { getList, getPath, readCount, readCountries, readString } from '@magpie/sources/mapping/fields';
import { z } from 'zod';
import {
  apiUrl,
  type Connector,
  type ConnectorTools,
  parseConnectorQuery,
  queryCountry,
  queryDay,
} from '../connector.ts';
import { fetchJson, type LibraryApi, rejectedQuery } from '../fetchJson.ts';

const words = z.string().trim().min(1).max(200, { error: 'must have at most 200 characters' });

const linkedinQuery = z
  .strictObject({
    accessToken: z
      .string()
      .trim()
      .regex(/^[\x21-\x7E]{20,2000}$/, {
        error: 'must be an access token of at least 20 characters, without spaces',
      })
      .describe('An access token of an application that may read the ad library.'),
    keyword: words.optional().describe('Words that must all be in the ad.'),
    advertiser: words.optional().describe('The name of the advertiser; LinkedIn also finds similar names.'),
    countries: z
      .array(queryCountry)
      .max(60)
      .default([])
      .describe('Countries where the ads were shown: two-letter codes; default: all.'),
    from: queryDay.optional().describe('The first day on which the ads may have been shown.'),
    to: queryDay.optional().describe('The last day on which they may have been shown.'),
    most: z.int().min(1).max(1_000_000).default(5000).describe('Maximum number of ads to fetch.'),
    version: z
      .string()
      .regex(/^20\d{4}$/, { error: 'must be a version such as 202606' })
      .default('202606')
      .describe('The version of the API: year and month. LinkedIn supports each for about a year.'),
    baseUrl: apiUrl
      .default('https://api.linkedin.com')
      .describe('Base URL of the API, without a trailing slash.'),
  })
  .check(({ value, issues }) => {
    const refuse = (message: string, ...path: string[]): void =>
      void issues.push({ code: 'custom', path, message, input: value });
    if (value.keyword === undefined && value.advertiser === undefined)
      refuse("Give 'keyword' or 'advertiser', got neither");
    if ((value.from === undefined) !== (value.to === undefined))
      refuse("Give both 'from' and 'to', or neither");
    else if (value.from !== undefined && value.to !== undefined && value.from > value.to)
      refuse(`must not be after 'to' (${value.to})`, 'from');
  });

type LinkedinQuery = z.output<typeof linkedinQuery>;

export const linkedinConnector: Connector = {
  source: 'linkedin-api',
  library: 'linkedin',
  about: {
    label: 'LinkedIn Ad Library',
    about:
      'Ads on LinkedIn since June 2023, with payer and targeting; impressions of ads shown in the European Union.',
    access:
      'Create an app at developer.linkedin.com, request access to the Ad Library product, and generate an access token. Tokens expire after about 60 days.',
    accessUrl: 'https://developer.linkedin.com/product-catalog',
  },
  options: linkedinQuery,
  secrets: ['accessToken'],
  advertiserFields: { name: 'advertiser' },
  pages,
};

const advice: ReadonlyMap<number, string> = new Map([
  [401, 'create a new access token at developer.linkedin.com and set it as accessToken'],
  [403, 'request access to the Ad Library product at developer.linkedin.com'],
  [426, 'LinkedIn no longer supports this version; set a newer one as version'],
]);

function describeApi({ accessToken }: LinkedinQuery): LibraryApi {
  return {
    name: 'LinkedIn',
    // LinkedIn allows about ten requests in half a minute, and names no waiting time.
    maxTries: 4,
    firstWait: 30_000,
    readReason(value) {
      const parts = ['code', 'message'].map((name) => readString(getPath(value, name), 200));
      const known = parts.filter((part) => part !== null);
      return known.length === 0 ? null : known.join(': ').replaceAll(accessToken, '…');
    },
    advise: (status) => advice.get(status) ?? 'change the query',
  };
}

const pageSize = 25;

async function* pages(given: unknown, tools: ConnectorTools): AsyncGenerator {
  const query = parseConnectorQuery('LinkedIn', linkedinQuery, given);
  const api = describeApi(query);
  let left = query.most;
  for (let start = 0; ; start += pageSize) {
    const response = await fetchJson(tools, api, buildUrl(query, start), { headers: buildHeaders(query) });
    if (response.status !== 200) throw rejectedQuery(api, response);
    const found = getList(response.value, 'elements');
    if (found.length === 0) return;
    const elements = found.slice(0, left);
    const total = readCount(getPath(response.value, 'paging', 'total'));
    yield { capturedAt: new Date(tools.now()).toISOString(), elements, paging: { start, total } };
    left -= elements.length;
    if (left === 0 || (total === null ? found.length < pageSize : start + pageSize >= total)) return;
  }
}

function buildHeaders({ accessToken, version }: LinkedinQuery) {
  return {
    Authorization: `Bearer ${accessToken}`,
    'LinkedIn-Version': version,
    'X-RestLi-Protocol-Version': '2.0.0',
  };
}

/** Rest.li requires its brackets unencoded, and everything inside of them encoded. */
function buildUrl(query: LinkedinQuery, start: number): string {
  const { keyword, advertiser, from, to, baseUrl } = query;
  const countries = readCountries(query.countries).map((code) =>
    encodeURIComponent(`urn:li:country:${code}`),
  );
  const parameters = [
    'q=criteria',
    ...(keyword === undefined ? [] : [`keyword=${encodeURIComponent(keyword)}`]),
    ...(advertiser === undefined ? [] : [`advertiser=${encodeURIComponent(advertiser)}`]),
    ...(countries.length === 0 ? [] : [`countries=(value:List(${countries.join(',')}))`]),
    ...(from === undefined || to === undefined
      ? []
      : [`dateRange=(start:${formatDay(from, 0)},end:${formatDay(to, 1)})`]),
    `start=${start}`,
    `count=${pageSize}`,
  ];
  return `${baseUrl.replace(/\/$/, '')}/rest/adLibrary?${parameters.join('&')}`;
}

/** The end is exclusive. */
function formatDay(day: string, later: number): string {
  const date = new Date(Date.parse(day) + later * 86_400_000);
  return `(day:${date.getUTCDate()},month:${date.getUTCMonth() + 1},year:${date.getUTCFullYear()})`;
}
