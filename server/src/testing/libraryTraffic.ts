import type { Board } from '@magpie/contract';
import { expect } from 'vitest';
import { adHash } from '../ads/identity.ts';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { openAd, plainCatalog } from './catalog.ts';
import { assertConsistent, newTeam } from './library.ts';
import type { PostgresLane } from './postgresLane.ts';
import { startService, type Client, type Reply, type TestService } from './service.ts';

const clientCount = 32;
/** Ads that everybody saves everywhere. */
const shared = Array.from({ length: 12 }, (_, index) => `shared-${index}`);
const hashOf = (name: string): string => adHash(`meta:${name}`);

/** What all clients know of each other. */
interface World {
  readonly service: TestService;
  readonly teams: readonly number[];
  /** Boards that anybody may remove, by id. */
  readonly boards: Set<number>;
  /** Boards that nobody removes: each belongs to a client, who alone names it, while everybody moves it. */
  readonly steady: number[];
  /** Boards on which ads come and go, and which are never moved; what was put on and taken off is counted. */
  readonly counted: readonly number[];
  readonly balance: Map<string, number>;
  /** How often which status was answered. */
  readonly answers: Map<string, number>;
  readonly removed: number[];
  created: number;
}

/** A client with the board and the ad that only it writes on. */
interface Worker {
  readonly client: Client;
  readonly boardId: number;
  readonly hash: string;
  /** The last that was acknowledged. */
  name: string;
  note: string;
  turn: number;
}

/** Which statuses an operation may be answered with: what somebody else just did is the reason for all but 200. */
const fine: Readonly<Record<string, readonly number[]>> = {
  create: [200],
  createBelow: [200, 400, 404, 409],
  order: [200, 404, 409],
  parent: [200, 400, 404, 409],
  team: [200, 404, 409],
  remove: [200, 404, 409],
  save: [200, 404, 409],
  takeOff: [200, 404, 409],
  delete: [200, 403, 404],
  rename: [200, 409],
  note: [200],
  publish: [200, 404, 409],
  journey: [200],
  look: [200],
};

const anyOf = <Item>(items: readonly Item[]): Item => {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('there is nothing to choose from');
  return item;
};

/** A machine with much else to do gets longer. */
const patience = 60_000;

/**
 * Has 32 clients work on the same boards for a while, and as long as it takes until these operations have come through
 * (within reason), and then checks all invariants of the library. Returns the operations that never succeeded.
 */
export async function withParallelClients(
  lane: PostgresLane,
  clickhouse: ClickHouseEngine,
  milliseconds: number,
  awaited: readonly string[],
): Promise<string[]> {
  const service = await startService(lane, {}, clickhouse);
  try {
    const { world, workers } = await prepare(service, clickhouse);
    const end = performance.now() + milliseconds;
    let hasFailed = false;
    const neverThrough = (operations: readonly string[]): string[] =>
      operations.filter((operation) => !world.answers.has(`${operation} 200`));
    const isOver = (): boolean => {
      const late = performance.now() - end;
      return hasFailed || late > patience || (late > 0 && neverThrough(awaited).length === 0);
    };
    const untilOver = async (work: () => Promise<void>): Promise<void> => {
      try {
        while (!isOver()) await work();
      } finally {
        hasFailed ||= !isOver();
      }
    };
    // All of them end before the service is closed, so that the first failure is reported.
    const ended = await Promise.allSettled([
      ...workers.map((worker) => untilOver(() => step(world, worker))),
      untilOver(() => watch(service)),
    ]);
    for (const result of ended) if (result.status === 'rejected') throw result.reason;
    await check(world, workers);
    return neverThrough(Object.keys(fine));
  } finally {
    await service.close();
  }
}

async function prepare(
  service: TestService,
  clickhouse: ClickHouseEngine,
): Promise<{ world: World; workers: Worker[] }> {
  const names = [...shared, ...Array.from({ length: clientCount }, (_, index) => `own-${index}`)];
  await plainCatalog(clickhouse, service.db).recordAds(
    names.map((name) => openAd({ key: `meta:${name}` })),
    { source: 'test', seenAt: new Date() },
  );
  const owner = await service.newcomer();
  const [admin, member] = [await service.newcomer(), await service.newcomer()];
  const teams = [
    await newTeam(service.db, { owner, admin, member }),
    await newTeam(service.db, { owner, admin, member }),
  ];
  const counted = await Promise.all([1, 2].map(() => newBoard(owner, { teamId: teams[0] })));
  const world: World = {
    service,
    teams,
    boards: new Set(),
    steady: [],
    counted,
    balance: new Map(),
    answers: new Map(),
    removed: [],
    created: 0,
  };
  const workers = await Promise.all(
    Array.from({ length: clientCount }, (_, index) => newWorker(world, anyOf([owner, admin, member]), index)),
  );
  return { world, workers };
}

