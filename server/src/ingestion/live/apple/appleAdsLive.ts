import { getList, getPath, isObject, readCount, readString } from '@magpie/sources/mapping/fields';
import { z } from 'zod';
import {
  apiUrl,
  type Connector,
  ConnectorRefused,
  type ConnectorTools,
  parseConnectorQuery,
} from '../connector.ts';
import { fetchJson, type LibraryApi, rejectedQuery } from '../fetchJson.ts';

/** Where Apple has a repository: the European Union without Lithuania and Malta. */
const countryCodes = 'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LU NL PL PT RO SK SI ES SE'.split(' ');

const country = z.string().refine((code) => countryCodes.includes(code.toUpperCase()), {
  error: `must be one of ${countryCodes.join(', ')}`,
});
const storeId = z.string().regex(/^\d{1,15}$/, { error: 'must be the digits of an App Store id, as text' });

const periods = { '90days': 'LAST_90_DAYS', '180days': 'LAST_180_DAYS', year: 'LAST_YEAR' } as const;

const appleQuery = z
  .strictObject({
    name: z
      .string()
      .trim()
      .min(2, { error: 'must have at least 2 characters' })
      .max(200)
      .optional()
      .describe('The name of an app or of a developer in the App Store.'),
    appIds: z.array(storeId).max(100).default([]).describe('App Store ids of apps.'),
    developerIds: z.array(storeId).max(100).default([]).describe('App Store ids of developers.'),
    countries: z
      .array(country)
      .max(countryCodes.length)
      .default([])
      .describe('Countries of the European Union where the ads were shown; default: all.'),
    period: z
      .enum(['90days', '180days', 'year'])
      .default('90days')
      .describe('The days up to a week ago, the latest that Apple has.'),
    details: z
      .boolean()
      .default(false)
      .describe('Whether to fetch translations and their media, with one request per ad.'),
    most: z.int().min(1).max(1_000_000).default(5000).describe('Maximum number of ads to fetch.'),
    baseUrl: apiUrl
      .default('https://adrepository.apple.com')
      .describe('Base URL of the API, without a trailing slash.'),
  })
  .check(({ value, issues }) => {
    const { name, appIds, developerIds, countries } = value;
    if (name !== undefined || [...appIds, ...developerIds, ...countries].length > 0) return;
    const message = "Give 'name', 'appIds', 'developerIds' or 'countries', got none";
    issues.push({ code: 'custom', path: [], message, input: value });
  });

type AppleQuery = z.output<typeof appleQuery>;

export const appleAdsConnector: Connector = {
  source: 'apple-ads',
  library: 'apple',
  about: {
    label: 'Apple Ad Repository',
    about: 'Ads in the App Store in 25 countries of the European Union, a week after they were shown.',
    access: 'No account is needed.',
    accessUrl: 'https://adrepository.apple.com',
  },
  options: appleQuery,
  secrets: [],
  advertiserFields: { name: 'name', id: 'appIds' },
  pages,
};

const apple: LibraryApi = {
  name: 'Apple',
  maxTries: 6,
  firstWait: 2000,
  readReason: (value) =>
    readString(getPath(value, 'error', 'errors', 0, 'message') ?? getPath(value, 'message'), 200),
  advise: () => 'change the query',
};

const pageSize = 50;
/** More in one query are rejected. */
const maxCountries = 5;

interface Entity {
  readonly type: 'APP' | 'DEVELOPER';
  readonly id: string;
}

type Get = (path: string, parameters: Readonly<Record<string, string>>) => Promise<unknown>;

async function* pages(given: unknown, tools: ConnectorTools): AsyncGenerator {
  const query = parseConnectorQuery('Apple', appleQuery, given);
  const get = createGetter(query, tools);
  let left = query.most;
  for (const entity of await listEntities(query, get)) {
    for (const countries of groupCountries(query.countries)) {
      for await (const page of listed(get, buildFilter(query, entity, countries))) {
        const ads = getList(page, 'data').slice(0, left);
        const data = query.details ? await withLocales(ads, query, get) : ads;
        yield { ...(isObject(page) ? page : {}), capturedAt: new Date(tools.now()).toISOString(), data };
        left -= ads.length;
        if (left === 0) return;
      }
    }
  }
}

