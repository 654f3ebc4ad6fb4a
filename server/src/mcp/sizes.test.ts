import type { Client as Agent } from '@modelcontextprotocol/client';
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base';
import { countTokens as countCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { afterAll, beforeAll, expect, it, type TestContext } from 'vitest';
import { loadDemo } from '../ingestion/demo/loadDemo.ts';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { freshClickHouse } from '../testing/clickhouse.ts';
import { agentAt, useTool } from '../testing/mcp.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { type Client, startService, type TestService } from '../testing/service.ts';

const [lane] = postgresLanes;
if (lane === undefined) throw new Error('no embedded lane');

let service: TestService;
let clickhouse: ClickHouseEngine;
let agent: Agent;
let owner: Client;
let company: string;
let other: string;
let hash: string;
/** A board with more ads than a page, each with a note of maximum length. */
let boardId: number;

beforeAll(async () => {
  clickhouse = await freshClickHouse('embedded');
  service = await startService(lane, {}, clickhouse);
  const today = new Date().toISOString().slice(0, 10);
  await loadDemo(service.catalog, { ads: 400, today, stopping: new AbortController().signal });
  owner = service.owner;
  agent = await agentAt(service.address, owner.key);
  const { data } = await owner.get('brandSpy.listTopAdvertisers', { limit: 2 });
  [company, other] = data.map((one: { company: string }) => one.company);
  const { data: found } = await owner.get('ads.search', { limit: 26 });
  const [first, ...others] = found.ads;
  hash = first.hash;
  boardId = (await owner.post('boards.create', { name: 'Long notes' })).data.id;
  const note = 'A strong opening, then an offer with a date. '.repeat(110).trim();
  for (const ad of others) await owner.post('ads.addToBoard', { boardId, hash: ad.hash, note });
});
afterAll(async () => {
  await agent.close();
  await service.close();
  await clickhouse.close();
});

const measure = (text: string) => ({ o200k_base: countO200k(text), cl100k_base: countCl100k(text) });

/** The largest token count of these results. */
async function largest({ annotate }: TestContext, calls: readonly [tool: string, args: object][]) {
  const sizes = [];
  for (const [name, args] of calls) {
    const { text, isError } = await useTool(agent, name, args);
    expect([name, isError, text.length > 50]).toEqual([name, false, true]);
    const tokens = measure(text);
    await annotate(`${name} ${JSON.stringify(args)}: ${JSON.stringify(tokens)}`);
    sizes.push(tokens.o200k_base);
  }
  return Math.max(...sizes);
}

it('the listing has less than 4,000 tokens', async ({ annotate }) => {
  const listing = measure(JSON.stringify(await agent.listTools()));
  await annotate(`tools/list: ${JSON.stringify(listing)}`);
  expect(Math.max(...Object.values(listing))).toBeLessThan(4000);
});

it('typical results have less than 2,000 tokens', async (context) => {
  const usual: [string, object][] = [
    ['find_advertiser', { name: company.slice(0, 4) }],
    ['brand_overview', { companyName: company }],
    ...['copies', 'headlines', 'hooks', 'tags', 'landingPages', 'launches', 'changes', 'similar'].map(
      (what): [string, object] => ['brand_details', { companyName: company, what }],
    ),
    ['compare_brands', { companyNames: [company, other] }],
    ['search_ads', { searchQuery: '' }],
    ['saved_ads', {}],
    ['get_ad', { hash }],
    ['trending', { of: 'tags', windowDays: 90 }],
    ['trending', { of: 'advertisers', windowDays: 90 }],
    ['whats_new', {}],
    ['list_boards', {}],
  ];
  expect(await largest(context, usual)).toBeLessThan(2000);
});

it('a monthly brand overview takes two calls and less than 2,000 tokens', async ({ annotate }) => {
  const dateFrom = new Date(Date.now() - 29 * 86_400_000).toISOString().slice(0, 10);
  const found = await useTool(agent, 'find_advertiser', { name: company.slice(0, 4) });
  const [{ name: companyName }] = found.json.companies;
  const overview = await useTool(agent, 'brand_overview', { companyName, dateFrom });
  expect(overview.json).toMatchObject({
    stats: { totalAds: expect.any(Number) },
    topTags: expect.arrayContaining([
      expect.objectContaining({
        tag: expect.any(String),
        ads: expect.any(Number),
        sampleAd: expect.any(String),
      }),
    ]),
    topHooks: expect.arrayContaining([
      expect.objectContaining({ hook: expect.any(String), days: expect.any(Number) }),
    ]),
  });
  const tokens = measure(found.text + overview.text);
  await annotate(`find_advertiser and brand_overview of the last 30 days: ${JSON.stringify(tokens)}`);
  expect(Math.max(...Object.values(tokens))).toBeLessThan(2000);
});

it('full records with the default limit have less than 6,000 tokens', async (context) => {
  const whole: [string, object][] = [
    ['search_ads', { detail: 'full' }],
    ['saved_ads', { detail: 'full' }],
    ['get_ad', { hash, detail: 'full' }],
    ['read', { procedure: 'ads.search' }],
    ['read', { procedure: 'ads.list' }],
    ['read', { procedure: 'brandSpy.listTopAdvertisers' }],
    ['read', { procedure: 'trending.topAdvertisers', input: { windowDays: 90 } }],
  ];
  expect(await largest(context, whole)).toBeLessThan(6000);
});

it('the page of a board has less than 4,000 tokens, even with long notes', async ({ annotate }) => {
  const { contents } = await agent.readResource({ uri: `magpie://boards/${boardId}` });
  const [page] = contents;
  const tokens = measure(page !== undefined && 'text' in page ? page.text : '');
  await annotate(`magpie://boards/<id>, 25 long notes: ${JSON.stringify(tokens)}`);
  expect(tokens.o200k_base).toBeLessThan(4000);
});