async function newBoard(client: Client, input: object): Promise<number> {
  const { data, error } = await client.post('boards.create', { name: 'Board', ...input });
  if (error !== undefined) throw new Error(error.message);
  return data.id;
}

async function newWorker(world: World, client: Client, index: number): Promise<Worker> {
  const boardId = await newBoard(client, { teamId: anyOf(world.teams) });
  const hash = hashOf(`own-${index}`);
  const { error } = await client.post('ads.addToBoard', { boardId, hash, note: 'Note 0' });
  if (error !== undefined) throw new Error(error.message);
  world.steady.push(boardId);
  return { client, boardId, hash, name: 'Board', note: 'Note 0', turn: 0 };
}

/** Sends a request, counts the response, and records an unexpected one. */
async function request(world: World, operation: string, reply: Promise<Reply>): Promise<Reply> {
  const got = await reply;
  const line = `${operation} ${got.status}`;
  world.answers.set(line, (world.answers.get(line) ?? 0) + 1);
  if (!(fine[operation] ?? []).includes(got.status)) {
    throw new Error(`${line}: ${got.error?.message ?? ''}`);
  }
  return got;
}

type Step = (world: World, worker: Worker) => Promise<void>;

/** The oftener an operation stands here, the oftener it is done. */
const steps: readonly Step[] = [
  create,
  create,
  move,
  move,
  changeParent,
  changeTeam,
  remove,
  save,
  save,
  save,
  takeOff,
  takeOff,
  deleteAd,
  rename,
  rename,
  writeNote,
  writeNote,
  publish,
  journey,
  look,
];

const step: Step = (world, worker) => anyOf(steps)(world, worker);

/** A board that may be gone, moved, or just being moved. */
const anyBoard = (world: World): number => anyOf([...world.boards, ...world.steady]);

async function create(world: World, { client }: Worker): Promise<void> {
  const isBelow = Math.random() < 0.5;
  const input = isBelow ? { parentBoardId: anyBoard(world) } : { teamId: anyOf(world.teams) };
  // More boards make each of them less contended.
  if (world.boards.size > 60) return;
  const created = client.post('boards.create', { name: 'Board', ...input });
  const { status, data } = await request(world, isBelow ? 'createBelow' : 'create', created);
  if (status !== 200) return;
  world.created++;
  world.boards.add(data.id);
}

async function move(world: World, { client }: Worker): Promise<void> {
  const order = Math.floor(Math.random() * 40);
  await request(world, 'order', client.post('boards.update', { id: anyBoard(world), order }));
}

async function changeParent(world: World, { client }: Worker): Promise<void> {
  const parentBoardId = Math.random() < 0.3 ? null : anyBoard(world);
  await request(world, 'parent', client.post('boards.update', { id: anyBoard(world), parentBoardId }));
}

async function changeTeam(world: World, { client }: Worker): Promise<void> {
  const input = { id: anyBoard(world), teamId: anyOf(world.teams) };
  await request(world, 'team', client.post('boards.update', input));
}

async function remove(world: World, { client }: Worker): Promise<void> {
  if (world.boards.size === 0) return;
  const id = anyOf([...world.boards]);
  const { status } = await request(world, 'remove', client.post('boards.remove', { id }));
  if (status === 409) return;
  world.boards.delete(id);
  if (status === 200) world.removed.push(id);
}

async function save(world: World, { client }: Worker): Promise<void> {
  const isCounted = Math.random() < 0.4;
  const boardId = isCounted ? anyOf(world.counted) : anyBoard(world);
  const hash = hashOf(anyOf(shared.slice(0, 6)));
  const chosen = isCounted ? hash : hashOf(anyOf(shared));
  const saved = client.post('ads.addToBoard', { boardId, hash: chosen });
  const { data } = await request(world, 'save', saved);
  if (isCounted && data?.created === true) count(world, boardId, chosen, 1);
}

async function takeOff(world: World, { client }: Worker): Promise<void> {
  const isCounted = Math.random() < 0.4;
  const boardId = isCounted ? anyOf(world.counted) : anyBoard(world);
  const hash = hashOf(anyOf(isCounted ? shared.slice(0, 6) : shared));
  const { status } = await request(world, 'takeOff', client.post('ads.removeFromBoard', { boardId, hash }));
  if (isCounted && status === 200) count(world, boardId, hash, -1);
}

