import { procedureBase } from '@magpie/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { postgresLanes } from '../testing/postgres.ts';
import { startService, type TestService } from '../testing/service.ts';
import { examplesIn, readOpenApi } from './examples.ts';
import { openApi } from './openApi.ts';
import type { JsonObject } from './schemas.ts';

const document = openApi(examplesIn(readOpenApi()));
const paths = document['paths'] as Record<string, Record<string, JsonObject>>;

const ajv = formats.default(new Ajv2020({ strict: false, allErrors: true }));
ajv.addSchema(document, 'openapi.json');

/** The validation error of a value for the schema at this place of the document. */
function faultOf(place: string, value: unknown): string | undefined {
  return ajv.validate({ $ref: `openapi.json#${place}/schema` }, value) ? undefined : ajv.errorsText();
}

test('each operation has a unique id', () => {
  const operations = Object.values(paths).flatMap(({ get, post }) => [get, post]);
  const names = operations.flatMap((operation) => operation?.['operationId'] ?? []);
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
});

test('each example is valid for its schema', () => {
  const examples = examplesAt('', document);
  expect(examples.length).toBeGreaterThan(150);
  const unfit = examples.flatMap(([place, example]) => {
    const fault = faultOf(place, example);
    return fault === undefined ? [] : [`${place}: ${fault}`];
  });
  expect(unfit).toEqual([]);
});

/** All places of the document with a schema and an example. */
function examplesAt(place: string, part: unknown): [place: string, example: unknown][] {
  if (typeof part !== 'object' || part === null) return [];
  if ('schema' in part) return 'example' in part && part.example !== undefined ? [[place, part.example]] : [];
  return Object.entries(part).flatMap(([name, each]) => examplesAt(placeIn(place, name), each));
}

/** Appends to a URL-encoded JSON pointer. */
function placeIn(place: string, name: string | number): string {
  return `${place}/${encodeURIComponent(String(name).replaceAll('~', '~0').replaceAll('/', '~1'))}`;
}

describe('responses of other paths', () => {
  const [lane] = postgresLanes;
  let service: TestService;
  beforeAll(async () => {
    if (lane !== undefined) service = await startService(lane);
  });
  afterAll(() => service.close());

  /** Sends the request and validates the response against the document. */
  const expectDocumented = async (path: string, request: Request): Promise<Response> => {
    const response = await fetch(request);
    const method = request.method.toLowerCase();
    const responses = paths[path]?.[method]?.['responses'] as JsonObject;
    const documented = responses[response.status] === undefined ? 'default' : response.status;
    const [type = ''] = (response.headers.get('content-type') ?? '').split(';');
    const { $ref } = responses[documented] as { $ref?: string };
    const place = $ref?.slice(1) ?? ['paths', path, method, 'responses', documented].reduce(placeIn, '');
    const body = type === 'application/json' ? await response.json() : await response.text();
    expect(faultOf(['content', type].reduce(placeIn, place), body)).toBeUndefined();
    return response;
  };
  const batchBy = (key: string, calls: string, body: string | null = null): Request =>
    new Request(`${service.base}/${calls}`, {
      method: body === null ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body,
    });

  it.each([
    [200, 'boards.list,teams.list?batch=1', null],
    [207, 'boards.list,boards.lst?batch=1', null],
    [400, 'boards.create,boards.create?batch=1', '{"0":{},"1":{}}'],
    [400, 'boards.create,boards.create?batch=1', '{'],
    [404, 'teams.get,teams.get?batch=1&input={"0":{"id":99},"1":{"id":99}}', null],
    [405, 'boards.create,boards.create?batch=1', null],
    [415, 'boards.create,boards.create?batch=1', ''],
  ])('%i as documented: %s', async (status, calls, body) => {
    const request = batchBy(service.owner.key, calls, body);
    if (body === '') request.headers.set('content-type', 'text/plain');
    expect((await expectDocumented(`${procedureBase}/{names}`, request)).status).toBe(status);
  });

  it('403 and 401 as documented: a batch of writes by a key that only reads, and by none', async () => {
    const calls = 'boards.create,boards.create?batch=1';
    const body = '{"0":{"name":"A"},"1":{"name":"B"}}';
    for (const [status, key] of [
      [403, (await service.keyWith('read')).key],
      [401, 'mgp_nobody'],
    ] as const)
      expect((await expectDocumented(`${procedureBase}/{names}`, batchBy(key, calls, body))).status).toBe(
        status,
      );
  });

  it.each(['/b/{slug}', '/b/{slug}.json'])('404 as documented: %s', async (path) => {
    const request = new Request(`${service.address}${path.replace('{slug}', 'nothing')}`);
    expect((await expectDocumented(path, request)).status).toBe(404);
  });
});
