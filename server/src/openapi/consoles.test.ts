import { procedures } from '@magpie/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownExample } from '../../assets/reference/examples.js';
import { loadDemo } from '../ingestion/demo/loadDemo.ts';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { freshClickHouse } from '../testing/clickhouse.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { startService, type Reply, type TestService } from '../testing/service.ts';
import { examplesIn, readOpenApi } from './examples.ts';
import { createReference } from './reference.ts';
import { listFields, type JsonObject } from './schemas.ts';

const listed = JSON.parse(createReference().files.get('/docs/procedures.json')?.text ?? '') as {
  readonly name: string;
  readonly example: JsonObject;
}[];
const filledIn = new Map(listed.map(({ name, example }) => [name, example]));
const examples = examplesIn(readOpenApi());

const changes = [...procedures].filter(([, { kind }]) => kind === 'mutation');
const questions = [...procedures].filter(([, { kind }]) => kind === 'query');

test('the example of a mutation is invalid until the reader enters an id', () => {
  expect(filledIn.get('boards.togglePublic')).toEqual({ id: null, published: true });
  expect(filledIn.get('notifications.markRead')).toEqual({ ids: null });
  for (const [name, { input }] of changes) {
    const given = filledIn.get(name);
    const isWhole = JSON.stringify(given) === JSON.stringify(examples.get(name)?.input);
    expect(input.safeParse(given).success, name).toBe(isWhole);
  }
});

test('no example of a mutation contains an id that exists on every instance', () => {
  for (const [name, procedure] of changes) {
    const ids = listFields(procedure).filter(({ schema }) => isId(schema));
    expect(
      ids.flatMap((field) => filledIn.get(name)?.[field.name] ?? []),
      name,
    ).toEqual([]);
  }
});

test('the console of a query has the complete example', () => {
  for (const [name] of questions) expect(filledIn.get(name), name).toEqual(examples.get(name)?.input);
});

/** Ids are the only integers from 1 without a maximum. */
function isId({ type, minimum, maximum, anyOf = [], items }: JsonObject): boolean {
  if (type === 'array') return isId(items as JsonObject);
  if ((anyOf as JsonObject[]).some(isId)) return true;
  return type === 'integer' && minimum === 1 && maximum === Number.MAX_SAFE_INTEGER;
}

type Answer = Reply['data'];

function hasCopy({ body }: { readonly body?: unknown }): boolean {
  return typeof body === 'string' && !body.includes('{{');
}

describe('in the demo', () => {
  let clickhouse: ClickHouseEngine;
  let service: TestService;
  beforeAll(async () => {
    const [lane] = postgresLanes;
    if (lane === undefined) throw new Error('there is always the embedded lane');
    clickhouse = await freshClickHouse('embedded');
    service = await startService(lane, {}, clickhouse);
    const today = new Date().toISOString().slice(0, 10);
    // With this many ads, the largest advertisers launch ads every week.
    await loadDemo(service.catalog, { ads: 8000, today, stopping: new AbortController().signal });
    const { id: boardId } = (await service.owner.post('boards.create', { name: 'Saved' })).data;
    const [ad] = await list('ads.search');
    await service.owner.post('ads.addToBoard', { boardId, hash: ad?.['hash'] });
  }, 600_000);
  afterAll(async () => {
    await service.close();
    await clickhouse.close();
  });

  const list = async (name: string): Promise<Record<string, unknown>[]> => {
    const { data } = await service.owner.get(name);
    const items = Array.isArray(data) ? data : (Object.values(data).find(Array.isArray) ?? []);
    // Which ad is first depends on the day, and some have only a catalogue template.
    return items.toSorted((one, other) => Number(hasCopy(other)) - Number(hasCopy(one)));
  };

  /** The number of results of a query. */
  const found: Readonly<Record<string, (answer: Answer) => number>> = {
    'ads.list': ({ ads }) => ads.length,
    'ads.search': ({ ads }) => ads.length,
    'ads.getDetails': ({ platforms }) => platforms.length,
    'ads.getMany': ({ ads }) => ads.length,
    'ads.getFamily': ({ total }) => total,
    'ads.listBoardsContaining': (boards) => boards.length,
    'ads.listTopCompanies': ({ companies }) => companies.length,
    // The ad that is first on some days is a video without a text, so without a structure.
    'ads.getClonePayload': ({ prompt }) => prompt.length,
    'brandSpy.listTopAdvertisers': (advertisers) => advertisers.length,
    'brandSpy.getHeader': ({ totalAds }) => totalAds,
    'brandSpy.getOverview': ({ stats }) => stats.totalAds,
    'brandSpy.getAdCopies': ({ copies }) => copies.length,
    'brandSpy.getHeadlines': ({ headlines }) => headlines.length,
    'brandSpy.getLandingPages': ({ landingPages }) => landingPages.length,
    'brandSpy.getTimeline': ({ launches }) => launches.length,
    'brandSpy.listSimilarAdvertisers': ({ advertisers }) => advertisers.length,
    'brandSpy.compare': ({ advertisers }) => advertisers.length,
    'brandSpy.getChanges': ({ launched }) => launched.total,
    'brandSpy.getHooks': ({ hooks }) => hooks.length,
    'brandSpy.getTags': ({ tags }) => tags.length,
    'brandSpy.getProductCategory': ({ texts }) => texts,
    'brandSpy.getSurvival': ({ evidence }) => evidence.ads,
    'brandSpy.listTests': ({ evidence }) => evidence.ads,
    'brandSpy.listCreatives': ({ evidence }) => evidence.ads,
    'brandSpy.getLaunchHistory': ({ months }) => months.length,
    'brandSpy.getTagShares': ({ tags }) => tags.length,
    'brandSpy.getMomentum': ({ evidence }) => evidence.ads,
    'brandSpy.listClaims': ({ evidence }) => evidence.ads,
    'trending.topTagsByEngagement': ({ tags }) => tags.length,
    'trending.topAdvertisers': ({ advertisers }) => advertisers.length,
    'trending.saturation': ({ advertisers }) => advertisers,
    'trending.getHistory': ({ history }) => history.length,
    'trending.listCategories': ({ categories }) => categories.length,
    'notifications.testRule': ({ total }) => total,
  };

  test.each(Object.entries(found))('the example of %s finds something', async (name, foundBy) => {
    const input = await ownExample(name, examples.get(name)?.input ?? {}, list);
    const { status, data, error } = await service.owner.get(name, input);
    expect([status, error]).toEqual([200, undefined]);
    expect(foundBy(data), JSON.stringify(input)).toBeGreaterThan(0);
  });

  test('these are all queries of the index', () => {
    const ofReader = new Set(['ads.findSaved', 'ads.listKeptMedia', 'ads.getFilterValues']);
    const ofIndex = questions.flatMap(([name]) =>
      /^(?:ads|brandSpy|trending)\./.test(name) && !ofReader.has(name) ? [name] : [],
    );
    expect(Object.keys(found)).toEqual(expect.arrayContaining(ofIndex));
  });
});
