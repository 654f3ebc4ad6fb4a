import { contract, listLimits, type OutputOf } from '@magpie/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { postgresLanes } from '../testing/postgres.ts';
import { type Client, startService, type TestService } from '../testing/service.ts';

type Saved = OutputOf<typeof contract.searches.list>[number];

describe.each(postgresLanes)('saved searches on $name', (lane) => {
  let service: TestService;
  let ann: Client;
  let ben: Client;
  beforeAll(async () => {
    service = await startService(lane);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    [ann, ben] = [await service.newcomer(), await service.newcomer()];
  });

  const save = async (name: string, filters: object = { searchQuery: 'shoes' }): Promise<Saved> => {
    const { data, error } = await ann.post('searches.create', { name, filters });
    expect(error).toBeUndefined();
    return data;
  };
  const names = async (who: Client): Promise<string[]> =>
    ((await who.get('searches.list')).data as Saved[]).map(({ name }) => name);

  it('are listed by name, and only for their owner', async () => {
    await save('videos', { mediaType: 'video', sortBy: 'daysRunning' });
    await save('Arrivals', { companyNames: 'FOLLOWED', dateFrom: '2026-03-01' });
    expect((await ann.get('searches.list')).data).toMatchObject([
      { name: 'Arrivals', filters: { companyNames: 'FOLLOWED', dateFrom: '2026-03-01' } },
      { name: 'videos', filters: { mediaType: 'video', sortBy: 'daysRunning' } },
    ]);
    expect(await names(ben)).toEqual([]);
  });

  it('are renamed, get other filters, and are deleted', async () => {
    const { id } = await save('Shoes');
    const renamed = await ann.post('searches.update', { id, name: 'All shoes' });
    expect(renamed.data).toMatchObject({ name: 'All shoes', filters: { searchQuery: 'shoes' } });
    const changed = await ann.post('searches.update', { id, filters: { countries: ['us'] } });
    expect(changed.data).toMatchObject({ name: 'All shoes', filters: { countries: ['US'] } });
    expect(changed.data.filters).toEqual({ countries: ['US'] });
    expect((await ann.post('searches.delete', { id })).data).toEqual({ success: true });
    expect(await names(ann)).toEqual([]);
  });

  it('404 for an unknown search and for that of somebody else', async () => {
    const { id } = await save('Shoes');
    for (const [who, unknown] of [
      [ben, id],
      [ann, 1_000_000],
    ] as const) {
      for (const procedure of ['searches.update', 'searches.delete']) {
        const { status, error } = await who.post(procedure, { id: unknown });
        expect([status, error.data]).toMatchObject([404, { resource: 'saved search', value: unknown }]);
      }
    }
    expect(await names(ann)).toEqual(['Shoes']);
  });

  it('have names that are unique per person, whatever the case', async () => {
    await save('Shoes');
    const again = await ann.post('searches.create', { name: ' SHOES ', filters: {} });
    expect([again.status, again.error.message]).toEqual([
      409,
      'You already have a saved search SHOES; choose another name.',
    ]);
    const { id } = await save('Boots');
    expect((await ann.post('searches.update', { id, name: 'shoes' })).status).toBe(409);
    expect((await ben.post('searches.create', { name: 'Shoes', filters: {} })).status).toBe(200);
    expect(await names(ann)).toEqual(['Boots', 'Shoes']);
  });

  it('are limited per person, also when created at the same time', async () => {
    for (let number = 0; number < listLimits.savedSearches - 2; number += 1) await save(`Search ${number}`);
    const replies = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => ann.post('searches.create', { name, filters: {} })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(2);
    expect(await names(ann)).toHaveLength(listLimits.savedSearches);
  });

  it.each([
    [{ limit: 10 }, 'limit'],
    [{ cursor: 40 }, 'cursor'],
    [{ platforms: ['myspace'] }, 'filters.platforms'],
    [{ dateFrom: '2026-03-02', dateTo: '2026-03-01' }, 'must not be after dateTo'],
    [{ viewsMin: 2, viewsMax: 1 }, 'must not be above viewsMax'],
    [{ similarTo: { image: 'iVBORw0KGgo=' } }, 'image'],
    [{ companyNames: Array.from({ length: 100 }, (_, at) => `${at} ${'x'.repeat(190)}`) }, 'bytes of JSON'],
  ])('400 for the filters %j', async (filters, message) => {
    const { status, error } = await ann.post('searches.create', { name: 'Wrong', filters });
    expect([status, error.message]).toEqual([400, expect.stringContaining(message)]);
  });

  it('contain what was given, in a form that ads.search reads to the same filters', async () => {
    const list = <Value>(...values: Value[]) => fc.subarray(values, { minLength: 1 });
    const anyFilters = fc.record(
      {
        searchQuery: fc.constantFrom('free shipping', '"two words" -kids', '할인'),
        match: fc.constantFrom('words', 'meaning'),
        platforms: list('tiktok', 'facebook', 'youtube'),
        formats: list('video', 'image'),
        companyNames: fc.oneof(fc.constant('FOLLOWED'), list('Acme, Inc.', 'Élan')),
        languages: list('pt-BR', 'EN'),
        countries: list('us', 'DE'),
        categories: list('Shoes', 'Kitchen'),
        tagDefinitionIds: list(501, 502),
        tagMatch: fc.constantFrom('any', 'all'),
        status: fc.constantFrom('all', 'active', 'inactive'),
        mediaType: fc.constantFrom('all', 'image', 'video'),
        isPartnership: fc.boolean(),
        viewsMin: fc.nat(),
        daysRunningMax: fc.nat(),
        dateFrom: fc.constantFrom('2026-03-01', '2026-03-01T12:00'),
        duplicates: fc.constantFrom('all', 'fold', 'family'),
        similarTo: fc.constantFrom(
          { text: 'dog food' },
          { hash: 'A'.repeat(32) },
          { picture: 'b'.repeat(64) },
        ),
        sortBy: fc.constantFrom('recommended', 'date', 'daysRunning', 'variants', 'momentum'),
      },
      { requiredKeys: [] },
    );
    const { id } = await save('Any');
    await fc.assert(
      fc.asyncProperty(anyFilters, async (filters) => {
        const { data, error } = await ann.post('searches.update', { id, filters });
        expect(error).toBeUndefined();
        expect(Object.keys(data.filters).toSorted()).toEqual(Object.keys(filters).toSorted());
        const read = contract.ads.search.input;
        expect(read.parse(data.filters)).toEqual(read.parse(filters));
        expect((await ann.get('searches.list')).data).toMatchObject([{ id, filters: data.filters }]);
      }),
      { numRuns: 60 },
    );
  });
});