function createGetter({ baseUrl }: AppleQuery, tools: ConnectorTools): Get {
  return async (path, parameters) => {
    const url = `${baseUrl.replace(/\/$/, '')}/api/v1/${path}?${new URLSearchParams(parameters).toString()}`;
    // Apple rejects the default `*/*`.
    const response = await fetchJson(tools, apple, url, { headers: { Accept: 'application/json' } });
    if (response.status === 200) return response.value;
    if (response.status === 404) return null;
    throw rejectedQuery(apple, response);
  };
}

/** Null: all apps of the countries. */
async function listEntities(query: AppleQuery, get: Get): Promise<(Entity | null)[]> {
  const { name, appIds, developerIds } = query;
  const entities: Entity[] = [
    ...appIds.map((id) => ({ type: 'APP' as const, id })),
    ...developerIds.map((id) => ({ type: 'DEVELOPER' as const, id })),
    ...(name === undefined ? [] : await findEntities(name, get)),
  ];
  return entities.length > 0 ? entities : [null];
}

/** Only the exact name, in any case: a search also finds names that merely contain it. */
async function findEntities(name: string, get: Get): Promise<Entity[]> {
  const page = await get('ad-repository-entities', { name, offset: '0', limit: String(pageSize) });
  const found = getList(page, 'data');
  const exact = found
    .filter((entity) => readName(entity).toLowerCase() === name.toLowerCase())
    .flatMap((entity): Entity[] => {
      const [type, id] = [getPath(entity, 'type'), readCount(getPath(entity, 'id'))];
      return id !== null && (type === 'APP' || type === 'DEVELOPER') ? [{ type, id: String(id) }] : [];
    });
  if (exact.length > 0) return exact;
  const names = [...new Set(found.map(readName))].slice(0, 5).join(', ');
  throw new ConnectorRefused(
    `Apple has no app or developer with the name '${name}'; ${names === '' ? 'check the name' : `it has ${names}`}.`,
    { retryable: false },
  );
}

function readName(entity: unknown): string {
  return readString(getPath(entity, 'name'), 200) ?? '';
}

function groupCountries(given: readonly string[]): string[][] {
  const codes = [...new Set((given.length > 0 ? given : countryCodes).map((code) => code.toUpperCase()))];
  const groups: string[][] = [];
  for (let start = 0; start < codes.length; start += maxCountries)
    groups.push(codes.slice(start, start + maxCountries));
  return groups;
}

function buildFilter({ period }: AppleQuery, entity: Entity | null, countries: readonly string[]): string {
  return [
    ...(entity === null ? [] : [`type==${entity.type}`, `id==${entity.id}`]),
    `countryOrRegion=in=(${countries.join(',')})`,
    `datePreset==${periods[period]}`,
  ].join(';');
}

async function* listed(get: Get, filter: string): AsyncGenerator {
  for (let offset = 0; ; offset += pageSize) {
    const page = await get('ad-repository-ads', {
      ql: filter,
      offset: String(offset),
      limit: String(pageSize),
    });
    const count = getList(page, 'data').length;
    if (count === 0) return;
    yield page;
    const total = readCount(getPath(page, 'pagination', 'totalResults'));
    if (total === null ? count < pageSize : offset + count >= total) return;
  }
}

/** An ad without details is used as listed. */
async function withLocales(ads: readonly unknown[], { period }: AppleQuery, get: Get): Promise<unknown[]> {
  const detailed: unknown[] = [];
  for (const ad of ads) {
    const id = readString(getPath(ad, 'adId'), 80) ?? '';
    const page = /^[\w-]+$/.test(id)
      ? await get(`ad-repository-ads/${id}`, { datePreset: periods[period] })
      : null;
    const details = getPath(page, 'data') ?? page;
    detailed.push(isObject(ad) && isObject(details) ? { ...ad, ...details } : ad);
  }
  return detailed;
}
