import { createClient, dataOf, newAddressOf, type Client } from './client.ts';
import { difference } from './equality.ts';
import type { Peer } from './peer.ts';
import type { Question } from './questions.ts';
import { nodeOptions, startTarget, type MessagedTarget } from '../process.ts';
import type { Order, Report } from '../targets/research.ts';

/** Milliseconds of each round. */
export interface Times {
  readonly overHttp: number[];
  /** Empty if the service does not query its engine. */
  readonly engineAlone: number[];
  /** By the name of the peer. */
  readonly peers: Readonly<Record<string, number[]>>;
}

export type Results = ReadonlyMap<Question, Times>;

export interface Arena {
  readonly service: MessagedTarget;
  readonly keys: readonly string[];
  readonly peers: readonly Peer[];
}

/** The service with the index that was loaded. */
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

/** The total time limit and the minimum number of runs for a slow peer. */
const patienceMilliseconds = 5000;
const leastRounds = 3;

/** Whose times do not count: what runs for the first times is slow. */
const warmRounds = 3;

/** All take turns with each question in each round, so that what disturbs the machine disturbs all of them. */
export async function takeRounds(
  arena: Arena,
  questions: readonly Question[],
  rounds: number,
): Promise<Results> {
  const client = createClient(arena.service.address, 1);
  const results = new Map(questions.map((question) => [question, noTimes(arena.peers)]));
  try {
    for (const question of questions) {
      await compareAnswers(arena, client, question);
      for (let round = 0; round < warmRounds; round += 1) {
        await takeTurn(arena, client, question, noTimes([]), round);
      }
    }
    for (let round = 0; round < rounds; round += 1) {
      for (const [question, times] of results) await takeTurn(arena, client, question, times, round);
      arena.service.emptyLog();
    }
  } finally {
    client.close();
  }
  return results;
}

function noTimes(peers: readonly Peer[]): Times {
  return { overHttp: [], engineAlone: [], peers: Object.fromEntries(peers.map(({ name }) => [name, []])) };
}

/** A fast wrong answer is worth nothing. */
async function compareAnswers({ keys, peers }: Arena, client: Client, question: Question): Promise<void> {
  const response = await client.request(newAddressOf(question), keys[0] ?? '');
  const ours = question.rows(dataOf(response, question) as never);
  if (ours.length === 0) throw new Error(`${question.name}: the answer is empty.`);
  for (const peer of peers) {
    const theirs = question.peerRows(await peer.query(question.inWordsOf(peer.dialect)));
    const differs = difference(ours, theirs);
    if (differs !== undefined)
      throw new Error(`${question.name}: ${peer.name} answers otherwise: ${differs}.`);
  }
}

async function takeTurn(
  { service, keys, peers }: Arena,
  client: Client,
  question: Question,
  times: Times,
  round: number,
): Promise<void> {
  await sendOrder(service, 'note');
  const response = await client.request(newAddressOf(question), keys[round % keys.length] ?? '');
  dataOf(response, question);
  times.overHttp.push(response.milliseconds);
  const alone = await sendOrder(service, 'run alone');
  if (alone !== null) times.engineAlone.push(alone);
  for (const peer of peers) {
    const own = times.peers[peer.name];
    if (own === undefined) continue;
    const spent = own.reduce((sum, each) => sum + each, 0);
    if (own.length >= leastRounds && spent > patienceMilliseconds) continue;
    const peerQuestion = question.inWordsOf(peer.dialect);
    const startedAt = performance.now();
    await peer.query(peerQuestion);
    own.push(performance.now() - startedAt);
  }
}
