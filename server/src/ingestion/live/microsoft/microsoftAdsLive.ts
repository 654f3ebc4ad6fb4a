import { getList, getPath, isObject, readCount, readString } from '@magpie/sources/mapping/fields';
import { microsoftCountries } from '@magpie/sources/microsoft/microsoftCountries';
import { z } from 'zod';
import { apiUrl, type Connector, type ConnectorTools, parseConnectorQuery, queryDay } from '../connector.ts';
import { fetchJson, type LibraryApi, rejectedQuery } from '../fetchJson.ts';

const advertiserId = z
  .string()
  .regex(/^\d{1,20}$/, { error: 'must be the digits of an advertiser id, as text' });
const country = z.string().refine((code) => microsoftCountries.has(code.toUpperCase()), {
  error: 'must be the two-letter code of a country of the European Economic Area, such as DE',
});
const words = z.string().trim().min(1).max(200, { error: 'must have at most 200 characters' });

const microsoftQuery = z
  .strictObject({
    searchText: words.optional().describe('Words in the ad.'),
    advertiser: words.optional().describe('Part of the name of the advertisers.'),
    advertiserIds: z.array(advertiserId).max(100).default([]).describe('Ids of advertisers in the library.'),
    countries: z
      .array(country)
      .max(30)
      .default([])
      .describe('Countries of the European Economic Area where the ads were shown; default: all.'),
    from: queryDay.optional().describe('The first day on which the ads may have been shown.'),
    to: queryDay.optional().describe('The last day on which they may have been shown.'),
    details: z
      .boolean()
      .default(true)
      .describe('Whether to fetch dates, impressions, payer and targeting, with one request per ad.'),
    most: z.int().min(1).max(100_000).default(1000).describe('Maximum number of ads to fetch.'),
    baseUrl: apiUrl
      .default('https://adlibrary.api.bingads.microsoft.com')
      .describe('Base URL of the API, without a trailing slash.'),
  })
  .check(({ value, issues }) => {
    const refuse = (message: string, ...path: string[]): void =>
      void issues.push({ code: 'custom', path, message, input: value });
    if (value.searchText === undefined && value.advertiser === undefined && value.advertiserIds.length === 0)
      refuse("Give 'searchText', 'advertiser' or 'advertiserIds', got none");
    if (value.from !== undefined && value.to !== undefined && value.from > value.to)
      refuse(`must not be after 'to' (${value.to})`, 'from');
  });

type MicrosoftQuery = z.output<typeof microsoftQuery>;

export const microsoftAdsConnector: Connector = {
  source: 'microsoft-ads',
  library: 'microsoft',
  about: {
    label: 'Microsoft Ad Library',
    about: 'Ads on Bing in the European Economic Area, with impressions, payer and kinds of targeting.',
    access: 'No account is needed.',
    accessUrl: 'https://adlibrary.ads.microsoft.com',
  },
  options: microsoftQuery,
  secrets: [],
  advertiserFields: { name: 'advertiser', id: 'advertiserIds' },
  pages,
};

const microsoft: LibraryApi = {
  name: 'Microsoft',
  // About every twentieth request is rejected without a waiting time; the limit is over after some seconds.
  maxTries: 7,
  firstWait: 2000,
  readReason: (value) => readString(getPath(value, 'error', 'message') ?? getPath(value, 'Message'), 200),
  advise: () => 'change the query',
};

const maxTop = 24;
const maxSkip = 999;
/** Microsoft counts no further. */
const maxCount = 1000;
/** How many ads of one search can be reached. */
const maxListed = maxSkip + maxTop;
const maxAdvertisers = 100;

type Search = Readonly<Record<string, string>>;
type Get = (path: string, parameters: Search) => Promise<unknown>;

async function* pages(given: unknown, tools: ConnectorTools): AsyncGenerator {
  const query = parseConnectorQuery('Microsoft', microsoftQuery, given);
  const get = createGetter(query, tools);
  const seen = new Set<string>();
  for (const search of await listSearches(query, get)) {
    for await (const { ads, count } of listed(get, search, query, tools)) {
      const fresh = ads.filter((ad) => isNew(ad, seen)).slice(0, query.most - seen.size);
      for (const ad of fresh) seen.add(readId(ad));
      const value = query.details ? await withDetails(fresh, get) : fresh;
      yield { '@odata.count': count, capturedAt: new Date(tools.now()).toISOString(), value };
      if (seen.size >= query.most) return;
    }
  }
}

function readId(ad: unknown): string {
  return readString(getPath(ad, 'AdId'), 40) ?? '';
}

