import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adHash } from '../catalog/identity.ts';
import type { ClickHouseEngine } from '../kernel/clickhouse/clickhouse.ts';
import { openAd, plainCatalog } from '../testing/catalog.ts';
import { freshClickHouse } from '../testing/clickhouse.ts';
import { mustBeSound, newTeam, type Person } from '../testing/library.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { startService, type TestService } from '../testing/service.ts';

const clients = 32;
const actsOfEach = 5;
const seenAt = new Date('2026-01-01');

/** Ads that everybody saves and deletes, and one of each client that nobody deletes. */
const wanted = Array.from({ length: 5 }, (_, index) => `wanted${index}`);
const kept = Array.from({ length: clients }, (_, index) => `kept${index}`);
const hashOf = (id: string): string => adHash(`meta:${id}`);

describe.each(postgresLanes)('many who save and delete at once on $name', (lane) => {
  let clickhouse: ClickHouseEngine;
  let service: TestService;
  let ann: Person;
  let teamId = 0;
  beforeAll(async () => {
    clickhouse = await freshClickHouse('embedded');
    service = await startService(lane, {}, clickhouse);
    ann = await service.newcomer();
    teamId = await newTeam(service.db, { admin: ann });
    const ads = [...wanted, ...kept].map((id) => openAd({ key: `meta:${id}` }));
    await plainCatalog(clickhouse, service.db).recordAds(ads, { source: 'test', seenAt });
  });
  afterAll(async () => {
    await service.close();
    await clickhouse.close();
  });

  const newBoard = async (input: object = {}): Promise<number> =>
    (await ann.post('boards.create', { name: 'Board', ...input })).data.id;

  it('no ad is saved twice, left without a board or lost, whatever they do', async () => {
    const shared = [
      await newBoard(),
      await newBoard(),
      await newBoard({ teamId }),
      await newBoard({ teamId }),
    ];
    const safe = await newBoard();
    const statuses = new Map<number, number>();
    const work = async (client: number): Promise<void> => {
      const dice = randomFrom(client + 1);
      const act = acts(ann, shared, teamId, dice);
      await ann.post('ads.addToBoard', { boardId: safe, hash: hashOf(`kept${client}`) });
      for (let done = 0; done < actsOfEach; done += 1) {
        const { status } = await act();
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    await Promise.all(kept.map((_, client) => work(client)));
    expect([...statuses.keys()].filter((status) => ![200, 404, 409].includes(status))).toEqual([]);
    expect(statuses.get(200)).toBeGreaterThan((clients * actsOfEach) / 3);
    await mustBeSound(service.db);
    const boards: { id: number; adCount: number }[] = (await ann.get('boards.list')).data;
    expect(boards.find(({ id }) => id === safe)?.adCount).toBe(clients);
  });

  it('one ad saved by many to the same board at once is one saved ad, created once', async () => {
    const boardId = await newBoard();
    const hash = hashOf('wanted0');
    await ann.post('ads.delete', { hash });
    const replies = await Promise.all(
      Array.from({ length: clients }, () => ann.post('ads.addToBoard', { boardId, hash })),
    );
    expect(replies.filter(({ data }) => data.created)).toHaveLength(1);
    await mustBeSound(service.db);
  });
});

/** Something that a client does next. */
function acts(
  who: Person,
  shared: number[],
  teamId: number,
  dice: (below: number) => number,
): () => ReturnType<Person['post']> {
  const board = (): number => shared[dice(shared.length)] ?? 0;
  const hash = (): string => hashOf(wanted[dice(wanted.length)] ?? '');
  return async () => {
    const chance = dice(100);
    if (chance < 45) return who.post('ads.addToBoard', { boardId: board(), hash: hash() });
    if (chance < 65) return who.post('ads.removeFromBoard', { boardId: board(), hash: hash() });
    if (chance < 72) return who.post('ads.delete', { hash: hash() });
    if (chance < 80) return who.post('ads.setNote', { hash: hash(), note: String(chance) });
    if (chance < 88)
      return who.post('boards.update', { id: board(), teamId: chance % 2 === 0 ? teamId : null });
    if (chance < 94) return who.post('boards.update', { id: board(), order: dice(9) });
    const at = dice(shared.length);
    const [removed] = shared.splice(at, 1, (await who.post('boards.create', { name: 'New' })).data.id);
    return who.post('boards.remove', { id: removed });
  };
}

/** The same numbers in every run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) >>> 0;
    return state % below;
  };
}
