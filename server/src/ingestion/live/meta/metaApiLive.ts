import { parseUrl } from '@magpie/contract';
import { getPath, getList, readString } from '@magpie/sources/mapping/fields';
import {
  type Connector,
  ConnectorRefused,
  type ConnectorTools,
  parseConnectorQuery,
  attemptsExhausted,
  describeState,
  sendRequest,
  waitOrPostpone,
} from '../connector.ts';
import { interpretResponse, readApiUsage, type ResponseOutcome } from './metaApiErrors.ts';
import { buildPageUrl, metaApiQuery, type MetaApiQuery } from './metaApiQuery.ts';

export const metaApiConnector: Connector = {
  source: 'meta-api',
  library: 'meta',
  about: {
    label: 'Meta Ad Library',
    about:
      'Ads on Facebook and Instagram: commercial ads shown in the European Union and the United Kingdom, political ads worldwide, with reach, payer and targeting.',
    access:
      'Confirm your identity at facebook.com/ID, create an app at developers.facebook.com, and generate a user access token in the Graph API Explorer. Tokens expire after about 60 days.',
    accessUrl: 'https://www.facebook.com/ads/library/api',
  },
  options: metaApiQuery,
  secrets: ['accessToken'],
  advertiserFields: { name: 'searchTerms', id: 'pageIds' },
  pages,
};

const maxPageIds = 10;

async function* pages(given: unknown, tools: ConnectorTools): AsyncGenerator {
  const query = parseConnectorQuery('Meta', metaApiQuery, given);
  const fetchPage = createPageFetcher(query, tools);
  let left = query.most;
  for (const pageIds of searchesFor(query.pageIds)) {
    for await (const found of listed(fetchPage, pageIds)) {
      const data = found.slice(0, left);
      yield { data, ad_reached_countries: query.countries };
      left -= data.length;
      if (left === 0) return;
    }
  }
}

/** Page ids grouped into searches; one search without ids if the query has only search terms. */
function searchesFor(pageIds: readonly string[]): string[][] {
  const distinct = [...new Set(pageIds)];
  const searches = [distinct.splice(0, maxPageIds)];
  while (distinct.length > 0) searches.push(distinct.splice(0, maxPageIds));
  return searches;
}

/** The ads of one search, page by page. Even the last page has a cursor, so the end is a page without ads. */
async function* listed(fetchPage: FetchPage, pageIds: readonly string[]): AsyncGenerator<unknown[]> {
  let after: string | null = null;
  for (;;) {
    const page = await fetchPage(pageIds, after);
    const ads = getList(page, 'data');
    if (ads.length === 0) return;
    yield ads;
    const next = readCursor(page);
    // A repeated cursor would loop forever.
    if (next === null || next === after) return;
    after = next;
  }
}

/** The link to the next page contains the token and could lead anywhere, so only its cursor is used. */
function readCursor(page: unknown): string | null {
  const cursor = readString(getPath(page, 'paging', 'cursors', 'after'), 4000);
  const next = readString(getPath(page, 'paging', 'next'));
  const url = next === null ? null : parseUrl(next);
  if (cursor !== null || url === null) return cursor;
  return readString(url.searchParams.get('after'), 4000);
}

type FetchPage = (pageIds: readonly string[], after: string | null) => Promise<unknown>;

/** Every field that the mapping reads, without `ad_snapshot_url`, which contains the access token. */
const requestedFields = [
  'id',
  'ad_creation_time',
  'ad_creative_bodies',
  'ad_creative_link_captions',
  'ad_creative_link_descriptions',
  'ad_creative_link_titles',
  'ad_delivery_start_time',
  'ad_delivery_stop_time',
  'age_country_gender_reach_breakdown',
  'beneficiary_payers',
  'br_total_reach',
  'bylines',
  'currency',
  'demographic_distribution',
  'eu_total_reach',
  'impressions',
  'languages',
  'page_id',
  'page_name',
  'publisher_platforms',
  'spend',
  'target_ages',
  'target_gender',
  'target_locations',
  'total_reach_by_location',
];

const maxTries = 8;
const minute = 60_000;

/** Waits when Meta is busy, and reduces the page size when Meta requires it. */
function createPageFetcher(query: MetaApiQuery, tools: ConnectorTools): FetchPage {
  let limit = query.pageSize;
  let fields: readonly string[] = requestedFields;
  let usage = readApiUsage(new Headers());

  const request = async (pageIds: readonly string[], after: string | null): Promise<ResponseOutcome> => {
    const url = buildPageUrl(query, { pageIds, after, limit, fields });
    const token = query.accessToken;
    const response = await sendRequest(tools, url, { headers: { Authorization: `Bearer ${token}` } });
    if (response === null) {
      // A timeout usually means that the page was too large.
      limit = Math.ceil(limit / 2);
      return { kind: 'later', status: 0 };
    }
    usage = readApiUsage(response.headers);
    // Paging links contain the token, and error messages quote it.
    return interpretResponse(response.status, response.text.replaceAll(token, '…'));
  };

  const reducePageSize = (): void => {
    if (limit === 1) throw refused('Meta cannot return even one ad per page; query a shorter period.');
    limit = Math.ceil(limit / 2);
    tools.say(`Meta requires smaller pages; continuing with ${limit} ads per page.`);
  };

  const dropField = (field: string): void => {
    if (!fields.includes(field)) throw refused(`Meta rejects the field ${field}; check version.`);
    fields = fields.filter((name) => name !== field);
    tools.say(`Version ${query.version} has no field ${field}; continuing without it.`);
  };

  /** Waits as long as Meta says, or with exponential backoff. */
  const waitBeforeRetry = async (status: number, tries: number): Promise<void> => {
    const state = `Meta ${describeState(status)}`;
    if (tries === maxTries) throw attemptsExhausted(state, maxTries);
    const backoff = (status === 429 ? minute : 2000) * 2 ** (tries - 1);
    await waitOrPostpone(tools, state, usage.regainMinutes * minute || backoff);
  };

  return async (pageIds, after) => {
    const { regainMinutes, isNearlyUsedUp } = usage;
    // Waits before the quota is exhausted, because rejected requests count against it too.
    if (regainMinutes > 0 || isNearlyUsedUp)
      await waitOrPostpone(tools, 'Meta’s quota is nearly used up', Math.max(regainMinutes, 1) * minute);
    for (let tries = 1; ;) {
      const outcome = await request(pageIds, after);
      if (outcome.kind === 'page') return outcome.page;
      if (outcome.kind === 'refused') throw refused(outcome.message);
      if (outcome.kind === 'smaller') reducePageSize();
      else if (outcome.kind === 'without') dropField(outcome.field);
      else await waitBeforeRetry(outcome.status, tries++);
    }
  };
}

/** Also removes truncated or older tokens. */
function refused(message: string): ConnectorRefused {
  return new ConnectorRefused(message.replaceAll(/EAA[0-9A-Za-z]{10,}/g, '…'), { retryable: false });
}
