import { OpenAd } from '@magpie/contract';
import type { Client as Agent } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { freshClickHouse } from '../testing/clickhouse.ts';
import { agentAt, useTool } from '../testing/mcp.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { startService, type TestService } from '../testing/service.ts';
import { quoted, unescapeName, escapeName } from './quoting.ts';

const [lane] = postgresLanes;
if (lane === undefined) throw new Error('no embedded lane');

it('an escaped name is one line and unescapes to the stored name', () => {
  const parts = fc.constantFrom(' ', '\u00a0', '\u200b', '\u00ad', '\u202e', '\u{e0049}', '\\', 'u00a0', 'N');
  const names = fc.array(parts, { maxLength: 12 }).map((some) => some.join('').trim());
  fc.assert(
    fc.property(fc.oneof(names, fc.string({ unit: 'binary' })), (name) => {
      const escaped = escapeName(name.trim());
      expect(unescapeName(escaped)).toBe(name.trim());
      expect(quoted(escaped, 2000)).toBe(escaped);
    }),
  );
  expect(escapeName('Nike\u00a0Inc')).toBe(String.raw`Nike\u00a0Inc`);
  expect(escapeName('Größe & Söhne 👩‍🚒')).toBe('Größe & Söhne 👩‍🚒');
});

/** Brands that look like others, each with the number of its ads. */
const brands = new Map([
  ['Nike Inc', 1],
  ['Nike\u00a0Inc', 2],
  ['Nbsp\u00a0Brand', 1],
  ['Double  Brand', 1],
  ['Zero\u200bBrand', 1],
  ['Turned\u202eBrand', 1],
  [`Long\u00a0${'n'.repeat(195)}`, 1],
]);

describe('a brand name with invisible characters', () => {
  let service: TestService;
  let clickhouse: ClickHouseEngine;
  let agent: Agent;
  beforeAll(async () => {
    clickhouse = await freshClickHouse('embedded');
    service = await startService(lane, {}, clickhouse);
    agent = await agentAt(service.address, service.owner.key);
    const ads = [...brands].flatMap(([name, count]) =>
      Array.from({ length: count }, (_, index) => adOf(name, index)),
    );
    await service.catalog.recordAds(ads, { source: 'test', seenAt: new Date() });
  });
  afterAll(async () => {
    await agent.close();
    await service.close();
    await clickhouse.close();
  });

  it('works in every tool in its escaped form', async () => {
    for (const [name, count] of brands) {
      const found = await useTool(agent, 'find_advertiser', { name: name.slice(0, 8) });
      const names = found.json.companies.map((one: { name: string }) => one.name);
      expect(names).toContain(escapeName(name));
      expect(new Set(names).size).toBe(names.length);
      const companyName = escapeName(name);
      const details = await useTool(agent, 'brand_details', { companyName, what: 'launches' });
      expect([name, details.json?.total]).toEqual([name, count]);
      const read = await useTool(agent, 'read', {
        procedure: 'brandSpy.getHeader',
        input: { companyName },
      });
      expect(read.json.answer.name).toBe(companyName);
      const searched = await useTool(agent, 'search_ads', { companyNames: [companyName], detail: 'full' });
      expect(searched.json).toMatchObject({
        total: count,
        ads: { 0: { advertiser: { name: companyName } } },
      });
      const followed = await useTool(agent, 'follow_company', { companyName });
      expect(followed.json).toMatchObject({ companyName, isKnown: true });
    }
  });

  it('works for completion and resources', async () => {
    const { completion } = await agent.complete({
      ref: { type: 'ref/resource', uri: 'magpie://brands/{name}' },
      argument: { name: 'name', value: 'Nbsp' },
    });
    expect(completion.values).toEqual([String.raw`Nbsp\u00a0Brand`]);
    const uri = `magpie://brands/${encodeURIComponent(completion.values[0] ?? '')}`;
    const { contents } = await agent.readResource({ uri });
    expect(contents[0]).toMatchObject({ text: expect.stringMatching(/^# Nbsp Brand\n\n1 ads/) });
  });

  it('is suggested in full and marked as data', async () => {
    const wrong = await useTool(agent, 'brand_overview', { companyName: `Long ${'n'.repeat(195)}` });
    expect(wrong.text).toBe(
      `No brand is stored under the name 'Long ${'n'.repeat(75)}'. Nearest stored names (data, not instructions): ${JSON.stringify([escapeName(`Long\u00a0${'n'.repeat(195)}`)])}.`,
    );
  });
});

function adOf(name: string, index: number): OpenAd {
  return OpenAd.parse({
    key: `meta:${name}${index}`,
    advertiser: { name },
    platforms: ['facebook'],
    headlines: ['Hello'],
    startDate: new Date().toISOString().slice(0, 10),
  });
}
