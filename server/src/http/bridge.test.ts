import { setTimeout } from 'node:timers/promises';
import { contract, procedures } from '@magpie/contract';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCatalog, type Catalog } from '../ads/catalog.ts';
import { createEnrichment } from '../enrichment/enrichment.ts';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { openAd } from '../testing/catalog.ts';
import { freshClickHouse } from '../testing/clickhouse.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { startService, type Client, type TestService } from '../testing/service.ts';

const [lane] = postgresLanes;
if (lane === undefined) throw new Error('there is always the embedded lane');

interface ErrorBody {
  readonly message: string;
  readonly data: { readonly path?: string; readonly issues?: readonly { path: string }[] };
}

interface BridgeReply {
  readonly status: number;
  readonly headers: Headers;
  /** The output without an envelope, or the error. */
  readonly body: Record<string, unknown>;
  readonly error: ErrorBody | undefined;
}

/** The procedure of each bridge path. */
const addresses = [
  ['trending/topTagsByEngagement', 'trending.topTagsByEngagement'],
  ['trending/topics', 'trending.topTagsByEngagement'],
  ['trending/topAdvertisers', 'trending.topAdvertisers'],
  ['trending/top-advertisers', 'trending.topAdvertisers'],
] as const;

const today = new Date().toISOString().slice(0, 10);

