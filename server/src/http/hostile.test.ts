import { procedures, type Procedure } from '@magpie/contract';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseJson, unwrapInput } from '../integrations/json.ts';
import { startHostileTestService, type HostileTestService } from '../testing/hostileService.ts';
import { freshClickHouse } from '../testing/clickhouse.ts';
import { batchResponseProblems, responseProblems } from '../testing/responseProblems.ts';
import { anyJson, heavyInputs, jsonOf, rightInput, wrongInput } from '../testing/hostileInput.ts';
import { postgresLanes, type PostgresLane } from '../testing/postgres.ts';
import type { Client } from '../testing/service.ts';
import type { WireAnswer, WireRequest } from '../testing/http.ts';

const base = '/api/v1/trpc';
const names = [...procedures.keys()];

/** How an input is sent: in the body of a POST or in the URL of a GET, raw or wrapped. */
const manner = fc.constantFrom('POST', 'POST wrapped', 'GET', 'GET wrapped');

/** A longer URL is a 431, so its input is sent by POST. */
const longestAddress = 12_000;

function requestFor(address: string, json: string | Uint8Array, how: string): WireRequest {
  if (typeof json === 'string') {
    const sent = how.endsWith('wrapped') ? `{"json":${json}}` : json;
    const path = `${address}${address.includes('?') ? '&' : '?'}input=${encodeURIComponent(sent)}`;
    if (how.startsWith('GET') && path.length < longestAddress) return { method: 'GET', path };
    return { method: 'POST', path: address, headers: { 'content-type': 'application/json' }, body: sent };
  }
  return { method: 'POST', path: address, headers: { 'content-type': 'application/json' }, body: json };
}

/** Whether the input is valid for the contract; the handler may still reject it. */
function isTaken({ input }: Procedure, source: string | Uint8Array): boolean {
  try {
    return input.safeParse(source.length === 0 ? undefined : unwrapInput(parseJson(source, 'It'))).success;
  } catch {
    return false;
  }
}

/** Statuses of a valid input: the handler may reject it, or it may refer to something missing or foreign. */
const whenTaken = [200, 400, 403, 404, 409, 422, 504];

function expectedStatuses({ kind, access }: Procedure, method: string, taken: boolean): number[] {
  if (kind === 'mutation' && method === 'GET') return [405];
  // The caller is not the owner of the instance.
  if (access === 'admin') return [403];
  return taken ? whenTaken : [400];
}

/** A comma would separate two names. */
const strangeName = fc.string({ unit: 'binary', maxLength: 30 }).map((text) => text.replaceAll(',', ''));
const batchedName = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...names) },
  fc.constantFrom('', 'boards', 'boards.', '.list', '__proto__.list', 'boards.constructor', 'toString'),
  strangeName,
);

const place = fc.oneof(
  fc.nat(60).map(String),
  fc.constantFrom('00', '-1', '1e1', '__proto__', 'length', 'x\ny'),
);
const batchInputs = fc.oneof(
  fc.dictionary(place, anyJson, { maxKeys: 5 }).map((inputs) => {
    const members = Object.entries(inputs).map(([key, json]) => `${JSON.stringify(key)}:${json}`);
    return `{${members.join(',')}}`;
  }),
  anyJson,
);

interface Session extends HostileTestService {
  /** Sends an input to a procedure, and fails if the response is malformed. */
  call(name: string, json: string | Uint8Array, how: string): Promise<{ method: string; status: number }>;
  send(request: WireRequest): Promise<WireAnswer>;
}

async function startSession(lane: PostgresLane): Promise<Session> {
  const attacked = await startHostileTestService(lane, {}, await freshClickHouse('embedded'));
  const { service, wire } = attacked;
  const caller = await service.newcomer();
  for (const name of ['one', 'two', 'three', 'four', 'five', 'six'])
    await caller.post('boards.create', { name });
  const callerOf = takingTurns(caller, () => service.newcomer());
  const sendAs = ({ key }: Client, request: WireRequest): Promise<WireAnswer> =>
    wire.send({ ...request, headers: { ...request.headers, authorization: `Bearer ${key}` } });
  return {
    ...attacked,
    send: (request) => sendAs(caller, request),
    call: async (name, json, how) => {
      const request = requestFor(`${base}/${name}`, json, how);
      const answer = await sendAs(await callerOf(name), request);
      expect(responseProblems(answer)).toEqual([]);
      return { method: request.method, status: answer.status };
    },
  };
}

