import { parsedUrl } from '@magpie/contract';
import type { Connector, ConnectorTools } from '../live/connector.ts';
import { checkedQuery } from '../live/connectorQuery.ts';
import { at, listAt, textOf } from '../mapping/fields.ts';
import { type MetaApiClient, metaApiClient } from './metaApiClient.ts';
import { metaApiQuery } from './metaApiQuery.ts';

/** Asks Meta's Ad Library API. */
export const metaApiConnector: Connector = {
  source: 'meta-api',
  options: metaApiQuery,
  secrets: ['accessToken'],
  pages,
};

/** Meta takes no more pages in one search. */
const mostPageIds = 10;

async function* pages(given: unknown, tools: ConnectorTools): AsyncGenerator {
  const query = checkedQuery('Meta', metaApiQuery, given);
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

/** The pages of each search; one search without pages when it is only for words. */
function searchesFor(pageIds: readonly string[]): string[][] {
  const distinct = [...new Set(pageIds)];
  if (distinct.length === 0) return [[]];
  const starts = Array.from(
    { length: Math.ceil(distinct.length / mostPageIds) },
    (_, index) => index * mostPageIds,
  );
  return starts.map((start) => distinct.slice(start, start + mostPageIds));
}

/** The ads of one search, a page at a time. Also the last page has a cursor: the end is a page without ads. */
async function* listed(client: MetaApiClient, pageIds: readonly string[]): AsyncGenerator<unknown[]> {
  let after: string | null = null;
  for (;;) {
    const page = await client.page(pageIds, after);
    const ads = listAt(page, 'data');
    if (ads.length === 0) return;
    yield ads;
    const next = cursorOf(page);
    // The same cursor again would be the same page, for ever.
    if (next === null || next === after) return;
    after = next;
  }
}

/** The link to the next page carries the token and could lead anywhere: only its cursor is taken. */
function cursorOf(page: unknown): string | null {
  const cursor = textOf(at(page, 'paging', 'cursors', 'after'), 4000);
  const next = textOf(at(page, 'paging', 'next'));
  const url = next === null ? null : parsedUrl(next);
  if (cursor !== null || url === null) return cursor;
  return textOf(url.searchParams.get('after'), 4000);
}
