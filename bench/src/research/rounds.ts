import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, sum, takeTurns, timed } from '../harness.ts';
import { check, createClient, getUrl, measure, type Target, type TimedResponse } from '../measure.ts';
import { nodeOptions, startTarget, type MessagedTarget } from '../process.ts';
import { peakMegabytes } from '../usage.ts';
import type { Order, Report } from '../targets/research.ts';
import { difference } from './equality.ts';
import { queryPeer, type Peer } from './peers.ts';
import type { Question } from './questions.ts';

/** Milliseconds of each round. */
export interface Times {
  readonly overHttp: number[];
  /** Over HTTP too, if the response was from memory. */
  readonly withoutMemory: number[];
  /** The statements of the response, or of the one without memory. Empty if there are none. */
  readonly engineAlone: number[];
  readonly peers: Readonly<Record<string, number[]>>;
}

export type Results = ReadonlyMap<Question, Times>;

export interface Arena {
  readonly service: MessagedTarget;
  /** The address of the same service without memory. */
  readonly plainAddress: string;
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

export async function findPlainAddress(service: MessagedTarget): Promise<string> {
  return (await service.send<Report>('address without memory' satisfies Order)).address ?? '';
}

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
/** A peer that takes longer is measured once, when its rows are compared. */
const maxRoundMilliseconds = 20_000;

export async function measureQuestions(
  { service, plainAddress, keys, peers }: Arena,
  questions: readonly Question[],
  rounds: number,
): Promise<Results> {
  const client = createClient(service.address, 1);
  const plainClient = createClient(plainAddress, 1);
  const results = new Map(
    questions.map((question): [Question, Times] => {
      const peerTimes = Object.fromEntries(peers.map(({ name }) => [name, []]));
      return [question, { overHttp: [], withoutMemory: [], engineAlone: [], peers: peerTimes }];
    }),
  );
  try {
    for (const [question, times] of results) {
      const response = await requestFirst(client, question, keys[0] ?? '');
      if (response === null) {
        results.delete(question);
        continue;
      }
      for (const [peer, milliseconds] of await compareRows(question, peers, response))
        if (milliseconds > maxRoundMilliseconds) times.peers[peer]?.push(milliseconds);
    }
    await takeTurns([...results], { rounds }, async ([question, times], round) => {
      await sendOrder(service, 'note');
      const key = keys[Math.abs(round) % keys.length] ?? '';
      const response = await client.request(getNewUrl(question), key);
      parseData(response, question);
      let alone = await sendOrder(service, 'run alone');
      if (alone === null) {
        await sendOrder(service, 'note');
        const plain = await plainClient.request(getNewUrl(question), key);
        parseData(plain, question);
        alone = await sendOrder(service, 'run alone');
        if (round >= 0) times.withoutMemory.push(plain.milliseconds);
      }
      service.emptyLog();
      if (round < 0) return;
      times.overHttp.push(response.milliseconds);
      if (alone !== null) times.engineAlone.push(alone);
      for (const peer of peersFor(question, peers)) {
        const own = times.peers[peer.name] ?? [];
        const isSlow = sum(own) > (own.length < minPeerRounds ? maxRoundMilliseconds : maxPeerMilliseconds);
        if (isSlow) continue;
        own.push((await timed(() => queryPeer(peer, question))).milliseconds);
      }
    });
  } finally {
    client.close();
    plainClient.close();
  }
  return results;
}

const busy = 503;
/** The first question of its kind reads what others have in memory, so it may be refused although the next one is not. */
const firstTries = 3;

/** @returns null for a question that the engine cannot answer within its limits at this size; the service says so */
async function requestFirst(
  client: ReturnType<typeof createClient>,
  question: Question,
  key: string,
): Promise<TimedResponse | null> {
  for (let tries = 1; ; tries += 1) {
    const response = await client.request(getNewUrl(question), key);
    if (response.status !== busy) return response;
    if (tries < firstTries) continue;
    console.log(`- _${question.name}_ is refused with 503: ${response.body.slice(0, 300)}`);
    return null;
  }
}

export interface Cold {
  readonly overHttp: number[];
  readonly engineAlone: number[];
}

/** Long enough for the service to notice a recording of another node. */
const noticeMilliseconds = 1100;

/** The first question about each advertiser after the memory was cleared, beside the engine alone with the same statements. */
export async function measureCold(
  { service, keys: [key = ''] }: Arena,
  questions: readonly Question[],
  rounds: number,
): Promise<ReadonlyMap<Question, Cold>> {
  const client = createClient(service.address, 1);
  const selected = questions.filter(({ path: procedure }) => procedure === 'brandSpy.getOverview');
  const results = new Map(
    selected.map((question): [Question, Cold] => [question, { overHttp: [], engineAlone: [] }]),
  );
  const other: Question = {
    ...selected[0],
    input: { companyName: 'an advertiser that is not stored' },
  } as Question;
  for (let round = -1; round < rounds; round += 1) {
    await sendOrder(service, 'forget');
    await sleep(noticeMilliseconds);
    // The first request after the recording clears the memory.
    await client.request(getNewUrl(other), key);
    for (const [question, times] of results) {
      await sendOrder(service, 'note');
      const response = await client.request(getNewUrl(question), key);
      parseData(response, question);
      const alone = await sendOrder(service, 'run alone');
      if (round < 0 || alone === null) continue;
      times.overHttp.push(response.milliseconds);
      times.engineAlone.push(alone);
    }
  }
  client.close();
  return results;
}

function peersFor({ statements }: Question, peers: readonly Peer[]): readonly Peer[] {
  return statements === null ? [] : peers;
}

/** A fast wrong response is worth nothing. Returns the time that each peer took. */
async function compareRows(question: Question, peers: readonly Peer[], response: TimedResponse) {
  const times = new Map<string, number>();
  const ours = question.rows(parseData(response, question) as never);
  if (ours.length === 0) throw new Error(`${question.name}: the response is empty.`);
  for (const peer of peersFor(question, peers)) {
    const { milliseconds, value: rows } = await timed(() => queryPeer(peer, question));
    times.set(peer.name, milliseconds);
    const differs = difference(ours, question.peerRows?.(rows) ?? rows);
    if (differs !== undefined)
      throw new Error(`${question.name}: ${peer.name} has another result: ${differs}.`);
  }
  return times;
}

export const connectionsUnderLoad = 64;

export type UnderLoad = Awaited<ReturnType<typeof measureUnderLoad>>;

/** How many advertisers the mixed load is about. */
export const advertisersUnderLoad = 2000;

/** The questions about an advertiser, each about all of these advertisers. */
export function spreadQuestions(questions: readonly Question[], names: readonly string[]): Question[] {
  const selected = questions.filter(({ name }) => name.includes(', small'));
  // Neighbours in the list are about different advertisers.
  return selected.flatMap((question) =>
    names.map((companyName) => ({ ...question, input: { companyName } })),
  );
}

/**
 * Each connection is a different user and sends the queries one after the other, from a different one on.
 * @param seconds Infinity to send every query once
 */
export async function measureUnderLoad(
  { service, keys }: Arena,
  questions: readonly Question[],
  seconds: number,
) {
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
    const startOf = (each: number): number => Math.floor((each * questions.length) / connectionsUnderLoad);
    const end = Number.isFinite(seconds) ? Number.POSITIVE_INFINITY : startOf(person + 1);
    for (let turn = startOf(person); turn < end && performance.now() < until; turn += 1) {
      const question = questions[turn % questions.length];
      if (question === undefined) return;
      if (question.path.startsWith('trending.') && !isAllowed()) await sleep(1);
      else await send(question, keys[person % keys.length] ?? '');
    }
  };
  await Promise.all(Array.from({ length: connectionsUnderLoad }, (_, person) => runConnection(person)));
  client.close();
  service.emptyLog();
  const peak = peakMegabytes(service.pid);
  return { seconds: (performance.now() - startedAt) / 1000, milliseconds, errors, peakMegabytes: peak };
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

export type Cached = Awaited<ReturnType<typeof measureCached>>;

/** The same query again and again, beside a bare Fastify that sends the same text. */
export async function measureCached({ service, keys }: Arena, question: Question, folder: string) {
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
      // Within a round, so that a slower machine affects both sides.
      ratio: median(speeds.map((speed, round) => speed / (bareSpeeds[round] ?? Number.NaN))),
    };
  } finally {
    await fastify.stop();
  }
}