/** A caller can make sixty calls of the class `trending`; another caller makes the next ones. */
function takingTurns(usual: Client, newcomer: () => Promise<Client>): (name: string) => Promise<Client> {
  let calls = 0;
  let turn = usual;
  return async (name) => {
    if (procedures.get(name)?.limit !== 'trending') return usual;
    if (calls % 50 === 0) turn = await newcomer();
    calls += 1;
    return turn;
  };
}

describe.each(postgresLanes)('valid input, on $name', (lane) => {
  let session: Session;
  beforeAll(async () => {
    session = await startSession(lane);
  });
  afterAll(() => session.close());

  it.each([...procedures])('%s responds to it, however it is sent', async (name, procedure) => {
    await fc.assert(
      fc.asyncProperty(rightInput(procedure), manner, async (input, how) => {
        const { method, status } = await session.call(name, jsonOf(input), how);
        expect(expectedStatuses(procedure, method, true)).toContain(status);
      }),
      { numRuns: lane === postgresLanes[0] ? 10 : 4 },
    );
  });

  it('each call of a batch has a result, or the whole batch fails, whatever the names and inputs', async () => {
    const called = fc.array(batchedName, { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(called, batchInputs, manner, async (calls, json, how) => {
        const address = `${base}/${calls.map(encodeURIComponent).join(',')}?batch=1`;
        const answer = await session.send(requestFor(address, json, how));
        expect(batchResponseProblems(answer, Math.max(1, calls.length))).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it('afterwards the service responds, no transaction is open, and there were no unhandled errors', async () => {
    expect(await session.problems()).toEqual([]);
  });
});

/** Rejected input never reaches the engine, so one engine is enough. */
describe.each(postgresLanes.slice(0, 1))('invalid input, on $name', (lane) => {
  let session: Session;
  beforeAll(async () => {
    session = await startSession(lane);
  });
  afterAll(() => session.close());

  it.each([...procedures])('400 from %s for an input with one invalid part', async (name, procedure) => {
    await fc.assert(
      fc.asyncProperty(wrongInput(procedure), manner, async (json, how) => {
        const { method, status } = await session.call(name, json, how);
        expect(expectedStatuses(procedure, method, false)).toContain(status);
      }),
      { numRuns: 30 },
    );
  });

  it.each([...procedures])(
    '400 from %s for other JSON, and for bytes that are none',
    async (name, procedure) => {
      const texts = fc.string({ unit: 'binary' }).map((text) => Buffer.from(text));
      const source = fc.oneof(anyJson, fc.uint8Array({ maxLength: 100 }), texts);
      await fc.assert(
        fc.asyncProperty(source, manner, async (bytes, how) => {
          const { method, status } = await session.call(name, bytes, how);
          expect(expectedStatuses(procedure, method, isTaken(procedure, bytes))).toContain(status);
        }),
        { numRuns: 20 },
      );
    },
  );

  it.each([...procedures])('401 from %s without a key, whatever the input', async (name, procedure) => {
    const input = fc.oneof(wrongInput(procedure), anyJson);
    await fc.assert(
      fc.asyncProperty(input, manner, async (json, how) => {
        const answer = await session.wire.send(requestFor(`${base}/${name}`, json, how));
        expect([answer.status, responseProblems(answer)]).toEqual([401, []]);
      }),
      { numRuns: 5 },
    );
  });

  it.each(heavyInputs)('400 from random procedures for %s', async (_, json) => {
    const statuses = new Set<number>();
    const open = names.filter((name) => procedures.get(name)?.access !== 'admin');
    const [some = []] = fc.sample(fc.shuffledSubarray(open, { minLength: 20, maxLength: 20 }), 1);
    for (const name of some) statuses.add((await session.call(name, json, 'POST')).status);
    expect([...statuses]).toEqual([400]);
  });

  it('afterwards the service responds, no transaction is open, and there were no unhandled errors', async () => {
    expect(await session.problems()).toEqual([]);
  });
});
