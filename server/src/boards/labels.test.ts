import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { freshClickHouse } from '../testing/clickhouse.ts';
import { assertConsistent, newTeam, type Person } from '../testing/library.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { boardWith, snapshot, type Board } from '../testing/savedLibrary.ts';
import { startService, type TestService } from '../testing/service.ts';
import { saveAd } from './saveAd.ts';

let clickhouse: ClickHouseEngine;
beforeAll(async () => {
  clickhouse = await freshClickHouse('embedded');
});
afterAll(() => clickhouse.close());

interface Shown {
  readonly hash: string;
  readonly labels: { readonly name: string; readonly color: string }[];
  readonly stage: string | null;
}

describe.each(postgresLanes)('labels and stages on $name', (lane) => {
  let service: TestService;
  let ann: Person;
  let ben: Person;
  let team: number;
  beforeAll(async () => {
    service = await startService(lane, {}, clickhouse);
  });
  afterAll(async () => {
    await assertConsistent(service.db);
    await service.close();
  });
  beforeEach(async () => {
    [ann, ben] = [await service.newcomer(), await service.newcomer()];
    team = await newTeam(service.db, { owner: ann, member: ben });
  });

  const board = (author: Person, name: string, inTeam?: number): Promise<Board> =>
    boardWith(service.db, { author: author.userId, name, ...(inTeam !== undefined && { team: inTeam }) });
  const save = async (where: Board, ...numbers: number[]): Promise<string[]> => {
    const ads = numbers.map((number) => snapshot(number));
    await service.db.transaction(async (tx) => {
      for (const ad of ads) await saveAd(tx, where, ad);
    });
    return ads.map(({ hash }) => hash);
  };
  const label = async (who: Person, name: string, input: object = {}): Promise<number> => {
    const { data, error } = await who.post('labels.create', { name, ...input });
    if (error !== undefined) throw new Error(error.message);
    return data.id;
  };
  const listed = async (who: Person, input: object = {}): Promise<Shown[]> =>
    (await who.get('ads.list', { limit: 100, ...input })).data.ads.map(({ hash, labels, stage }: Shown) => ({
      hash,
      labels: labels.map(({ name, color }) => ({ name, color })),
      stage,
    }));
  const namesOf = (ads: readonly Shown[]): Map<string, string[]> =>
    new Map(ads.map(({ hash, labels }) => [hash, labels.map(({ name }) => name)]));

  it('are given to many saved ads at once, shown with them and listed by name', async () => {
    const hashes = await save(await board(ann, 'Mine'), 1, 2, 3);
    const [first = '', second = '', third = ''] = hashes;
    const [hook, angle] = [await label(ann, 'Hook', { color: 'blue' }), await label(ann, 'angle')];
    expect((await ann.post('ads.setLabels', { hashes, add: [hook, angle] })).data).toEqual({ updated: 3 });
    const changed = await ann.post('ads.setLabels', {
      hashes: [first, second],
      add: [angle],
      remove: [hook],
    });
    expect(changed.data).toEqual({ updated: 2 });
    expect((await ann.post('ads.setStage', { hashes: [first], stage: 'in_production' })).data).toEqual({
      updated: 1,
    });
    expect(new Map((await listed(ann)).map((ad) => [ad.hash, ad]))).toEqual(
      new Map([
        [first, { hash: first, labels: [{ name: 'angle', color: 'gray' }], stage: 'in_production' }],
        [second, { hash: second, labels: [{ name: 'angle', color: 'gray' }], stage: null }],
        [
          third,
          {
            hash: third,
            labels: [
              { name: 'angle', color: 'gray' },
              { name: 'Hook', color: 'blue' },
            ],
            stage: null,
          },
        ],
      ]),
    );
    expect((await ann.get('labels.list')).data).toEqual([
      { id: angle, name: 'angle', color: 'gray', teamId: null, adCount: 3 },
      { id: hook, name: 'Hook', color: 'blue', teamId: null, adCount: 1 },
    ]);
    expect((await ann.get('ads.getDetails', { hash: third })).data).toMatchObject({
      labels: [{ name: 'angle' }, { name: 'Hook' }],
      stage: null,
    });
    expect((await ben.get('labels.list')).data).toEqual([]);
  });

  it('of a team are given to its copy only, and to no copy of somebody else', async () => {
    const [[hash = '']] = [await save(await board(ann, 'Shared', team), 1)];
    await save(await board(ann, 'Mine'), 1);
    const [ours, mine] = [await label(ben, 'Ours', { teamId: team }), await label(ann, 'Mine')];
    expect((await ben.post('ads.setLabels', { hashes: [hash], teamId: team, add: [ours] })).status).toBe(200);
    const wrong = await ann.post('ads.setLabels', { hashes: [hash], teamId: team, add: [mine] });
    expect([wrong.status, wrong.error.data]).toMatchObject([404, { resource: 'label', value: mine }]);
    expect(await listed(ann)).toEqual([{ hash, labels: [], stage: null }]);
    expect(await listed(ben)).toEqual([{ hash, labels: [{ name: 'Ours', color: 'gray' }], stage: null }]);
  });

  it('have names that are unique per owner, whatever the case', async () => {
    const id = await label(ann, 'Hook');
    const again = await ann.post('labels.create', { name: ' HOOK ' });
    expect([again.status, again.error.message]).toEqual([
      409,
      'There is already a label HOOK; choose another name.',
    ]);
    const other = await label(ann, 'Angle');
    expect((await ann.post('labels.update', { id: other, name: 'hook' })).status).toBe(409);
    expect((await ann.post('labels.update', { id, name: 'hook', color: 'pink' })).data).toMatchObject({
      name: 'hook',
      color: 'pink',
    });
    expect(await label(ann, 'Hook', { teamId: team })).toBeGreaterThan(0);
  });

  it('leave the ads saved when a label is deleted', async () => {
    const [hash = ''] = await save(await board(ann, 'Mine'), 1);
    const id = await label(ann, 'Hook');
    await ann.post('ads.setLabels', { hashes: [hash], add: [id] });
    expect((await ann.post('labels.delete', { id })).data).toEqual({ success: true });
    expect(await listed(ann)).toEqual([{ hash, labels: [], stage: null }]);
  });

  it('change nothing if one of the ads is not saved', async () => {
    const hashes = await save(await board(ann, 'Mine'), 1);
    const missing = 'f'.repeat(32);
    const result = await ann.post('ads.setStage', { hashes: [...hashes, missing], stage: 'done' });
    expect([result.status, result.error.data.value]).toEqual([404, missing]);
    expect((await listed(ann)).map(({ stage }) => stage)).toEqual([null]);
  });

  it('follow a board into a team and out of it, and join those of an ad that is there already', async () => {
    const mine = await board(ann, 'Mine');
    const other = await board(ann, 'Other');
    const [both = '', moved = ''] = await save(mine, 1, 2);
    const [copied = ''] = await save(mine, 3);
    await save(other, 3);
    await save(await board(ann, 'Shared', team), 1);
    const [hook, angle] = [await label(ann, 'Hook', { color: 'red' }), await label(ann, 'Angle')];
    const ours = await label(ann, 'hook', { teamId: team, color: 'blue' });
    const more = await label(ann, 'More', { teamId: team });
    await ann.post('ads.setLabels', { hashes: [both, moved, copied], add: [hook, angle] });
    await ann.post('ads.setLabels', { hashes: [both], teamId: team, add: [more] });
    await ann.post('ads.setStage', { hashes: [both, moved, copied], stage: 'shortlisted' });
    await ann.post('ads.setStage', { hashes: [both], teamId: team, stage: 'done' });
    expect((await ann.post('boards.update', { id: mine.id, teamId: team })).status).toBe(200);

    const inTeam = await listed(ben, { boardId: mine.id });
    expect(namesOf(inTeam)).toEqual(
      new Map([
        [both, ['Angle', 'hook', 'More']],
        [moved, ['Angle', 'hook']],
        [copied, ['Angle', 'hook']],
      ]),
    );
    expect(new Map(inTeam.map(({ hash, stage }) => [hash, stage]))).toEqual(
      new Map([
        [both, 'done'],
        [moved, 'shortlisted'],
        [copied, 'shortlisted'],
      ]),
    );
    expect(namesOf(await listed(ann, { boardId: other.id })).get(copied)).toEqual(['Angle', 'Hook']);
    const colors = (await ben.get('labels.list')).data as { id: number; name: string; color: string }[];
    expect(colors.find(({ id }) => id === ours)).toMatchObject({ name: 'hook', color: 'blue' });

    expect((await ann.post('teams.delete', { id: team })).status).toBe(200);
    expect(namesOf(await listed(ann, { boardId: mine.id })).get(both)).toEqual(['Angle', 'Hook', 'More']);
    expect((await ben.get('labels.list')).data).toEqual([]);
  });

  it('are counted and filtered like a plain loop over the ads does', async () => {
    const [mine, ours] = [await board(ann, 'Mine'), await board(ann, 'Shared', team)];
    const names = ['a', 'b', 'c'];
    const ids: number[] = [];
    for (const name of names) ids.push(await label(ann, name), await label(ann, name, { teamId: team }));
    const stages = ['to_review', 'shortlisted', 'in_production', 'done', null] as const;
    const saved = fc.record({
      number: fc.integer({ min: 1, max: 12 }),
      isTeam: fc.boolean(),
      labels: fc.subarray([0, 1, 2]),
      stage: fc.constantFrom(...stages),
    });
    const plan = fc.uniqueArray(saved, {
      minLength: 1,
      maxLength: 16,
      selector: ({ number, isTeam }) => `${number} ${isTeam}`,
    });
    const filter = fc.record({
      isBoard: fc.boolean(),
      labelIds: fc.subarray(ids),
      stages: fc.subarray(['to_review', 'done', 'none']),
    });
    await fc.assert(
      fc.asyncProperty(plan, filter, async (ads, { isBoard, labelIds, stages: wanted }) => {
        const rows = ads.map((one) => ({
          ...one,
          hash: snapshot(one.number).hash,
          ids: one.labels.map((index) => ids[2 * index + Number(one.isTeam)] ?? 0),
        }));
        for (const { number, isTeam, hash, ids: add, stage } of rows) {
          await save(isTeam ? ours : mine, number);
          const copy = { hashes: [hash], ...(isTeam && { teamId: team }) };
          await ann.post('ads.setLabels', { ...copy, add });
          await ann.post('ads.setStage', { ...copy, stage });
        }
        const shown = rows.filter(({ isTeam, hash }) =>
          isBoard ? isTeam : !isTeam || rows.every((other) => other.isTeam || other.hash !== hash),
        );
        const matching = shown.filter(
          (row) =>
            (labelIds.length === 0 || row.ids.some((id) => labelIds.includes(id))) &&
            (wanted.length === 0 || wanted.includes(row.stage ?? 'none')),
        );
        const on = isBoard ? { boardId: ours.id } : {};
        const found = await listed(ann, { ...on, labelIds, stages: wanted });
        expect(found.map(({ hash }) => hash).toSorted()).toEqual(matching.map(({ hash }) => hash).toSorted());
        const { counts } = (await ann.get('ads.getFilterValues', on)).data;
        for (const [id, count] of Object.entries(counts.labels)) {
          expect(count).toBe(shown.filter((row) => row.ids.includes(Number(id))).length);
        }
        for (const stage of stages) {
          const count = shown.filter((row) => row.stage === stage).length;
          expect(counts.stages[stage ?? 'none']).toBe(count);
        }
        for (const { isTeam, hash } of rows)
          await ann.post('ads.delete', { hash, ...(isTeam && { teamId: team }) });
      }),
      { numRuns: 20 },
    );
  });
});
