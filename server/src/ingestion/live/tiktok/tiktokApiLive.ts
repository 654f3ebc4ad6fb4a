import { type Connector, type ConnectorTools, parseConnectorQuery } from '../connector.ts';
import { getPath, readCountries, isObject, getList, readString } from '@magpie/sources/mapping/fields';
import {
  createTiktokSender,
  type SendQuery,
  toRefusal,
  type QueryDays,
  splitRange,
  type TiktokQuery,
  tiktokQuery,
} from './tiktokApiClient.ts';

export const tiktokApiConnector: Connector = {
  source: 'tiktok-api',
  library: 'tiktok',
  about: {
    label: 'TikTok Commercial Content',
    about:
      'Ads and branded posts on TikTok in the European Economic Area, the United Kingdom and Switzerland, with reach.',
    access:
      'Create an app at developers.tiktok.com with the scope research.adlib.basic; its page shows the client key and the client secret.',
    accessUrl: 'https://developers.tiktok.com/products/commercial-content-api',
  },
  options: tiktokQuery,
  secrets: ['clientKey', 'clientSecret'],
  advertiserFields: { name: 'searchTerm', id: 'advertiserIds' },
  pages,
};

const listFields = [
  'ad.id',
  'ad.first_shown_date',
  'ad.last_shown_date',
  'ad.status',
  'ad.status_statement',
  'ad.videos',
  'ad.image_urls',
  'ad.reach',
  'advertiser.business_id',
  'advertiser.business_name',
  'advertiser.paid_for_by',
];
const detailFields = [
  ...listFields,
  'ad.rejection_info',
  'ad_group.targeting_info',
  'advertiser.follower_count',
  'advertiser.avatar_url',
  'advertiser.profile_url',
];
/** Not every application may request these. */
const newerFields = ['ad.title', 'ad.external_url', 'ad.download_url', 'ad.call_to_action'];
const maxPageSize = 50;

async function* pages(given: unknown, tools: ConnectorTools): AsyncGenerator {
  const query = parseConnectorQuery('TikTok', tiktokQuery, given);
  const sendQuery = createTiktokSender(query, tools);
  const detailed = query.details ? createDetailFetcher(sendQuery, tools) : null;
  let left = query.most;
  for (const range of splitRange(query, tools.now())) {
    // One country at a time: only newer API versions accept a list.
    for (const country of query.countries.length === 0 ? ['ALL'] : readCountries(query.countries)) {
      for await (const page of listed(sendQuery, query, range, country)) {
        const ads = page.slice(0, left);
        const capturedAt = new Date(tools.now()).toISOString();
        yield { capturedAt, data: { ads: detailed === null ? ads : await detailed(ads) } };
        left -= ads.length;
        if (left === 0) return;
      }
    }
  }
}

async function* listed(
  sendQuery: SendQuery,
  query: TiktokQuery,
  range: QueryDays,
  country: string,
): AsyncGenerator<unknown[]> {
  let searchId: string | null = null;
  let before = '';
  do {
    const outcome = await sendQuery(
      `/v2/research/adlib/ad/query/?fields=${listFields.join(',')}`,
      searchBody(query, range, country, searchId),
    );
    if (outcome.status !== 200) throw toRefusal(outcome);
    const data = getPath(outcome.value, 'data');
    const ads = getList(data, 'ads');
    const ids = JSON.stringify(ads.map((entry) => readString(getPath(entry, 'ad', 'id'), 40)));
    // A repeated page would loop forever.
    if (ads.length === 0 || ids === before) return;
    yield ads;
    before = ids;
    searchId = hasMore(data) ? readString(getPath(data, 'search_id'), 1000) : null;
  } while (searchId !== null);
}

/** TikTok sends both booleans and their names. */
function hasMore(data: unknown): boolean {
  const more = getPath(data, 'has_more');
  return more === true || readString(more, 10)?.toLowerCase() === 'true';
}

/** TikTok expects ids as numbers beyond the safe integer range, so their digits are inserted as text. */
function searchBody(query: TiktokQuery, range: QueryDays, country: string, searchId: string | null): string {
  const filters = JSON.stringify({
    ad_published_date_range: { min: compact(range.first), max: compact(range.last) },
    country_code: country,
  });
  const ids =
    query.advertiserIds.length === 0 ? '' : `,"advertiser_business_ids":[${query.advertiserIds.join(',')}]`;
  const rest = JSON.stringify({
    ...(query.searchTerm === undefined
      ? {}
      : { search_term: query.searchTerm, search_type: query.searchType }),
    max_count: maxPageSize,
    ...(searchId === null ? {} : { search_id: searchId }),
  });
  return `{"filters":${filters.slice(0, -1)}${ids}},${rest.slice(1)}`;
}

function compact(day: string): string {
  return day.replaceAll('-', '');
}

/** Fetches the details of each ad. If they are unavailable, as for a withdrawn ad, the listed entry is used. */
function createDetailFetcher(sendQuery: SendQuery, tools: ConnectorTools) {
  let fields = [...detailFields, ...newerFields];

  const fetchDetail = async (id: string): Promise<unknown> => {
    const outcome = await sendQuery(
      `/v2/research/adlib/ad/detail/?fields=${fields.join(',')}`,
      `{"ad_id":${id}}`,
    );
    if (outcome.status === 200) return getPath(outcome.value, 'data');
    if (outcome.status !== 400 && outcome.status !== 404) throw toRefusal(outcome);
    if (outcome.status === 404 || fields === detailFields) return undefined;
    tools.say('TikTok rejected the newer fields of an ad; continuing without text and landing page.');
    fields = detailFields;
    return fetchDetail(id);
  };

  return async (entries: readonly unknown[]): Promise<unknown[]> => {
    const detailed: unknown[] = [];
    for (const entry of entries) {
      const id = readString(getPath(entry, 'ad', 'id'), 40);
      const isId = id !== null && /^\d{1,19}$/.test(id);
      detailed.push(isId ? joined(entry, await fetchDetail(id)) : entry);
    }
    return detailed;
  };
}

function joined(entry: unknown, detail: unknown): unknown {
  return {
    ad: { ...record(getPath(entry, 'ad')), ...record(getPath(detail, 'ad')) },
    advertiser: { ...record(getPath(entry, 'advertiser')), ...record(getPath(detail, 'advertiser')) },
    ad_group: getPath(detail, 'ad_group'),
  };
}

function record(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}
