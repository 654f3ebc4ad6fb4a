import { appleAd, appleAdWithLocales, applePage } from '@magpie/sources/apple/apple.fixture';
import { appleAds } from '@magpie/sources/apple/appleAds';
import { describe, expect, test } from 'vitest';
import { adsOf } from '../../../../../sources/src/mapping/damage.fixture.ts';
import { type Reply, type Request, runConnector } from '../library.fixture.ts';
import { appleAdsConnector } from './appleAdsLive.ts';

const entities = [
  { id: 1, name: 'Rutas', type: 'DEVELOPER' },
  { id: 2, name: 'rutas', type: 'APP' },
  { id: 3, name: 'Rutas y Mapas', type: 'APP' },
];

/** The repository with its limits: five countries per query, 50 ads per page, no request that accepts anything. */
function repository(adsPerCountry: number) {
  return ({ path, parameters, headers }: Request): Reply => {
    if (headers.accept === '*/*') return { status: 406, json: {} };
    if (path === '/api/v1/ad-repository-entities') return { json: { data: entities } };
    if (path !== '/api/v1/ad-repository-ads') return { json: { data: appleAdWithLocales } };
    const countries =
      /countryOrRegion=in=\(([A-Z,]+)\)/.exec(parameters.get('ql') ?? '')?.[1]?.split(',') ?? [];
    if (countries.length > 5) return tooMany;
    const found = countries.flatMap((code) =>
      Array.from({ length: adsPerCountry }, (_, index) => ({
        ...appleAd,
        adId: `${code}-${index}`,
        countryOrRegion: code,
      })),
    );
    const offset = Number(parameters.get('offset'));
    const limit = Math.min(Number(parameters.get('limit')), 50);
    return { json: applePage(found.slice(offset, offset + limit), found.length, offset) };
  };
}

const tooMany: Reply = {
  status: 400,
  json: { error: { errors: [{ message: 'Number of countries greater than allowed limit' }] } },
};

const run = (query: Readonly<Record<string, unknown>>, reply: Parameters<typeof runConnector>[2]) =>
  runConnector(appleAdsConnector, query, reply);
const mapped = (pages: readonly unknown[]) => pages.flatMap((page) => adsOf(appleAds, page));

describe('a query', () => {
  test('requests at most five countries at a time', async () => {
    const { pages, requests, refused } = await run({ appIds: ['1582276305'] }, repository(1));
    expect(refused).toBe(null);
    expect(mapped(pages)).toHaveLength(25);
    expect(requests).toHaveLength(5);
    expect(requests[0]?.parameters.get('ql')).toBe(
      'type==APP;id==1582276305;countryOrRegion=in=(AT,BE,BG,HR,CY);datePreset==LAST_90_DAYS',
    );
  });

  test('reads pages of 50 up to the total, with the period and the time of reading', async () => {
    const { pages, requests } = await run({ countries: ['es'], period: 'year' }, repository(120));
    expect(requests.map(({ parameters }) => parameters.get('offset'))).toEqual(['0', '50', '100']);
    expect(requests[0]?.parameters.get('ql')).toBe('countryOrRegion=in=(ES);datePreset==LAST_YEAR');
    expect(mapped(pages)).toHaveLength(120);
    expect(mapped(pages)[0]).toMatchObject({
      status: 'active',
      capturedAt: '2026-03-15T12:00:00.000Z',
      coverage: { from: '2025-12-08', until: '2026-03-08' },
    });
  });

  test('finds apps and developers by their exact name', async () => {
    const { requests } = await run({ name: 'Rutas', countries: ['ES'] }, repository(1));
    const filters = requests.slice(1).map(({ parameters }) => parameters.get('ql')?.split(';country')[0]);
    expect(filters).toEqual(['type==DEVELOPER;id==1', 'type==APP;id==2']);
    const { refused } = await run({ name: 'Ruta' }, repository(1));
    expect(refused?.message).toBe(
      "Apple has no app or developer with the name 'Ruta'; it has Rutas, rutas, Rutas y Mapas.",
    );
  });

  test('adds the translations of each ad', async () => {
    const { pages, requests } = await run({ countries: ['ES'], details: true, most: 1 }, repository(3));
    expect(requests.at(-1)?.path).toBe('/api/v1/ad-repository-ads/ES-0');
    expect(mapped(pages)).toMatchObject([
      { headlines: ['Rutas: senderos sin cobertura', 'Rutas: trails offline'] },
    ]);
  });
});

test('a busy repository is retried; a rejected query is reported', async () => {
  const busy = await run({ countries: ['ES'] }, (request, count) =>
    count === 1 ? { status: 503, text: 'busy' } : repository(1)(request),
  );
  expect([mapped(busy.pages).length, busy.naps]).toEqual([1, [2000]]);
  const { refused } = await run({ countries: ['ES'] }, () => tooMany);
  expect(refused?.message).toContain('Number of countries greater than allowed limit');
});

test.each([
  [{}, "Give 'name', 'appIds', 'developerIds' or 'countries'"],
  [{ countries: ['MT'] }, 'must be one of'],
  [{ name: 'x' }, 'at least 2 characters'],
  [{ appIds: ['rutas'] }, 'digits of an App Store id'],
])('the query %j is rejected before any request', async (query, message) => {
  const { refused, requests } = await run(query, repository(0));
  expect(refused).toMatchObject({ retryable: false });
  expect(refused?.message).toContain(message);
  expect(requests).toEqual([]);
});
