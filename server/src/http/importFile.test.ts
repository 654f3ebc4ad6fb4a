import { gzipSync } from 'node:zlib';
import { ImportPreview, ImportProgress, ImportResult } from '@magpie/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { clickhouseLanes, freshClickHouse } from '../testing/clickhouse.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { startService, type TestService } from '../testing/service.ts';

const [postgres] = postgresLanes;
const [lane] = clickhouseLanes;
if (postgres === undefined || lane === undefined) throw new Error('there is always an embedded lane');

const table = 'Page name,Ad text,Started\nAcme,Run further,2026-01-02\nGlobex,Sleep better,2026-01-03\n';

let clickhouse: ClickHouseEngine;
let service: TestService;
beforeAll(async () => {
  clickhouse = await freshClickHouse(lane);
  service = await startService(postgres, {}, clickhouse);
}, 120_000);
afterAll(async () => {
  await service.close();
  await clickhouse.close();
});

function send(
  path: string,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${service.address}/api/import${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.owner.key}`,
      'content-type': 'application/octet-stream',
      ...headers,
    },
    body,
  });
}

async function importFile(query: string, body: string | Uint8Array): Promise<ImportResult> {
  const response = await send(query, body);
  expect(response.status).toBe(200);
  const lines = (await response.text()).trimEnd().split('\n');
  for (const line of lines.slice(0, -1)) ImportProgress.parse(JSON.parse(line));
  return ImportResult.parse(JSON.parse(lines.at(-1) ?? ''));
}

const preview = async (query: string, body: string | Uint8Array): Promise<ImportPreview> =>
  ImportPreview.parse(await (await send(`/preview${query}`, body)).json());

describe('the preview of a file', () => {
  it('names the columns of a table and shows its ads without recording them', async () => {
    const shown = await preview('?name=ads.csv', table);
    expect(shown).toMatchObject({ source: 'table', reason: null, records: 2, rejected: [], leftOut: [] });
    expect(shown.columns).toContainEqual({ field: 'advertiser', column: 'Page name', how: 'name' });
    expect(shown.ads.map(({ advertiser, bodies }) => [advertiser.name, bodies])).toEqual([
      ['Acme', ['Run further']],
      ['Globex', ['Sleep better']],
    ]);
    expect((await service.owner.get('system.status')).data.ads).toBe(0);
  });

  it('maps columns as requested, also in a gzipped file', async () => {
    const shown = await preview(
      '?map=advertiser%3DA&map=bodies%3DB',
      gzipSync('A,B,C\nAcme,Run further,x\n'),
    );
    expect(shown.columns).toContainEqual({ field: 'bodies', column: 'B', how: 'option' });
    expect(shown.ads[0]?.advertiser.name).toBe('Acme');
  });

  it('names an unknown field of a mapping', async () => {
    const shown = await preview('?map=headlnes%3DAd%20text', table);
    expect(shown).toMatchObject({ source: null, reason: expect.stringContaining("'headlnes'") });
    expect(shown.leftOut).toEqual(['Page name', 'Ad text', 'Started']);
  });

  it.each([
    ['no ads', 'age,percentage\n18-24,10\n', 'It contains no ads: its columns are age, percentage.'],
    ['nothing', '', 'It contains no records.'],
    ['a workbook', 'PK\u0003\u0004 and more', expect.stringMatching(/^This is /)],
  ])('explains why a file has %s', async (_what, content, reason) => {
    expect(await preview('', content)).toMatchObject({ source: null, reason, ads: [] });
  });
});

describe('the import of a file', () => {
  it('records its ads and reports counts and rejected records', async () => {
    const result = await importFile('?name=ads.csv', `${table},No brand,2026-01-04\n`);
    expect(result).toMatchObject({ done: true, read: 3, created: 2, rejectedRecords: 1 });
    expect(result.rejected).toEqual([
      { count: 1, reason: expect.any(String), first: expect.stringMatching(/^ads\.csv, .+4/) },
    ]);
    const again = await importFile('?name=ads.csv', table);
    expect(again).toMatchObject({ done: true, created: 0, unchanged: 2, rejectedRecords: 0 });
  });

  it('skips a file without ads and says why', async () => {
    expect(await importFile('?name=x.csv', 'age,percentage\n18-24,10\n')).toMatchObject({
      read: 0,
      messages: [
        'x.csv: skipped. It contains no ads: its columns are age, percentage; if these are ads, map the columns with map=advertiser%3D<column>&map=bodies%3D<column>.',
      ],
      suggestion: null,
    });
  });

  it('suggests likely columns with rows for a table that is not recognised', async () => {
    const weak = 'col1,col2,col3\nAcme,Anvils that fall fast,0\nBolt,Bikes that fold quickly,1\n';
    const suggestion = {
      map: { advertiser: 'col1', bodies: 'col2' },
      columns: ['col1', 'col2'],
      examples: [
        ['Acme', 'Anvils that fall fast'],
        ['Bolt', 'Bikes that fold quickly'],
      ],
    };
    const reason = 'It contains no ads: its columns are col1, col2, col3';
    expect(await preview('?name=weak.csv', weak)).toMatchObject({ reason: `${reason}.`, suggestion });
    expect(await importFile('?name=weak.csv', weak)).toMatchObject({
      messages: [
        `weak.csv: skipped. ${reason}; if these are ads, read them with map=advertiser%3Dcol1&map=bodies%3Dcol2`,
        '  Acme | Anvils that fall fast',
        '  Bolt | Bikes that fold quickly',
      ],
      suggestion,
    });
  });

  it('an older file does not replace newer data', async () => {
    const row = (text: string): string =>
      JSON.stringify({ key: 'meta:77', advertiser: { name: 'Initech' }, ...JSON.parse(text) });
    await importFile('?modifiedAt=2026-03-01T00:00:00Z', row('{"ctaText":"Buy"}'));
    await importFile('?modifiedAt=2026-02-01T00:00:00Z', row('{"ctaText":"Try"}'));
    const { data } = await service.owner.get('ads.search', { companyNames: ['Initech'] });
    expect(data.ads[0]).toMatchObject({ ctaText: 'Buy', firstSeenAt: '2026-02-01T00:00:00.000Z' });
  });

  it.each([
    ['?platform=myspace', {}, 400],
    ['?map=advertiser', {}, 400],
    ['?file=x', {}, 400],
    ['', { 'content-type': 'text/csv' }, 415],
    ['', { authorization: 'Bearer wrong' }, 401],
  ])('rejects %s %j with %i', async (query, headers, status) => {
    const response = await send(query, table, headers);
    expect(response.status).toBe(status);
    expect(await response.json()).toHaveProperty('error.message', expect.not.stringMatching(/[.?]\.$/));
  });

  it('needs an owner with the scope admin', async () => {
    const [member, weakKey] = [await service.newcomer(), await service.keyWith('read', 'write')];
    for (const { key } of [member, weakKey]) {
      for (const path of ['', '/preview']) {
        expect((await send(path, table, { authorization: `Bearer ${key}` })).status).toBe(403);
      }
    }
  });
});
