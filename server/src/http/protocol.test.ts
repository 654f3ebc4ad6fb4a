import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresLanes } from '../testing/postgres.ts';
import { startService, type TestService } from '../testing/service.ts';

interface Init extends RequestInit {
  headers?: Record<string, string>;
}

describe.each(postgresLanes)('the call protocol on $name', (lane) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService(lane, { authFailureLimit: 1000 });
  });
  afterAll(() => service.close());

  const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });
  const asOwner = (path: string, init: Init = {}): Promise<Response> =>
    fetch(`${service.base}/${path}`, { ...init, headers: { ...bearer(service.owner.key), ...init.headers } });
  const json = { 'content-type': 'application/json' };
  const inputOf = (value: unknown): string => `input=${encodeURIComponent(JSON.stringify(value))}`;

  describe('queries', () => {
    it('200 for a GET with the input raw in the query parameter', async () => {
      const response = await asOwner(`boards.checkSlugAvailability?${inputOf({ slug: 'my-board' })}`);
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({
        result: { data: { slug: 'my-board', available: true, reason: null } },
      });
    });

    it('200 for a GET with the input wrapped in json', async () => {
      const { data } = await service.owner.get('boards.checkSlugAvailability', { json: { slug: 'x-1' } });
      expect(data).toMatchObject({ slug: 'x-1' });
    });

    it('200 for a GET with the input wrapped in json and meta', async () => {
      const wrapped = { json: { slug: 'x-1' }, meta: { values: {} } };
      expect((await service.owner.get('boards.checkSlugAvailability', wrapped)).data).toMatchObject({
        slug: 'x-1',
      });
    });

    it.each(['', '?input=', '?input=null', '?input={}', '?input=%7B%22json%22%3Anull%7D'])(
      '200 for a procedure without parameters called with %j',
      async (query) => {
        const response = await asOwner(`boards.list${query}`);
        expect(response.status).toBe(200);
        expect(await response.json()).toEqual({ result: { data: expect.any(Array) } });
      },
    );

    it('200 for a query by POST', async () => {
      const { status, data } = await service.owner.post('boards.checkSlugAvailability', {
        slug: 'long-filters',
      });
      expect([status, data.slug]).toEqual([200, 'long-filters']);
    });

    it('200 and no body for HEAD', async () => {
      const response = await asOwner('boards.list', { method: 'HEAD' });
      expect([response.status, await response.text()]).toEqual([200, '']);
    });

    it.each(['Input={}', 'inputs={}', 'slugs=my-board', 'Slug=my-board'])(
      '400 for the query ?%s, which was nearly right',
      async (query) => {
        const response = await asOwner(
          `boards.checkSlugAvailability?${query}&${inputOf({ slug: 'my-board' })}`,
        );
        expect(response.status).toBe(400);
      },
    );

    it.each([
      ['boards.list?_=1794710608', "boards.list has no query parameter '_'"],
      ['boards.list?input.limit=2', "boards.list has no query parameter 'input.limit'"],
      ['notifications.list?limit=2', "takes 'limit' inside the JSON object of its input"],
      ['notifications.list?input[limit][a]=2', "'input[limit][a]' is nested too deep"],
      ['notifications.list?input[]=2', "'input[]' has no field name"],
      ['notifications.list?input={}&input[limit]=2', 'give one of the two'],
      ['boards.list,teams.list?batch=1&input[0]=1', "no query parameter 'input[0]'"],
    ])('400 for %s, which would otherwise be ignored', async (query, message) => {
      const response = await asOwner(query);
      const body = JSON.stringify(await response.json());
      expect([response.status, body]).toEqual([
        400,
        expect.stringContaining(JSON.stringify(message).slice(1, -1)),
      ]);
    });

    it('400 for a query parameter of a mutation by POST', async () => {
      const init = { method: 'POST', body: '{"name":"x"}', headers: json };
      expect((await asOwner('boards.create?input[name]=y', init)).status).toBe(400);
      expect((await asOwner('boards.create?x=y', init)).status).toBe(400);
    });

    describe('with the input as a deep object, as generated clients send it', () => {
      const deep = async (path: string): Promise<{ status: number; body: unknown }> => {
        const response = await asOwner(path);
        return { status: response.status, body: await response.json() };
      };

      it('200 with texts, numbers and booleans converted to their types', async () => {
        expect(await deep('boards.checkSlugAvailability?input[slug]=2026-plans')).toMatchObject({
          status: 200,
          body: { result: { data: { slug: '2026-plans' } } },
        });
        expect((await deep('notifications.list?input%5Blimit%5D=2&&input[unreadOnly]=true')).status).toBe(
          200,
        );
      });

      it('400 for an invalid value or an unknown field', async () => {
        expect(await deep('notifications.list?input[limit]=500')).toMatchObject({
          status: 400,
          body: { error: { data: { issues: [{ path: 'limit' }] } } },
        });
        expect(await deep('notifications.list?input[limt]=5')).toMatchObject({
          status: 400,
          body: { error: { message: "Unknown field 'limt'; did you mean 'limit'?" } },
        });
        expect((await deep('notifications.list?input[json]=5')).status).toBe(400);
        expect((await deep('notifications.list?input[__proto__]=5')).status).toBe(400);
        expect((await deep('notifications.list?input[limit]=5&input[limit]=6')).status).toBe(400);
      });

      it.each([
        'input[companyNames]=FOLLOWED',
        'input[platforms]=tiktok',
        'input[platforms]=tiktok&input[platforms]=facebook',
        'input[platforms][]=tiktok&input[platforms][]=facebook',
        'input[platforms][1]=tiktok&input[platforms][0]=facebook',
        'input[boardId]=ALL&input[viewsMin]=1.5&input[isPartnership]=true',
      ])('200 for lists and choices: %s', async (query) => {
        expect(await deep(`ads.list?${query}`)).toMatchObject({ status: 200 });
      });

      it('400 for a list with an unknown value', async () => {
        expect(await deep('ads.list?input[platforms]=tiktok,facebook')).toMatchObject({
          status: 400,
          body: { error: { data: { issues: [{ path: 'platforms.0' }] } } },
        });
      });
    });

    it('400 for a parameter beside input instead of inside it', async () => {
      const response = await asOwner('boards.checkSlugAvailability?slug=my-board');
      const { error } = (await response.json()) as { error: { message: string } };
      expect(response.status).toBe(400);
      expect(error.message).toContain("takes 'slug' inside the JSON object of its input");
    });

    it('400 for input given twice', async () => {
      expect((await asOwner('boards.list?input={}&input={}')).status).toBe(400);
    });

    it.each(['{', '"', 'undefined', '%7B%22slug%22%3A', '%FF'])(
      '400 for input=%s, which is not JSON',
      async (text) => {
        const response = await asOwner(`boards.checkSlugAvailability?input=${text}`);
        const { error } = (await response.json()) as { error: { message: string; code: number } };
        expect(response.status).toBe(400);
        expect(error.message).toBe(
          'The query parameter input is not valid JSON; give one JSON object in UTF-8.',
        );
        expect(error.code).toBe(-32700);
      },
    );
  });

  describe('mutations', () => {
    it('200 for a POST with the input raw, and wrapped', async () => {
      expect((await service.owner.post('boards.create', { name: 'Raw' })).data).toMatchObject({
        name: 'Raw',
      });
      expect((await service.owner.post('boards.create', { json: { name: 'Wrapped' } })).data).toMatchObject({
        name: 'Wrapped',
      });
    });

    it('200 for a POST without a body if everything is optional', async () => {
      expect((await asOwner('apiKeys.create', { method: 'POST' })).status).toBe(200);
      expect((await asOwner('apiKeys.create', { method: 'POST', headers: json })).status).toBe(200);
    });

    it('405 for a mutation by GET, with the right method', async () => {
      const { status, headers, error } = await service.owner.get('boards.create', { name: 'x' });
      expect([status, headers.get('allow')]).toEqual([405, 'POST']);
      expect(error).toMatchObject({
        message: 'boards.create is a mutation: call it by POST, not by GET.',
        code: -32005,
      });
    });

    it.each(['PUT', 'PATCH', 'DELETE'])('405 for any procedure by %s', async (method) => {
      const response = await asOwner('boards.list', { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    });

    it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])(
      '415 for a body of type %s',
      async (type) => {
        const response = await asOwner('boards.create', {
          method: 'POST',
          body: '{"name":"x"}',
          headers: { 'content-type': type },
        });
        expect(response.status).toBe(415);
        expect(await response.json()).toMatchObject({
          error: { data: { code: 'UNSUPPORTED_MEDIA_TYPE', path: 'boards.create' } },
        });
      },
    );

    it('200 for application/json with a charset', async () => {
      const headers = { 'content-type': 'application/json; charset=utf-8' };
      expect((await asOwner('boards.create', { method: 'POST', body: '{"name":"x"}', headers })).status).toBe(
        200,
      );
    });

    it('400 for malformed JSON', async () => {
      const response = await asOwner('boards.create', { method: 'POST', body: '{"name":', headers: json });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        error: { message: 'The body is not valid JSON; give one JSON object in UTF-8.' },
      });
    });

    it('400 for bytes that are not UTF-8', async () => {
      const body = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
      expect((await asOwner('boards.create', { method: 'POST', body, headers: json })).status).toBe(400);
    });

    it('400 for input in the URL of a POST', async () => {
      const response = await asOwner(`boards.create?${inputOf({ name: 'x' })}`, {
        method: 'POST',
        body: '{"name":"x"}',
        headers: json,
      });
      expect(response.status).toBe(400);
    });

    it('413 for a body above 1 MB, 400 just below', async () => {
      const body = (bytes: number): string => JSON.stringify({ name: 'x'.repeat(bytes - 11) });
      const status = async (bytes: number): Promise<number> =>
        (await asOwner('boards.create', { method: 'POST', body: body(bytes), headers: json })).status;
      expect(await status(1024 * 1024)).toBe(400);
      expect(await status(1024 * 1024 + 1)).toBe(413);
    });

    it('413 only above 8 MB if the procedure declares it', async () => {
      const status = async (bytes: number): Promise<number> =>
        (
          await asOwner('ads.addToBoard', {
            method: 'POST',
            body: JSON.stringify({ x: 'x'.repeat(bytes) }),
            headers: json,
          })
        ).status;
      expect(await status(2_000_000)).toBe(400);
      expect(await status(8 * 1024 * 1024)).toBe(413);
    });
  });

  describe('errors', () => {
    it('404 for an unknown procedure, with the nearest one', async () => {
      const { status, error } = await service.owner.get('boards.lst');
      expect(status).toBe(404);
      expect(error.message).toBe("There is no procedure 'boards.lst'; did you mean 'boards.list'?");
      expect(error.data).toMatchObject({ code: 'NOT_FOUND', path: 'boards.lst' });
    });

    it('404 for other API paths', async () => {
      expect(
        (await fetch(`${service.address}/api/nothing`, { headers: bearer(service.owner.key) })).status,
      ).toBe(404);
    });

    it.each(['boards.lst', 'boards.list', 'boards.create', 'a,b?batch=1', '%FF', '', '../../api/nothing'])(
      '401 without a key for %j, whatever is wrong with it besides',
      async (path) => {
        const response = await fetch(`${service.base}/${path}`);
        expect([response.status, response.headers.get('www-authenticate')]).toEqual([
          401,
          'Bearer realm="Magpie"',
        ]);
        expect(await response.json()).toMatchObject({
          error: { code: -32001, data: { code: 'UNAUTHORIZED', httpStatus: 401 } },
        });
      },
    );

    it.each([
      ['/api/v1/trpc/boards.create', 'boards.create'],
      ['/api/v1/trpc/brandImages.upload', 'brandImages.upload'],
      ['/api/v1/trpc/boards.list,teams.list?batch=1', 'boards.list,teams.list'],
      ['/api/trending/topics?windowDays=7', 'trending.topTagsByEngagement'],
      ['/api/export/ads.csv', 'ads.list'],
    ])('401 with the path of the procedure for %s', async (address, path) => {
      const response = await fetch(`${service.address}${address}`);
      expect([response.status, await response.json()]).toMatchObject([401, { error: { data: { path } } }]);
    });

    it('401 without a key for a body that is too large, malformed or of the wrong type', async () => {
      const post = (body: string, type: string): Promise<Response> =>
        fetch(`${service.base}/boards.create`, { method: 'POST', body, headers: { 'content-type': type } });
      expect(
        (await post('x'.repeat(3_000_000), 'application/json').catch(() => ({ status: 401 }))).status,
      ).toBe(401);
      expect((await post('{', 'application/json')).status).toBe(401);
      expect((await post('x', 'text/plain')).status).toBe(401);
    });

    it('400 for a path that is not properly percent-encoded', async () => {
      const response = await asOwner('%FF');
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: { data: { code: 'BAD_REQUEST' } } });
    });

    it('400 that names an unknown field and the nearest known one', async () => {
      const { status, error } = await service.owner.post('boards.create', { name: 'x', descripton: 'y' });
      expect(status).toBe(400);
      expect(error.message).toContain("'descripton'");
      expect(error.message).toContain("'description'");
      expect(error.data.issues).toEqual([{ path: 'descripton', message: error.message }]);
      expect(error.data).toMatchObject({ code: 'BAD_REQUEST', httpStatus: 400, path: 'boards.create' });
    });

    it('404 outside the API, in the same form', async () => {
      const response = await fetch(`${service.address}/nothing`);
      expect([response.status, await response.json()]).toMatchObject([
        404,
        { error: { data: { code: 'NOT_FOUND' } } },
      ]);
    });

    it('every response has X-Request-Id, and an error repeats it', async () => {
      const ok = await service.owner.get('boards.list');
      const refused = await service.owner.get('boards.lst');
      expect(ok.headers.get('x-request-id')).toMatch(/^[\w-]{10,}$/);
      expect(refused.error.data.requestId).toBe(refused.headers.get('x-request-id'));
      expect((await fetch(`${service.address}/healthz`)).headers.get('x-request-id')).not.toBeNull();
    });

    it('400 in the same form for bytes that are not HTTP', async () => {
      const answer = await rawExchange(service.address, 'GARBAGE\r\n\r\n');
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({
        error: { data: { httpStatus: 400 } },
      });
    });

    it('431 for headers that are too large', async () => {
      const answer = await rawExchange(
        service.address,
        `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(140_000)}\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    });
  });

  describe('batches', () => {
    const batch = (names: string, inputs: unknown, init: Init = {}): Promise<Response> =>
      asOwner(`${names}?batch=1${init.method === 'POST' ? '' : `&${inputOf(inputs)}`}`, {
        ...init,
        ...(init.method === 'POST'
          ? { body: JSON.stringify(inputs), headers: { ...json, ...init.headers } }
          : {}),
      });

    it('200 and one result per call, in order', async () => {
      const response = await batch('boards.checkSlugAvailability,boards.list,boards.checkSlugAvailability', {
        0: { slug: 'first' },
        2: { json: { slug: 'third' } },
      });
      expect(response.status).toBe(200);
      const answers = (await response.json()) as { result: { data: unknown } }[];
      expect(answers).toMatchObject([
        { result: { data: { slug: 'first' } } },
        { result: { data: expect.any(Array) } },
        { result: { data: { slug: 'third' } } },
      ]);
    });

    it('200 for a batch of one', async () => {
      expect(await (await batch('boards.list', {})).json()).toEqual([
        { result: { data: expect.any(Array) } },
      ]);
    });

    it('200 for mutations by POST, in order', async () => {
      const response = await batch(
        'boards.create,boards.create',
        { 0: { name: 'b1' }, 1: { name: 'b2' } },
        { method: 'POST' },
      );
      const [first, second] = (await response.json()) as { result: { data: { id: number } } }[];
      expect(first?.result.data.id).toBeLessThan(second?.result.data.id ?? 0);
    });

    it('207 when the calls end differently, each with its own status', async () => {
      const response = await batch('boards.list,boards.lst,boards.create', {});
      expect(response.status).toBe(207);
      expect(await response.json()).toMatchObject([
        { result: {} },
        { error: { data: { httpStatus: 404, path: 'boards.lst' } } },
        { error: { data: { httpStatus: 405, path: 'boards.create' } } },
      ]);
    });

    it('400 for more than 50 calls, 200 for 50', async () => {
      const names = (count: number): string => Array.from({ length: count }, () => 'boards.list').join(',');
      expect((await batch(names(50), {})).status).toBe(200);
      expect((await batch(names(51), {})).status).toBe(400);
    });

    it.each([[[1]], ['text'], [{ 7: {} }], [{ x: {} }]])(
      '400 for the inputs %j of one call',
      async (inputs) => {
        expect((await batch('boards.list', inputs)).status).toBe(400);
      },
    );

    it('400 for a parameter beside the inputs of a batch', async () => {
      const response = await asOwner(
        `boards.checkSlugAvailability?batch=1&slug=x-1&${inputOf({ 0: { slug: 'x-1' } })}`,
      );
      expect(response.status).toBe(400);
    });

    it('404 for several names without batch=1', async () => {
      const { status, error } = await service.owner.get('boards.list,boards.list');
      expect([status, error.message]).toEqual([404, expect.stringContaining('?batch=1')]);
    });
  });

  describe('public routes', () => {
    it.each(['/', '/healthz', '/readyz', '/metrics'])('200 for %s', async (path) => {
      expect((await fetch(service.address + path)).status).toBe(200);
    });

    it('401 or 403 for /metrics if the request was forwarded', async () => {
      const forwarded = { 'x-forwarded-for': '198.51.100.7' };
      const proxied = await rawExchange(
        service.address,
        'GET /metrics HTTP/1.0\r\nHost: ads.example.com\r\n\r\n',
      );
      expect(proxied).toMatch(/^HTTP\/1\.1 401 /);
      const status = async (headers: Record<string, string>): Promise<number> =>
        (await fetch(`${service.address}/metrics`, { headers: { ...forwarded, ...headers } })).status;
      expect(await status({})).toBe(401);
      expect(await status(bearer((await service.keyWith('read', 'write')).key))).toBe(403);
      expect(await status(bearer((await service.newcomer()).key))).toBe(403);
      expect(await status(bearer(service.owner.key))).toBe(200);
    });

    it('/metrics counts calls by procedure, and times them and the engines', async () => {
      await service.owner.get('boards.list');
      const text = await (await fetch(`${service.address}/metrics`)).text();
      expect(text).toMatch(/magpie_requests_total\{procedure="boards.list",status="200"\} \d+/);
      expect(text).toMatch(/magpie_request_duration_seconds_bucket\{le="0.005",procedure="boards.list"\}/);
      expect(text).toMatch(/magpie_engine_duration_seconds_count\{engine="postgres"\} \d+/);
      expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds \d/);
      expect(text).not.toContain('boards.lst');
    });
  });
});

/** Sends bytes and returns the complete response. */
function rawExchange(address: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => void (answer += chunk));
    socket.on('end', () => resolve(answer)).on('error', reject);
  });
}
