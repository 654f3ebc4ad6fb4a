import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, sum, takeTurns, timed } from '../harness.ts';
import { check, createClient, getUrl, measure, type Target, type TimedResponse } from '../measure.ts';
import { nodeOptions, startTarget, type MessagedTarget } from '../process.ts';
import type { Order, Report } from '../targets/research.ts';
import { difference } from './equality.ts';
import { queryPeer, type Peer } from './peers.ts';
import type { Question } from './questions.ts';

/** Milliseconds of each round. */
export interface Times {
  readonly overHttp: number[];
  /** Empty if the service does not query its engine. */
  readonly engineAlone: number[];
  readonly peers: Readonly<Record<string, number[]>>;
}

export type Results = ReadonlyMap<Question, Times>;

export interface Arena {
  readonly service: MessagedTarget;
  readonly keys: readonly string[];
  readonly peers: readonly Peer[];
}

export function startResearch(dataFolder: string, folder: string): Promise<MessagedTarget> {
  const variables = {
    UV_THREADPOOL_SIZE: '16',
    PORT: '0',
    MAGPIE_DATA_DIR: dataFolder,
    MAGPIE_DEMO_ADS: '0',
    MAGPIE_LIMIT_READ: '1000000',
  };
  return startTarget('research', [], folder, { variables, execArgv: nodeOptions });
}

/** Starts recording the queries of the service, or runs the recorded ones with the engine alone. */
const sendOrder = async (service: MessagedTarget, order: Order): Promise<number | null> =>
  (await service.send<Report>(order)).milliseconds;

let requestCount = 0;

/** With another number of spaces behind the input each time, so that no response is cached. */
function getNewUrl({ path: procedure, input }: Question): string {
  requestCount += 1;
  return getUrl(procedure, input, requestCount.toString(2).replaceAll('0', ' ').replaceAll('1', '\t'));
}

function parseData({ status, body }: TimedResponse, { name }: Question): unknown {
  if (status !== 200) throw new Error(`${name}: expected status 200, got ${status}: ${body.slice(0, 300)}`);
  return (JSON.parse(body) as { result: { data: unknown } }).result.data;
}

/** The total time limit and the minimum number of runs for a slow peer. */
const maxPeerMilliseconds = 5000;
const minPeerRounds = 3;

export async function measureQuestions(
  { service, keys, peers }: Arena,
  questions: readonly Question[],
  rounds: number,
): Promise<Results> {
  const client = createClient(service.address, 1);
  const results = new Map(
    questions.map((question): [Question, Times] => {
      const peerTimes = Object.fromEntries(peers.map(({ name }) => [name, []]));
      return [question, { overHttp: [], engineAlone: [], peers: peerTimes }];
    }),
  );
  try {
    for (const question of questions) {
      const response = await client.request(getNewUrl(question), keys[0] ?? '');
      await compareRows(question, peers, response);
    }
    await takeTurns([...results], { rounds }, async ([question, times], round) => {
      await sendOrder(service, 'note');
      const key = keys[Math.abs(round) % keys.length] ?? '';
      const response = await client.request(getNewUrl(question), key);
      parseData(response, question);
      const alone = await sendOrder(service, 'run alone');
      service.emptyLog();
      if (round < 0) return;
      times.overHttp.push(response.milliseconds);
      if (alone !== null) times.engineAlone.push(alone);
      for (const peer of peers) {
        const own = times.peers[peer.name] ?? [];
        if (own.length >= minPeerRounds && sum(own) > maxPeerMilliseconds) continue;
        own.push((await timed(() => queryPeer(peer, question))).milliseconds);
      }
    });
  } finally {
    client.close();
  }
  return results;
}

/** A fast wrong response is worth nothing. */
async function compareRows(
  question: Question,
  peers: readonly Peer[],
  response: TimedResponse,
): Promise<void> {
  const ours = question.rows(parseData(response, question) as never);
  if (ours.length === 0) throw new Error(`${question.name}: the response is empty.`);
  for (const peer of peers) {
    const rows = await queryPeer(peer, question);
    const differs = difference(ours, question.peerRows?.(rows) ?? rows);
    if (differs !== undefined)
      throw new Error(`${question.name}: ${peer.name} has another result: ${differs}.`);
  }
}

export const connectionsUnderLoad = 64;

export interface UnderLoad {
  readonly seconds: number;
  readonly milliseconds: readonly number[];
  readonly errors: readonly string[];
}

/** Each connection is a different user and sends the queries one after the other in a different order. */
export async function measureUnderLoad(
  { service, keys }: Arena,
  questions: readonly Question[],
  seconds: number,
): Promise<UnderLoad> {
  const client = createClient(service.address, connectionsUnderLoad);
  const milliseconds: number[] = [];
  const errors: string[] = [];
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  const send = async (question: Question, key: string): Promise<void> => {
    try {
      const response = await client.request(getNewUrl(question), key);
      if (response.status === 200) milliseconds.push(response.milliseconds);
      else errors.push(`${question.name}: status ${response.status}`);
    } catch (error) {
      errors.push(`${question.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const runConnection = async (person: number): Promise<void> => {
    const isAllowed = createTrendingLimit();
    for (let turn = person; performance.now() < until; turn += 1) {
      const question = questions[turn % questions.length];
      if (question === undefined) return;
      if (question.path.startsWith('trending.') && !isAllowed()) await sleep(1);
      else await send(question, keys[person % keys.length] ?? '');
    }
  };
  await Promise.all(Array.from({ length: connectionsUnderLoad }, (_, person) => runConnection(person)));
  client.close();
  service.emptyLog();
  return { seconds: (performance.now() - startedAt) / 1000, milliseconds, errors };
}

/** Below the limit of 60 trending requests per minute and user, since some were sent before. */
const trendingInMinute = 50;

function createTrendingLimit(): () => boolean {
  const times: number[] = [];
  return () => {
    const now = performance.now();
    while (times[0] !== undefined && now - times[0] > 60_000) times.shift();
    if (times.length >= trendingInMinute) return false;
    times.push(now);
    return true;
  };
}

export interface Cached {
  readonly name: string;
  readonly bytes: number;
  readonly requestsPerSecond: number;
  readonly bareFastify: number;
  /** The median of the ratios within a round. */
  readonly ratio: number;
}

/** The same query again and again, beside a bare Fastify that sends the same text. */
export async function measureCached(
  { service, keys }: Arena,
  question: Question,
  folder: string,
): Promise<Cached> {
  const [key = ''] = keys;
  const headers = { authorization: `Bearer ${key}` };
  const url = getUrl(question.path, question.input);
  const body = await (await fetch(`${service.address}${url}`, { headers })).text();
  const file = path.join(folder, 'answer.json');
  writeFileSync(file, body);
  const fastify = await startTarget('fastify', [file], folder);
  try {
    const bare: Target = { name: 'bare Fastify', process: fastify, path: '/', headers, expected: body };
    const ours: Target = { ...bare, name: question.name, process: service, path: url };
    for (const target of [bare, ours]) await check(target);
    const run = { connections: 16, seconds: 1 };
    const results = await takeTurns([bare, ours], { rounds: 11, warmUp: 1 }, async (target) => {
      return (await measure(target, run)).requestsPerSecond;
    });
    const [bareSpeeds = [], speeds = []] = results.values();
    return {
      name: question.name,
      bytes: Buffer.byteLength(body),
      requestsPerSecond: median(speeds),
      bareFastify: median(bareSpeeds),
      ratio: median(speeds.map((speed, round) => speed / (bareSpeeds[round] ?? Number.NaN))),
    };
  } finally {
    await fastify.stop();
  }
}
