import { afterAll, beforeAll, expect, it } from 'vitest';
import { postgresLanes } from '../../testing/postgres.ts';
import { startService, type TestService } from '../../testing/service.ts';

const [postgres] = postgresLanes;
if (postgres === undefined) throw new Error('there is always the embedded lane');

const accessToken = 'EAAtoken-that-nobody-may-see';
const query = { accessToken, countries: ['DE'], searchTerms: 'shoes' };

let service: TestService;
beforeAll(async () => {
  service = await startService(postgres);
}, 120_000);
afterAll(() => service.close());

it('lists the connectors with their fields and where to get the credentials', async () => {
  const { data } = await service.owner.get('sources.connectors');
  const meta = data.find(({ connector }: { connector: string }) => connector === 'meta-api');
  expect(meta).toMatchObject({ label: 'Meta Ad Library', access: expect.stringContaining('access token') });
  expect(meta.fields).toContainEqual(
    expect.objectContaining({ name: 'accessToken', type: 'text', required: true, secret: true }),
  );
  expect(meta.fields).toContainEqual(
    expect.objectContaining({ name: 'status', choices: ['active', 'inactive', 'all'], default: 'all' }),
  );
  const google = data.find(({ connector }: { connector: string }) => connector === 'google-transparency');
  const names = google.fields.map(({ name }: { name: string }) => name);
  expect(names).toContain('maxGigabytes');
  for (const option of ['baseUrl', 'tokenUrl']) expect(names).not.toContain(option);
});

it('adds, lists, disables, schedules, runs and deletes a source without showing its credentials', async () => {
  const added = await service.owner.post('sources.create', { name: 'shoes', connector: 'meta-api', query });
  expect(added.data).toMatchObject({
    name: 'shoes',
    everyMinutes: 1440,
    enabled: true,
    isRunning: false,
    query: [
      { field: 'countries', value: 'DE' },
      { field: 'searchTerms', value: 'shoes' },
    ],
    lastRun: null,
  });
  expect(
    (await service.owner.post('sources.setEnabled', { name: 'shoes', enabled: false })).data.enabled,
  ).toBe(false);
  expect((await service.owner.post('sources.run', { name: 'shoes' })).status).toBe(409);
  await service.owner.post('sources.setEnabled', { name: 'shoes', enabled: true });
  expect((await service.owner.post('sources.run', { name: 'shoes' })).status).toBe(200);
  expect(
    (await service.owner.post('sources.setInterval', { name: 'shoes', everyMinutes: 360 })).data.everyMinutes,
  ).toBe(360);
  expect((await service.owner.post('sources.setInterval', { name: 'boots', everyMinutes: 360 })).status).toBe(
    404,
  );
  const { data } = await service.owner.get('sources.list');
  expect(data).toHaveLength(1);
  expect(JSON.stringify([added.data, data])).not.toContain(accessToken);
  expect(service.logged()).not.toContain(accessToken);
  expect((await service.owner.post('sources.delete', { name: 'shoes' })).data).toEqual({ success: true });
  const { acts } = (await service.owner.get('audit.list')).data;
  expect(
    acts.map(({ act, subject }: { act: string; subject: string }) => [act, subject]).slice(0, 2),
  ).toEqual([
    ['source.deleted', 'shoes'],
    ['source.created', 'shoes'],
  ]);
  for (const procedure of ['run', 'delete'])
    expect((await service.owner.post(`sources.${procedure}`, { name: 'shoes' })).error.data).toMatchObject({
      resource: 'source',
      value: 'shoes',
    });
});

it('rejects a taken name, an unknown connector and an invalid query, without repeating credentials', async () => {
  const create = (more: object) =>
    service.owner.post('sources.create', { name: 'taken', connector: 'meta-api', query, ...more });
  await create({});
  expect((await create({})).status).toBe(409);
  expect((await create({ connector: 'myspace' })).error.data.issues[0].path).toBe('connector');
  for (const option of ['baseUrl', 'tokenUrl']) {
    const inside = await create({ name: 'other', query: { ...query, [option]: 'https://10.0.0.5' } });
    expect(inside.error.data.issues[0].path).toBe(`query.${option}`);
  }
  const invalid = await create({ name: 'other', query: { accessToken: 'short secret', countries: [] } });
  expect(invalid.error.data.issues.map(({ path }: { path: string }) => path)).toContain('query.accessToken');
  expect(JSON.stringify(invalid.error)).not.toContain('short secret');
  await service.owner.post('sources.delete', { name: 'taken' });
});

it('suggests how to query an advertiser, with the credentials and countries of an earlier source', async () => {
  const suggest = async (text: string) => (await service.owner.get('sources.suggest', { text })).data;
  const find = (data: { sources: { connector: string }[] }, connector: string) =>
    data.sources.find((source) => source.connector === connector);
  const before = await suggest('acme.com');
  expect(before).toMatchObject({ kind: 'website', name: 'acme' });
  expect(before.sources[0]).toMatchObject({
    connector: 'microsoft-ads',
    query: [{ field: 'advertiser', value: 'acme' }],
    missing: [],
    credentialsFrom: null,
  });
  expect(find(before, 'linkedin-api')).toMatchObject({ missing: ['accessToken'], credentialsFrom: null });

  await service.owner.post('sources.create', { name: 'model', connector: 'meta-api', query });
  const link = 'https://www.facebook.com/ads/library/?view_all_page_id=77';
  const after = await suggest(link);
  expect(after.sources).toEqual([
    {
      connector: 'meta-api',
      label: 'Meta Ad Library',
      name: '77-meta',
      query: [
        { field: 'countries', value: ['DE'] },
        { field: 'pageIds', value: ['77'] },
      ],
      missing: [],
      credentialsFrom: 'model',
      existing: null,
    },
  ]);
  const { name, connector, credentialsFrom } = after.sources[0];
  const added = await service.owner.post('sources.create', {
    name,
    connector,
    query: { countries: ['DE'], pageIds: ['77'] },
    credentialsFrom,
  });
  expect(added.status).toBe(200);
  const stored = await service.db.query('SELECT secrets FROM sources WHERE name = $1', [name]);
  expect(stored).toEqual([{ secrets: { accessToken } }]);
  expect((await suggest(link)).sources[0]).toMatchObject({ name: '77-meta-2', existing: '77-meta' });
  expect(JSON.stringify([before, after, added.data])).not.toContain(accessToken);
});

it('uses the credentials only for the library that they are of', async () => {
  const refused = await service.owner.post('sources.create', {
    name: 'thief',
    connector: 'linkedin-api',
    query: { advertiser: 'Acme' },
    credentialsFrom: 'model',
  });
  expect(refused.status).toBe(400);
  expect(refused.error.data.issues[0].path).toBe('credentialsFrom');
});

it('explains what to paste instead of the link of a single ad', async () => {
  const text = 'https://www.facebook.com/ads/library/?id=123456789';
  const { status, error } = await service.owner.get('sources.suggest', { text });
  expect(status).toBe(400);
  expect(error.message).toContain('link of a single ad');
});

it('is for owners only', async () => {
  const member = await service.newcomer();
  expect((await member.get('sources.list')).status).toBe(403);
  expect((await member.get('sources.suggest', { text: 'Acme' })).status).toBe(403);
  expect((await member.post('sources.create', { name: 'x', connector: 'meta-api', query })).status).toBe(403);
});
