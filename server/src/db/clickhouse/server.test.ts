import path from 'node:path';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createClient } from '@clickhouse/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silentLog, temporaryFolder } from '../../testing/clickhouse.ts';
import { listen, startClickHouseFront, stop, type ClickHouseFront } from '../../testing/clickhouseFront.ts';
import { ClickHouseUnavailable, openClickHouse, type ClickHouseEngine } from './clickhouse.ts';
import { ResponseMismatch } from './pool.ts';

const password = 'p@ss/wörd:%41';

describe('ClickHouse over HTTP', () => {
  let folder: string;
  let front: ClickHouseFront;

  beforeAll(async () => {
    folder = await temporaryFolder();
    front = await startClickHouseFront({ folder: path.join(folder, 'server'), user: 'magpie', password });
  });
  afterAll(async () => {
    await front.close();
    await rm(folder, { recursive: true, force: true });
  });

  const address = (user: string, secret: string, database: string): string =>
    `${front.url.replace('//', `//${user}:${encodeURIComponent(secret)}@`)}/${database}`;
  const open = (url: string): Promise<ClickHouseEngine> =>
    openClickHouse({ url, cluster: null, dataFolder: folder, log: silentLog });

  test('takes user, password and database from the address, and creates the database', async () => {
    const clickhouse = await open(address('magpie', password, 'new-birds'));
    expect(await clickhouse.read('SELECT currentDatabase() AS name')).toEqual([{ name: 'new-birds' }]);
    expect(clickhouse.description).toMatch(
      new RegExp(`^ClickHouse \\d+[.\\d]+ at ${front.url}, database new-birds$`),
    );
    await clickhouse.ping();
    await clickhouse.close();
    const again = await open(address('magpie', password, 'new-birds'));
    await again.close();
  });

  test('uses the database default if the address has none', async () => {
    const clickhouse = await open(address('magpie', password, ''));
    expect(await clickhouse.read('SELECT currentDatabase() AS name')).toEqual([{ name: 'default' }]);
    await clickhouse.close();
  });

  test('reports a wrong password in one sentence, without repeating it', async () => {
    const refusal = open(address('magpie', 'wrong-secret', 'birds'));
    await expect(refusal).rejects.toThrow(ClickHouseUnavailable);
    await expect(refusal).rejects.toThrow(
      `ClickHouse at ${front.url} rejected the user magpie: check the user and the password in CLICKHOUSE_URL.`,
    );
  });

  test('reports an unreachable server in one sentence, without the password', async () => {
    await expect(open('http://magpie:secret@127.0.0.1:1/birds')).rejects.toThrow(
      'ClickHouse at http://127.0.0.1:1 cannot be reached (ECONNREFUSED): check CLICKHOUSE_URL and that the server runs.',
    );
  });

  test('reports a server that is not ClickHouse in one sentence', async () => {
    const other = createServer((_, response) => response.writeHead(404).end('<html>\n<p>Not found</p>'));
    const port = await listen(other);
    await expect(open(`http://127.0.0.1:${port}`)).rejects.toThrow(
      `ClickHouse at http://127.0.0.1:${port} cannot be reached: check CLICKHOUSE_URL and that the server runs.`,
    );
    await stop(other);
  });

  test('streams a table, and throws an error that follows its rows', async () => {
    const tag = 'abcdefghijklmnop';
    const copies: unknown[] = [];
    const server = createServer((request, response) => {
      void text(request).then((statement) => {
        const { searchParams } = new URL(request.url ?? '', 'http://server');
        response.setHeader('X-ClickHouse-Query-Id', searchParams.get('query_id') ?? '');
        if (!statement.endsWith('FORMAT Native')) return response.end('{"version":"26.7.1"}\n');
        copies.push(searchParams.get('wait_end_of_query'));
        response.setHeader('X-ClickHouse-Exception-Tag', tag);
        const error = 'Code: 241. DB::Exception: memory\n';
        return response.end(
          `rows\r\n__exception__\r\n${tag}\r\n${error}${error.length} ${tag}\r\n__exception__\r\n`,
        );
      });
    });
    const clickhouse = await open(`http://127.0.0.1:${await listen(server)}`);
    const copier = await clickhouse.openCopier();
    await expect(text(Readable.from(copier.read('SELECT 1', 'Native')))).rejects.toThrow(
      'ClickHouse failed during a read: Code: 241. DB::Exception: memory',
    );
    expect(copies).toEqual(['0']);
    await copier.close();
    await clickhouse.close();
    await stop(server);
  });

  test('rejects a response to another statement', async () => {
    let answersAnother = false;
    const server = createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://server');
      const id = answersAnother ? 'of-another' : (searchParams.get('query_id') ?? '');
      response.setHeader('X-ClickHouse-Query-Id', id);
      void text(request).then(() => response.end('{"version":"26.7.1"}\n'));
    });
    const url = `http://127.0.0.1:${await listen(server)}`;
    const clickhouse = await open(url);
    const copier = await clickhouse.openCopier();
    expect(await clickhouse.read('SELECT version() AS version')).toEqual([{ version: '26.7.1' }]);
    answersAnother = true;
    const refused = [
      clickhouse.read('SELECT version() AS version'),
      clickhouse.write('OPTIMIZE TABLE ads'),
      clickhouse.insert('ads', [{ hash: 'a' }]),
      clickhouse.ping(),
      text(Readable.from(copier.read('SELECT 1', 'Native'))),
    ];
    await Promise.all(refused.map((answer) => expect(answer).rejects.toThrow(ResponseMismatch)));
    await expect(open(url)).rejects.toThrow(
      `ClickHouse at ${url} does not return the query id of the request: every proxy in front of it must pass on query_id and X-ClickHouse-Query-Id.`,
    );
    answersAnother = false;
    expect(await clickhouse.read('SELECT version() AS version')).toEqual([{ version: '26.7.1' }]);
    await copier.close();
    await clickhouse.close();
    await stop(server);
  });

  test('the test proxy sends compressed responses and accepts compressed rows', async () => {
    const client = createClient({
      url: front.url,
      username: 'magpie',
      password,
      compression: { request: true, response: true },
    });
    await client.command({ query: 'CREATE TABLE packed (n UInt32) ENGINE = MergeTree ORDER BY n' });
    await client.insert({ table: 'packed', values: [{ n: 1 }, { n: 2 }], format: 'JSONEachRow' });
    const result = await client.query({ query: 'SELECT n FROM packed ORDER BY n', format: 'JSONEachRow' });
    expect(result.response_headers['content-encoding']).toBe('gzip');
    expect(await result.json()).toEqual([{ n: 1 }, { n: 2 }]);
    await client.close();
  });

  test('ping() fails when the server has stopped', async () => {
    const engine = await open(address('magpie', password, 'birds'));
    await engine.ping();
    await front.close();
    await expect(engine.ping()).rejects.toThrow(/ECONNREFUSED|ECONNRESET|socket hang up/);
    await engine.close();
  });
});