function count({ balance }: World, boardId: number, hash: string, change: number): void {
  const key = `${boardId} ${hash}`;
  balance.set(key, (balance.get(key) ?? 0) + change);
}

/** Never one of those that are counted. */
async function deleteAd(world: World, { client }: Worker): Promise<void> {
  const hash = hashOf(anyOf(shared.slice(6)));
  await request(world, 'delete', client.post('ads.delete', { hash }));
}

async function rename(world: World, worker: Worker): Promise<void> {
  const name = `Name ${++worker.turn}`;
  const renamed = worker.client.post('boards.update', { id: worker.boardId, name });
  const { status } = await request(world, 'rename', renamed);
  if (status === 200) worker.name = name;
}

async function writeNote(world: World, worker: Worker): Promise<void> {
  const note = `Note ${++worker.turn}`;
  await request(world, 'note', worker.client.post('ads.setNote', { hash: worker.hash, note }));
  worker.note = note;
}

async function publish(world: World, { client }: Worker): Promise<void> {
  await request(world, 'publish', client.post('boards.togglePublic', { id: anyBoard(world) }));
}

/** A board with ads that goes from a team to its author, on to another team, and away. Nobody else knows it. */
async function journey(world: World, { client }: Worker): Promise<void> {
  const [here, there] = world.teams;
  const id = await newBoard(client, { teamId: here });
  for (const name of [anyOf(shared), anyOf(shared)]) {
    await request(world, 'journey', client.post('ads.addToBoard', { boardId: id, hash: hashOf(name) }));
  }
  for (const teamId of [null, there]) {
    await request(world, 'journey', client.post('boards.update', { id, teamId }));
  }
  await request(world, 'journey', client.post('boards.remove', { id }));
}

/** What a reader sees meanwhile is whole too. */
async function look(world: World, { client }: Worker): Promise<void> {
  const { data: boards } = await request(world, 'look', client.get('boards.list'));
  for (const teamId of world.teams) {
    const orders = boards.flatMap((board: Board) => (board.teamId === teamId ? [board.order] : []));
    expect(orders).toEqual(orders.map((_: number, index: number) => index));
  }
  const { data } = await request(world, 'look', client.get('ads.list', { limit: 100 }));
  const hashes = data.ads.map(({ hash }: { hash: string }) => hash);
  expect(new Set(hashes).size).toBe(hashes.length);
  await request(world, 'look', client.get('ads.listBoardsContaining', { hash: hashOf(anyOf(shared)) }));
}

/** What is promised at the end is promised at every moment. */
async function watch({ db }: TestService): Promise<void> {
  await assertConsistent(db);
  await new Promise((done) => void setTimeout(done, 100));
}

async function check(world: World, workers: readonly Worker[]): Promise<void> {
  const { service, counted, balance, removed, created } = world;
  await assertConsistent(service.db);

  // No board was made twice, removed twice, or lost.
  expect(new Set(removed).size).toBe(removed.length);
  const boards = await service.db.query<{ id: number; name: string }>('SELECT id, name FROM boards');
  expect(boards).toHaveLength(counted.length + workers.length + created - removed.length);
  expect(new Set(boards.map(({ id }) => id))).toEqual(
    new Set([...counted, ...world.steady, ...world.boards]),
  );

  // Boards and ads with a single writer have the last acknowledged value.
  const nameOf = new Map(boards.map(({ id, name }) => [id, name]));
  const notes = await service.db.query<{ hash: string; note: string }>(
    'SELECT ad_hash AS hash, note FROM saved_ads',
  );
  for (const { boardId, name, hash, note } of workers) {
    expect(nameOf.get(boardId)).toBe(name);
    expect(notes.filter((saved) => saved.hash === hash).map((saved) => saved.note)).toEqual([note]);
  }

  // What was put on the counted boards and not taken off is on them.
  const held = await service.db.query<{ key: string }>(
    `SELECT link.board_id || ' ' || saved.ad_hash AS key
     FROM board_ads link JOIN saved_ads saved ON saved.id = link.saved_ad_id
     WHERE link.board_id = ANY ($1)`,
    [counted],
  );
  const left = [...balance].filter(([, times]) => times !== 0);
  expect(new Set(left.map(([, times]) => times))).toEqual(new Set(left.length === 0 ? [] : [1]));
  expect(held.map(({ key }) => key).toSorted()).toEqual(left.map(([key]) => key).toSorted());
}
