import { parseUrl } from '@magpie/contract';
import type { Connector, ConnectorTools } from '../connector.ts';
import { parseQuery } from '../connectorQuery.ts';
import { getPath, getList, readText } from '@magpie/sources/mapping/fields';
import { type MetaApiClient, metaApiClient } from './metaApiClient.ts';
import { metaApiQuery } from './metaApiQuery.ts';

/** Queries Meta's Ad Library API. */
export const metaApiConnector: Connector = {
  source: 'meta-api',
  options: metaApiQuery,
  secrets: ['accessToken'],
  pages,
};

/** Meta's limit of page ids in one search. */
const maxPageIds = 10;

async function* pages(given: unknown, tools: ConnectorTools): AsyncGenerator {
  const query = parseQuery('Meta', metaApiQuery, given);
  const client = metaApiClient(query, tools);
  let left = query.most;
  for (const pageIds of searchesFor(query.pageIds)) {
    for await (const found of listed(client, pageIds)) {
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
  if (distinct.length === 0) return [[]];
  const starts = Array.from(
    { length: Math.ceil(distinct.length / maxPageIds) },
    (_, index) => index * maxPageIds,
  );
  return starts.map((start) => distinct.slice(start, start + maxPageIds));
}

/** The ads of one search, page by page. Even the last page has a cursor, so the end is a page without ads. */
async function* listed(client: MetaApiClient, pageIds: readonly string[]): AsyncGenerator<unknown[]> {
  let after: string | null = null;
  for (;;) {
    const page = await client.page(pageIds, after);
    const ads = getList(page, 'data');
    if (ads.length === 0) return;
    yield ads;
    const next = cursorOf(page);
    // A repeated cursor would loop forever.
    if (next === null || next === after) return;
    after = next;
  }
}

/** The link to the next page contains the token and could lead anywhere, so only its cursor is used. */
function cursorOf(page: unknown): string | null {
  const cursor = readText(getPath(page, 'paging', 'cursors', 'after'), 4000);
  const next = readText(getPath(page, 'paging', 'next'));
  const url = next === null ? null : parseUrl(next);
  if (cursor !== null || url === null) return cursor;
  return readText(url.searchParams.get('after'), 4000);
}