/** Searches overlap, and so do their last two pages. */
function isNew(ad: unknown, seen: ReadonlySet<string>): boolean {
  return !seen.has(readId(ad));
}

function createGetter({ baseUrl }: MicrosoftQuery, tools: ConnectorTools): Get {
  return async (path, parameters) => {
    const url = `${baseUrl.replace(/\/$/, '')}/api/v1/${path}?${new URLSearchParams(parameters).toString()}`;
    const response = await fetchJson(tools, microsoft, url, { headers: { Accept: 'application/json' } });
    if (response.status === 200) return response.value;
    if (response.status === 404) return null;
    throw rejectedQuery(microsoft, response);
  };
}

/** One search per advertiser; one for the words alone. */
async function listSearches(query: MicrosoftQuery, get: Get): Promise<Search[]> {
  const { searchText, advertiser, advertiserIds, countries, from, to } = query;
  const shared = {
    ...(searchText === undefined ? {} : { searchText }),
    ...(countries.length === 0 ? {} : { countryCodes: countryNumbers(countries).join(',') }),
    ...(from === undefined ? {} : { startDate: from }),
    ...(to === undefined ? {} : { endDate: to }),
  };
  const found = advertiser === undefined ? [] : await findAdvertisers(advertiser, get);
  const ids = [...new Set([...advertiserIds, ...found])];
  if (ids.length === 0) return advertiser === undefined ? [shared] : [];
  return ids.map((id) => Object.assign({ advertiserId: id }, shared));
}

function countryNumbers(codes: readonly string[]): string[] {
  return codes.map((code) => String(microsoftCountries.get(code.toUpperCase()) ?? ''));
}

async function findAdvertisers(name: string, get: Get): Promise<string[]> {
  const ids: string[] = [];
  for (let skip = 0; skip < maxAdvertisers; skip += maxTop) {
    const page = await get('Advertisers', { searchText: name, top: String(maxTop), skip: String(skip) });
    const advertisers = getList(page, 'value');
    ids.push(...advertisers.map((one) => readString(getPath(one, 'AdvertiserId'), 40) ?? ''));
    if (advertisers.length < maxTop) break;
  }
  return ids.filter((id) => /^\d+$/.test(id));
}

interface Listed {
  readonly ads: readonly unknown[];
  readonly count: number;
}

/** Only so many ads of a search can be listed. If there are more, and more are wanted, each country is searched. */
async function* listed(
  get: Get,
  search: Search,
  query: MicrosoftQuery,
  tools: ConnectorTools,
): AsyncGenerator<Listed> {
  const first = await getPage(get, search, 0);
  if (first.count >= maxCount && query.most > maxListed) {
    const codes = query.countries.length > 0 ? query.countries : [...microsoftCountries.keys()];
    for (const code of codes) {
      const inCountry = { ...search, countryCodes: countryNumbers([code]).join('') };
      yield* followed(get, inCountry, await getPage(get, inCountry, 0), tools, ` in ${code.toUpperCase()}`);
    }
  } else yield* followed(get, search, first, tools, '');
}

async function getPage(get: Get, search: Search, skip: number): Promise<Listed> {
  const page = await get('Ads', { ...search, top: String(maxTop), skip: String(skip) });
  return { ads: getList(page, 'value'), count: readCount(getPath(page, '@odata.count')) ?? 0 };
}

async function* followed(
  get: Get,
  search: Search,
  first: Listed,
  tools: ConnectorTools,
  where: string,
): AsyncGenerator<Listed> {
  if (first.count >= maxCount) {
    tools.reachedCeiling(maxCount);
    tools.say(
      `Microsoft has 1,000+ ads for this search${where} and lists only ${maxListed}; search a shorter period to get all.`,
    );
  }
  let page = first;
  for (let skip = 0; page.ads.length > 0;) {
    yield page;
    if (page.ads.length < maxTop || skip === maxSkip) return;
    skip = Math.min(skip + maxTop, maxSkip);
    page = await getPage(get, search, skip);
  }
}

/** An ad whose details are gone is used as listed. */
async function withDetails(ads: readonly unknown[], get: Get): Promise<unknown[]> {
  const detailed: unknown[] = [];
  for (const ad of ads) {
    const id = readId(ad);
    const parameters = { expand: 'AdDetails(expand=ImpressionsByCountry,Targets)' };
    const details = /^\d+$/.test(id) ? await get(`Ads/${id}`, parameters) : null;
    detailed.push(isObject(ad) && isObject(details) ? { ...ad, ...details } : ad);
  }
  return detailed;
}