describe('the REST bridge', () => {
  let clickhouse: ClickHouseEngine;
  let service: TestService;
  let catalog: Catalog;
  const record = (key: string, likes: number): Promise<unknown> =>
    catalog.recordAds(
      [
        openAd({
          key: `meta:${key}`,
          bodies: ['50% off, today only'],
          platforms: ['facebook'],
          startDate: today,
          engagement: { likes, rankCountry: 'US' },
        }),
      ],
      { source: 'test', seenAt: new Date() },
    );
  beforeAll(async () => {
    clickhouse = await freshClickHouse('embedded');
    service = await startService(lane, { authFailureLimit: 1000 }, clickhouse);
    catalog = createCatalog({ clickhouse, db: service.db, enrichment: createEnrichment(), embedder: null });
    await record('one', 7);
  });
  afterAll(async () => {
    await service.close();
    await clickhouse.close();
  });

  const callBridge = async (
    { key }: Pick<Client, 'key'>,
    path: string,
    init: RequestInit = {},
  ): Promise<BridgeReply> => {
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${service.address}/api/${path}`, { ...init, headers });
    const text = await response.text();
    const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
    const { status, headers: responseHeaders } = response;
    return { status, headers: responseHeaders, body, error: body['error'] as ErrorBody | undefined };
  };
  const inputOf = (value: unknown): string => `input=${encodeURIComponent(JSON.stringify(value))}`;

  describe('responds', () => {
    it.each(addresses)('to GET /api/%s like %s, without an envelope', async (address, procedure) => {
      const ann = await service.newcomer();
      const { status, headers, body } = await callBridge(ann, `${address}?windowDays=7&country=us&limit=3`);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(body).toMatchObject({ windowDays: 7, country: 'US', platform: null });
      const input = { windowDays: 7, country: 'US', limit: 3 };
      expect(body).toEqual((await ann.get(procedure, input)).data);
      procedures.get(procedure)?.output.parse(body);
    });

    it('with ads of the index', async () => {
      const ann = await service.newcomer();
      const tags = await callBridge(ann, 'trending/topics?windowDays=1&platform=facebook');
      expect(tags.body['tags']).toContainEqual(
        expect.objectContaining({ shortText: 'Percentage off', adCount: 1, totalEngagement: 7 }),
      );
      const advertisers = await callBridge(ann, 'trending/top-advertisers?windowDays=1');
      expect(advertisers.body['advertisers']).toMatchObject([{ name: 'Acme', platforms: ['facebook'] }]);
      expect((await callBridge(ann, 'trending/topics?windowDays=1&platform=tiktok')).body['tags']).toEqual(
        [],
      );
    });

    it('to GET /api/brand/similar like brandSpy.listSimilarAdvertisers', async () => {
      const ann = await service.newcomer();
      const found = await callBridge(ann, 'brand/similar?companyName=acme&limit=5');
      const called = await ann.get('brandSpy.listSimilarAdvertisers', { companyName: 'acme', limit: 5 });
      expect([found.status, found.body]).toEqual([200, called.data]);
      expect(found.headers.get('ratelimit-policy')).toMatch(/^"read"/);
    });

    it('404 for an unknown name, with suggestions', async () => {
      const { status, error } = await callBridge(await service.newcomer(), 'brand/similar?companyName=Acmee');
      expect([status, error?.data]).toMatchObject([404, { suggestions: ['Acme'] }]);
    });

    it('to HEAD like GET, without a body', async () => {
      const ann = await service.newcomer();
      const { status, headers, body } = await callBridge(ann, 'trending/topics?windowDays=3', {
        method: 'HEAD',
      });
      expect([status, body, headers.get('x-cache')]).toEqual([200, {}, 'MISS']);
      expect((await callBridge(ann, 'trending/topics?windowDays=3')).headers.get('x-cache')).toBe('HIT');
    });
  });

  describe('rejects', () => {
    let ann: Client;
    beforeAll(async () => {
      ann = await service.newcomer();
    });

    const wholeNumber = (got: string): string =>
      `windowDays must be a whole number from 1 to 90, got ${got}.`;
    const country = (got: string): string =>
      `country must be the two-letter code of a country, such as US, got ${got}.`;
    const platform = (got: string): string =>
      `platform must be one of facebook, instagram, youtube, linkedin, tiktok, got ${got}.`;

    it.each([
      ['', 'windowDays is missing; it must be a whole number from 1 to 90.'],
      ['windowDays', wholeNumber('""')],
      ['windowDays=', wholeNumber('""')],
      ['windowDays=0', wholeNumber('0')],
      ['windowDays=91', wholeNumber('91')],
      ['windowDays=1.5', wholeNumber('"1.5"')],
      ['windowDays=7.0', wholeNumber('"7.0"')],
      ['windowDays=07', wholeNumber('"07"')],
      ['windowDays=%2B7', wholeNumber('"+7"')],
      ['windowDays=-7', wholeNumber('"-7"')],
      ['windowDays=1e1', wholeNumber('"1e1"')],
      ['windowDays=0x7', wholeNumber('"0x7"')],
      ['windowDays=%207', wholeNumber('" 7"')],
      ['windowDays=%D9%A7', wholeNumber('"٧"')],
      ['windowDays=seven', wholeNumber('"seven"')],
      ['windowDays=99999999999999999999', wholeNumber('100000000000000000000')],
      ['windowDays=7&windowDays=7', 'The query parameter windowDays is given more than once; give it once.'],
      ['windowDays=7&limit=0', 'limit must be a whole number from 1 to 200, got 0.'],
      ['windowDays=7&limit=201', 'limit must be a whole number from 1 to 200, got 201.'],
      ['windowDays=7&limit=', 'limit must be a whole number from 1 to 200, got "".'],
      ['windowDays=7&country=USA', country('"USA"')],
      ['windowDays=7&country=zz', country('"zz"')],
      ['windowDays=7&country=', country('""')],
      ['windowDays=7&platform=', platform('""')],
      ['windowDays=7&platform=myspace', platform('"myspace"')],
      ['windowDays=7&platform=Facebook', platform('"Facebook"')],
      ['window=7', "Unknown field 'window'; known fields are 'windowDays',"],
      ['windowdays=7', "Unknown field 'windowdays'; did you mean 'windowDays'?"],
      ['windowDays=7&contry=US', "Unknown field 'contry'; did you mean 'country'?"],
      ['windowDays=7&json=7', "Unknown field 'json'; known fields are"],
      ['json=%7B%22windowDays%22%3A7%7D', "Unknown field 'json'; known fields are"],
      ['input=%7B%22windowDays%22%3A7%7D', "Unknown field 'input'; known fields are"],
      ['windowDays=7&__proto__=7', "Unknown field '__proto__'; known fields are"],
      ['windowDays=7&country=%FF', 'The query string is not properly percent-encoded UTF-8.'],
    ])('400 for ?%s', async (query, message) => {
      const { status, error, headers } = await callBridge(ann, `trending/topics?${query}`);
      expect([status, error?.message]).toEqual([400, expect.stringContaining(message)]);
      expect(error?.data).toMatchObject({ code: 'BAD_REQUEST', path: 'trending.topTagsByEngagement' });
      expect(headers.get('x-cache')).toBeNull();
    });

    it.each([0, 91, 1.5, '7', null, [7], undefined])(
      '400 for windowDays %j inside input',
      async (windowDays) => {
        const reply = await ann.get('trending.topTagsByEngagement', { windowDays });
        expect([reply.status, reply.error.message]).toEqual([
          400,
          expect.stringMatching(/^windowDays .*must be a whole number from 1 to 90/),
        ]);
      },
    );

    it.each([
      ['companyName=', 'companyName must be 1 to 200 characters, got 0.'],
      ['limit=5', 'companyName is missing; it must be text of 1 to 200 characters.'],
      ['companyName=Acme&limit=51', 'limit must be a whole number from 1 to 50, got 51.'],
      ['companyName=Acme&status=gone', 'status must be one of active, inactive, all, got "gone".'],
      ['companyName=Acme&dateFrom=2026-02-30', 'dateFrom must be'],
      ['companyName=Acme&dateFrom=2026-05-02&dateTo=2026-05-01', 'dateFrom'],
      ['companyName=a%00b', 'companyName must not contain NUL or half of a surrogate pair'],
      ['company=Acme', "Unknown field 'company'; known fields are 'companyName',"],
    ])('400 for /api/brand/similar?%s', async (query, message) => {
      const { status, error } = await callBridge(ann, `brand/similar?${query}`);
      expect([status, error?.message]).toEqual([400, expect.stringContaining(message)]);
    });

    it('400 or 404 for a malicious name', async () => {
      for (const name of ['x'.repeat(10_000), `' OR 1=1 --`, '%', '\\', '"; DROP TABLE ads', 'a\0b']) {
        const { status } = await callBridge(ann, `brand/similar?companyName=${encodeURIComponent(name)}`);
        expect([400, 404]).toContain(status);
      }
    });

    it('401 without a valid key, before anything else', async () => {
      for (const path of ['trending/topics?windowDays=7', 'trending/topics', 'trending/nothing', 'brand']) {
        expect((await callBridge({ key: 'wrong' }, path)).status).toBe(401);
        expect((await callBridge({ key: 'wrong' }, path, { method: 'DELETE' })).status).toBe(401);
      }
    });

    it('403 for a key without the scope read', async () => {
      const writer = await service.keyWith('write');
      expect((await callBridge(writer, 'trending/topics?windowDays=7')).status).toBe(403);
    });

    it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
      '405 for %s, with what is allowed',
      async (method) => {
        const { key } = await service.newcomer();
        const headers = { authorization: `Bearer ${key}` };
        const reply = await callBridge({ key }, 'trending/topics?windowDays=7', { method, headers });
        expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
        expect(reply.error?.message).toBe(`Use GET for /api/trending/topics, not ${method}.`);
      },
    );

    it.each([
      ['trending/topic', 'did you mean /api/trending/topics?'],
      ['trending/topics/', 'did you mean /api/trending/topics?'],
      ['trending/TopAdvertisers', 'did you mean /api/trending/topAdvertisers?'],
      ['trending/top-tags-by-engagement', 'did you mean /api/trending/topTagsByEngagement?'],
      ['trending/brands', 'the known ones are /api/trending/topTagsByEngagement, /api/trending/topics,'],
      ['trending', 'the known ones are /api/trending/topTagsByEngagement, /api/trending/topics,'],
      ['brand/simular', 'did you mean /api/brand/similar?'],
    ])('404 for /api/%s, with the known paths', async (path, message) => {
      const { status, error } = await callBridge(ann, `${path}?windowDays=7`);
      expect([status, error?.message]).toEqual([404, expect.stringContaining(message)]);
    });

    it('any other query string with an error message', async () => {
      const part = fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('companyName', 'limit', 'Acme', '5'),
      );
      const encoded = part.map((text) => encodeURIComponent(text.toWellFormed()));
      const query = fc.array(fc.tuple(fc.oneof(encoded, fc.constant('companyName')), encoded), {
        maxLength: 5,
      });
      await fc.assert(
        fc.asyncProperty(query, async (given) => {
          const path = `brand/similar?${given.map((pair) => pair.join('=')).join('&')}`;
          expect((await callBridge(ann, path)).status).not.toBe(500);
        }),
        { numRuns: 100 },
      );
    });
  });

  describe('counts calls', () => {
    it('together with the procedures: the 61st call of either is a 429 with Retry-After', async () => {
      const ann = await service.newcomer();
      for (let round = 0; round < 10; round += 1) {
        for (const [address] of addresses)
          expect((await callBridge(ann, `${address}?windowDays=7`)).status).toBe(200);
        const { status, headers } = await ann.get('trending.topAdvertisers', { windowDays: 7 });
        expect([status, headers.get('x-ratelimit-remaining')]).toEqual([200, String(55 - round * 6)]);
        expect((await callBridge(ann, 'trending/topics')).status).toBe(400);
      }
      const [bridged, called] = [
        await callBridge(ann, 'trending/topics?windowDays=7'),
        await ann.get('trending.topTagsByEngagement', { windowDays: 7 }),
      ];
      for (const { status, headers } of [bridged, called]) {
        expect([status, headers.get('ratelimit-policy')]).toEqual([429, '"trending";q=60;w=60']);
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      }
      expect(bridged.error?.message).toBe(called.error.message);
      expect((await callBridge(ann, 'brand/similar?companyName=x')).status).not.toBe(429);
      expect((await callBridge(await service.newcomer(), 'trending/topics?windowDays=7')).status).toBe(200);
    });

    it('of unknown paths as reads, by any method', async () => {
      const ann = await service.newcomer();
      const left: number[] = [];
      for (const [path, method] of [
        ['trending/topic', 'GET'],
        ['trending', 'DELETE'],
        ['brand/nothing', 'GET'],
      ] as const) {
        const { status, headers } = await callBridge(ann, path, { method });
        expect([status, headers.get('ratelimit-policy')]).toEqual([404, expect.stringMatching(/^"read"/)]);
        left.push(Number(headers.get('x-ratelimit-remaining')));
      }
      const [first = 0] = left;
      expect(left).toEqual([first, first - 1, first - 2]);
    });
  });

  describe('caches a response', () => {
    it('for the exact URL, with its age, while the index changes', async () => {
      const ann = await service.newcomer();
      const path = 'trending/topAdvertisers?windowDays=21&country=US';
      const first = await callBridge(ann, path);
      expect([first.headers.get('x-cache'), first.headers.get('age')]).toEqual(['MISS', '0']);
      await record('two', 100);
      // Another node sees it within a second.
      await setTimeout(1000);
      const again = await callBridge(await service.newcomer(), path);
      expect([again.headers.get('x-cache'), again.headers.get('age')]).toEqual([
        'HIT',
        expect.stringMatching(/^\d+$/),
      ]);
      expect(again.body).toEqual(first.body);
      for (const other of [
        'trending/topAdvertisers?country=US&windowDays=21',
        'trending/topAdvertisers?windowDays=21&country=us',
        'trending/top-advertisers?windowDays=21&country=US',
      ]) {
        const { headers, body } = await callBridge(ann, other);
        expect(headers.get('x-cache')).toBe('MISS');
        expect(body['advertisers']).toMatchObject([{ adCount: 2, totalEngagement: 107 }]);
      }
      expect((await callBridge({ key: 'wrong' }, path)).status).toBe(401);
    });

    it('separately from the procedure, which has an envelope, and from a POST; a batch is not cached', async () => {
      const ann = await service.newcomer();
      const input = { windowDays: 22 };
      await callBridge(ann, 'trending/topics?windowDays=22');
      const called = [
        await ann.get('trending.topTagsByEngagement', input),
        await ann.get('trending.topTagsByEngagement', input),
        await ann.post('trending.topTagsByEngagement', input),
      ];
      expect(called.map(({ headers }) => headers.get('x-cache'))).toEqual(['MISS', 'HIT', 'MISS']);
      contract.trending.topTagsByEngagement.output.parse(called[1]?.data);
      const batch = await fetch(
        `${service.base}/trending.topTagsByEngagement?batch=1&${inputOf({ 0: input })}`,
        {
          headers: { authorization: `Bearer ${ann.key}` },
        },
      );
      expect([batch.status, batch.headers.get('x-cache')]).toEqual([200, null]);
    });
  });

  it('is logged and measured under the name of the procedure', async () => {
    await callBridge(await service.newcomer(), 'trending/topics?windowDays=23');
    expect(service.logged()).toContain(
      '"route":"/api/trending/topics","procedure":"trending.topTagsByEngagement"',
    );
    const metrics = await (await fetch(`${service.address}/metrics`)).text();
    expect(metrics).toContain('magpie_requests_total{procedure="trending.topTagsByEngagement",status="200"}');
  });
});
