import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PostgresEngine } from './db/postgres/postgres.ts';
import { type ClickHouseFront, startClickHouseFront } from './testing/clickhouseFront.ts';
import { noise } from './testing/pictures.ts';
import { freshDatabase } from './testing/postgres.ts';
import {
  anyLane,
  cleanUp,
  databaseUrlOf,
  makeDataFolder,
  type ServerProcess,
  startServer,
} from './testing/process.ts';
import { proxyAvailable, startProxy, type TestProxy } from './testing/proxy.ts';
import { freePort, redisLane, startRedis, type TestRedis } from './testing/redis.ts';
import { type S3Server, startS3Server } from './testing/s3Server.ts';
import { type Client, createClient } from './testing/service.ts';

const key = 'k'.repeat(40);
const demoAds = 300;

/**
 * The services of `deploy/many-machines.compose.yaml` as plain processes: two nodes, PostgreSQL, Redis and nginx of Debian,
 * with substitutes for S3 storage and the ClickHouse server. `npm run deploy:many` runs it.
 */
describe.skipIf(!proxyAvailable || !redisLane.available)('many machines, as plain processes', () => {
  let db: PostgresEngine;
  let redis: TestRedis;
  let files: S3Server;
  let front: ClickHouseFront;
  let proxy: TestProxy;
  let secureProxy: TestProxy;
  let nodes: [ServerProcess, ServerProcess];
  /** The owner, at the proxy, at the first node and at the second. */
  let through: Client;
  let first: Client;
  let second: Client;
  let addresses: readonly string[];
  const clickhouseFolder = mkdtempSync(path.join(os.tmpdir(), 'magpie-front-'));

  beforeAll(async () => {
    [db, redis, files, front] = await Promise.all([
      freshDatabase(anyLane),
      startRedis({ password: 'secret' }),
      startS3Server(),
      startClickHouseFront({ folder: clickhouseFolder, user: 'magpie', password: 'secret' }),
    ]);
    const ports: [number, number] = [await freePort(), await freePort()];
    proxy = await startProxy({ template: 'http', nodes: ports });
    secureProxy = await startProxy({ template: 'https', nodes: ports });
    const { origin, bucket, region, key: s3Key, secret } = files.address;
    const settings = {
      MAGPIE_PUBLIC_URL: proxy.http,
      MAGPIE_SECRET: 's'.repeat(40),
      MAGPIE_BOOTSTRAP_KEY: key,
      MAGPIE_TRUST_PROXY: '1',
      MAGPIE_DEMO_ADS: String(demoAds),
      MAGPIE_LIMIT_AUTH_FAILURES: '5',
      DATABASE_URL: databaseUrlOf(db),
      CLICKHOUSE_URL: `${front.url.replace('//', '//magpie:secret@')}/magpie`,
      REDIS_URL: redis.url,
      S3_URL: `${origin.replace('//', `//${s3Key}:${secret}@`)}/${bucket}?region=${region}`,
    };
    const start = (port: number): Promise<ServerProcess> =>
      startServer(makeDataFolder(), { ...settings, PORT: String(port) });
    // Concurrently, as the compose file does: one of them creates the schemas and the owner.
    nodes = await Promise.all([start(ports[0]), start(ports[1])]);
    const at = (address: string): Client => createClient(`${address}/api/v1/trpc`, key);
    through = at(proxy.http);
    addresses = ports.map((port) => `http://127.0.0.1:${port}`);
    [first, second] = [at(`http://127.0.0.1:${ports[0]}`), at(`http://127.0.0.1:${ports[1]}`)];
  });

  afterAll(async () => {
    await cleanUp();
    await Promise.all([
      proxy.stop(),
      secureProxy.stop(),
      redis.stop(),
      files.close(),
      front.close(),
      db.close(),
    ]);
    rmSync(clickhouseFolder, { recursive: true });
  });

  it('both nodes are ready, and all demo ads are in the shared index', async () => {
    const ready = async (): Promise<number> => (await fetch(`${proxy.http}/readyz`)).status;
    await expect.poll(ready, { timeout: 60_000 }).toBe(200);
    for (const client of [first, second]) {
      const countAds = async (): Promise<number> => (await client.get('system.status')).data.ads;
      await expect.poll(countAds, { timeout: 60_000 }).toBe(demoAds);
    }
  });

  it('serves the dashboard, and hides /metrics', async () => {
    const page = await fetch(`${proxy.http}/`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect((await fetch(`${proxy.http}/metrics`)).status).toBe(404);
  });

  it('redirects http to https and sends HSTS', async () => {
    const plain = await fetch(`${secureProxy.http}/boards?a=1`, { redirect: 'manual' });
    expect([plain.status, plain.headers.get('location')]).toEqual([308, `${secureProxy.https}/boards?a=1`]);
    const request = get(`${secureProxy.https}/healthz`, { ca: secureProxy.certificate, agent: false });
    const [reply] = (await once(request, 'response')) as [IncomingMessage];
    expect(await text(reply)).toBe('{"status":"ok"}');
    expect(reply.headers['strict-transport-security']).toBe('max-age=31536000');
  });

  it('a session created at the proxy works on both nodes', async () => {
    const link = nodes.map((node) => /Sign in {4}(\S+)/.exec(node.stdout())?.[1]).find(Boolean) ?? '';
    expect(link).toContain(`${proxy.http}/sign-in/`);
    const opened = await fetch(link, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: proxy.http, 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([opened.status, opened.headers.get('location')]).toEqual([303, `${proxy.http}/`]);
    const cookie = (opened.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    for (const address of addresses) {
      const reply = await fetch(`${address}/api/v1/trpc/boards.list`, { headers: { cookie } });
      expect(reply.status).toBe(200);
    }
  });

  it('data saved on one node is available on the other', async () => {
    const { data: found } = await first.get('ads.search', { limit: 1 });
    const { data: board } = await first.post('boards.create', { name: 'Shared' });
    await second.post('ads.addToBoard', { boardId: board.id, hash: found.ads[0].hash });
    const { data: saved } = await first.get('ads.list', { boardId: board.id });
    expect(saved.total).toBe(1);
  });

  it('both nodes share one rate limit', async () => {
    const remaining = async (client: Client): Promise<number> =>
      Number((await client.get('boards.list')).headers.get('x-ratelimit-remaining'));
    const left = [await remaining(first), await remaining(second), await remaining(first)];
    expect(left).toEqual([left[0], (left[0] ?? 0) - 1, (left[0] ?? 0) - 2]);
  });

  it('a picture uploaded to one node is served by the other', async () => {
    const bytes = await noise(1000, 1000);
    expect(bytes.length).toBeGreaterThan(1024 ** 2);
    const { data: kept } = await through.post('brandImages.upload', {
      file: bytes.toString('base64'),
      name: 'Noise',
    });
    expect(files.keys().length).toBeGreaterThan(0);
    const { pathname } = new URL(kept.url, proxy.http);
    for (const address of addresses) expect((await fetch(`${address}${pathname}`)).status).toBe(200);
  });

  it('inbox events are not buffered by the proxy', async () => {
    const ending = new AbortController();
    const stream = await fetch(`${proxy.http}/api/inbox/events`, {
      headers: { authorization: `Bearer ${key}` },
      signal: ending.signal,
    });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    let received = '';
    while (!received.includes('event: unread')) received += (await reader?.read())?.value ?? '';
    expect(received).toContain('data: {"count":');
    ending.abort();
  });

  it('a long stream of ads is not buffered by the proxy', async () => {
    const lines = Array.from({ length: 2000 }, (_, number) =>
      JSON.stringify({
        key: `web:s${number}`,
        advertiser: { name: 'Streamed' },
        bodies: ['Hello'],
      }),
    );
    const reply = await fetch(`${proxy.http}/api/ingest`, {
      method: 'POST',
      duplex: 'half',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
      body: new Blob([lines.join('\n')]).stream(),
    } as RequestInit);
    expect([reply.status, await reply.text()]).toEqual([200, expect.stringContaining('2000')]);
  });

  it('ignores forged X-Forwarded-For headers', async () => {
    const statuses: number[] = [];
    for (let number = 1; number <= 7; number += 1) {
      const reply = await fetch(`${proxy.http}/api/v1/trpc/boards.list`, {
        headers: { authorization: 'Bearer wrong', 'x-forwarded-for': `203.0.113.${number}` },
      });
      statuses.push(reply.status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  });

  it('skips a killed node for reads and writes', async () => {
    await nodes[0].end('SIGKILL');
    const reads = await Promise.all(Array.from({ length: 20 }, () => through.get('boards.list')));
    expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await through.post('boards.create', { name: 'Still here' })).status).toBe(200);
    const { code } = await nodes[1].end('SIGTERM');
    expect(code).toBe(0);
  });
});
