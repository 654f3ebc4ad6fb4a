import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newTeam as newTeamIn, type Person } from '../testing/library.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { startService, type Client, type TestService } from '../testing/service.ts';
import { subtree } from './boards.sql.ts';

describe.each(postgresLanes)('boards on $name', (lane) => {
  let service: TestService;
  let ann: Person;
  let ben: Person;
  beforeAll(async () => {
    service = await startService(lane);
  });
  afterAll(() => service.close());
  const meet = async (): Promise<void> => {
    [ann, ben] = [await service.newcomer(), await service.newcomer()];
  };

  const create = async (
    who: Client,
    input: object,
  ): Promise<{ id: number; order: number; parentBoardId: number | null; teamId: number | null }> => {
    const { data, error } = await who.post('boards.create', input);
    if (error !== undefined) throw new Error(error.message);
    return data;
  };
  const list = async (
    who: Client,
  ): Promise<
    { id: number; name: string; order: number; parentBoardId: number | null; teamId: number | null }[]
  > => (await who.get('boards.list')).data;
  const names = async (who: Client): Promise<string[]> => (await list(who)).map((board) => board.name);
  const newTeam = (members: Parameters<typeof newTeamIn>[1]): Promise<number> =>
    newTeamIn(service.db, members);

  describe('create and list', () => {
    it('200: a new account has none; boards are listed in creation order', async () => {
      await meet();
      expect(await list(ann)).toEqual([]);
      for (const name of ['A', 'B', 'C']) await create(ann, { name });
      const boards = await list(ann);
      expect(boards.map(({ name, order }) => [name, order])).toEqual([
        ['A', 0],
        ['B', 1],
        ['C', 2],
      ]);
      expect(boards[0]).toMatchObject({
        slug: null,
        description: null,
        published: false,
        views: 0,
        adCount: 0,
        parentBoardId: null,
        teamId: null,
        authorId: ann.userId,
      });
      expect(await list(ben)).toEqual([]);
    });

    it('the name is trimmed and normalized to NFC, with at most 120 characters', async () => {
      await meet();
      expect((await ann.post('boards.create', { name: '\u2003Cafe\u0301\u00a0' })).data.name).toBe(
        'Caf\u00e9',
      );
      expect((await ann.post('boards.create', { name: '😀'.repeat(120) })).status).toBe(200);
      for (const name of ['', ' \u3000\n', '😀'.repeat(121), 'a\0b', '\ud800', 7, null]) {
        expect((await ann.post('boards.create', { name })).status, JSON.stringify(name)).toBe(400);
      }
      expect((await ann.post('boards.create', {})).error.message).toContain('name');
    });

    it('special characters in names are preserved', async () => {
      await meet();
      const hostile = [
        `'; DROP TABLE boards; --`,
        '<script>alert(1)</script>',
        '%_\\',
        '$1',
        '🧙‍♂️',
        '\u202Eoverride',
      ];
      for (const name of hostile) await create(ann, { name });
      expect(await names(ann)).toEqual(hostile);
    });

    it('a child has its parent; 404 for an unknown parent, 403 for one of another user', async () => {
      await meet();
      const parent = await create(ann, { name: 'Parent' });
      expect(await create(ann, { name: 'Child', parentBoardId: parent.id })).toMatchObject({
        parentBoardId: parent.id,
        order: 1,
      });
      expect((await ann.post('boards.create', { name: 'x', parentBoardId: 999_999 })).status).toBe(404);
      expect((await ben.post('boards.create', { name: 'x', parentBoardId: parent.id })).status).toBe(403);
    });
  });

  describe('update', () => {
    it('200: renames; boardId is the same as id; both are 400', async () => {
      await meet();
      const { id } = await create(ann, { name: 'Old' });
      expect((await ann.post('boards.update', { boardId: id, name: 'New' })).data).toMatchObject({
        id,
        name: 'New',
        order: 0,
      });
      expect((await ann.post('boards.update', { boardId: id, id, name: 'New' })).status).toBe(400);
      expect((await ann.post('boards.update', { id })).data).toMatchObject({ name: 'New' });
    });

    it('403 for the board of another user, 404 for an unknown one', async () => {
      await meet();
      const { id } = await create(ann, { name: 'Mine' });
      for (const [procedure, input] of Object.entries({
        'boards.update': {},
        'boards.remove': {},
        'boards.updateSlug': { slug: 'bens-now' },
        'boards.updateDescription': { description: 'Mine' },
        'boards.togglePublic': {},
      })) {
        expect((await ben.post(procedure, { ...input, id })).status, procedure).toBe(403);
        expect((await ben.post(procedure, { ...input, id: 999_999 })).status, procedure).toBe(404);
      }
      expect(await names(ann)).toEqual(['Mine']);
    });

    it('400 for a cycle, direct or through a child', async () => {
      await meet();
      const top = await create(ann, { name: 'Top' });
      const middle = await create(ann, { name: 'Middle', parentBoardId: top.id });
      const low = await create(ann, { name: 'Low', parentBoardId: middle.id });
      for (const parentBoardId of [top.id, middle.id, low.id]) {
        const { status, error } = await ann.post('boards.update', { id: top.id, parentBoardId });
        expect([status, error.message]).toEqual([400, expect.stringContaining('cannot be its parent')]);
      }
      expect((await ann.post('boards.update', { id: low.id, parentBoardId: null })).data).toMatchObject({
        parentBoardId: null,
      });
      expect((await ann.post('boards.update', { id: top.id, parentBoardId: low.id })).status).toBe(200);
    });

    it('the order stays dense and matches that of an array', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.oneof(
              { weight: 2, arbitrary: fc.record({ act: fc.constant('create' as const) }) },
              {
                weight: 4,
                arbitrary: fc.record({ act: fc.constant('move' as const), at: fc.nat(9), to: fc.nat(12) }),
              },
              { weight: 1, arbitrary: fc.record({ act: fc.constant('remove' as const), at: fc.nat(9) }) },
            ),
            { minLength: 5, maxLength: 25 },
          ),
          async (acts) => {
            const person = await service.newcomer();
            const model: number[] = [];
            for (const act of acts) {
              if (act.act === 'create') model.push((await create(person, { name: 'x' })).id);
              const id = 'at' in act ? model[act.at] : undefined;
              if (id === undefined || !('at' in act)) continue;
              model.splice(act.at, 1);
              if (act.act === 'move') model.splice(act.to, 0, id);
              const { status } =
                act.act === 'move'
                  ? await person.post('boards.update', { id, order: act.to })
                  : await person.post('boards.remove', { id });
              expect(status).toBe(200);
            }
            expect((await list(person)).map(({ id, order }) => [id, order])).toEqual(
              model.map((id, order) => [id, order]),
            );
          },
        ),
        // The statements are the same on each engine.
        { numRuns: lane === postgresLanes[0] ? 15 : 5 },
      );
    });

    it('stays dense and loses nothing under concurrent creates, moves and removals', async () => {
      await meet();
      const kept = await Promise.all(
        Array.from({ length: 12 }, (_, index) => create(ann, { name: `kept ${index}` })),
      );
      const doomed = await Promise.all(Array.from({ length: 6 }, () => create(ann, { name: 'doomed' })));
      const work = [
        ...kept.map((board, index) => ann.post('boards.update', { id: board.id, order: (index * 7) % 20 })),
        ...doomed.map((board) => ann.post('boards.remove', { id: board.id })),
        ...kept.map((_, index) => ann.post('boards.create', { name: `late ${index}` })),
        ...kept.map((board, index) =>
          ann.post('boards.update', { id: board.id, parentBoardId: kept[(index + 1) % 12]?.id ?? null }),
        ),
      ];
      const statuses = (await Promise.all(work)).map((reply) => reply.status);
      expect(statuses.every((status) => status === 200 || status === 400)).toBe(true);
      const boards = await list(ann);
      expect(boards.map(({ order }) => order)).toEqual(boards.map((_, index) => index));
      expect(boards).toHaveLength(24);
      expect(reachesTop(boards)).toBe(true);
    });
  });

  describe('remove', () => {
    it('200 with keepAds for an empty board, without a board Unsorted', async () => {
      await meet();
      const board = await create(ann, { name: 'Empty' });
      expect((await ann.post('boards.remove', { id: board.id, keepAds: true })).status).toBe(200);
      expect(await names(ann)).toEqual([]);
    });

    it('200 or 404 for a child created while its parent is removed', async () => {
      await meet();
      for (let round = 0; round < 8; round += 1) {
        const parent = await create(ann, { name: 'Parent' });
        const replies = await Promise.all([
          ann.post('boards.create', { name: 'Child', parentBoardId: parent.id }),
          ann.post('boards.remove', { id: parent.id }),
          ann.post('boards.create', { name: 'Child', parentBoardId: parent.id }),
        ]);
        expect(replies.map(({ status }) => [200, 404].includes(status))).toEqual([true, true, true]);
      }
      const boards = await list(ann);
      expect(boards.map(({ order }) => order)).toEqual(boards.map((_, index) => index));
      expect(reachesTop(boards)).toBe(true);
    });

    it('200: children move up one level and positions stay dense', async () => {
      await meet();
      const top = await create(ann, { name: 'Top' });
      const middle = await create(ann, { name: 'Middle', parentBoardId: top.id });
      await create(ann, { name: 'Low', parentBoardId: middle.id });
      expect((await ann.post('boards.remove', { id: middle.id })).data).toEqual({ success: true });
      expect((await list(ann)).map(({ name, order, parentBoardId }) => [name, order, parentBoardId])).toEqual(
        [
          ['Top', 0, null],
          ['Low', 1, top.id],
        ],
      );
      expect((await ann.post('boards.remove', { id: middle.id })).status).toBe(404);
    });
  });

  describe('teams', () => {
    it('200, 403 or 404 for each role according to the table', async () => {
      await meet();
      const outsider = await service.newcomer();
      for (const [role, status] of [
        ['owner', 200],
        ['admin', 200],
        ['member', 200],
        ['viewer', 403],
      ] as const) {
        const teamId = await newTeam({ [role]: ann });
        expect((await ann.post('boards.create', { name: 'x', teamId })).status, role).toBe(status);
        expect((await outsider.post('boards.create', { name: 'x', teamId })).status).toBe(403);
      }
      expect((await ann.post('boards.create', { name: 'x', teamId: 999_999 })).status).toBe(404);
    });

    it('a viewer can read the boards of the team but not change them; an invited person sees nothing', async () => {
      await meet();
      const invited = await service.newcomer();
      const teamId = await newTeam({ member: ann, viewer: ben });
      await service.db.query(
        `INSERT INTO team_members (team_id, user_id, email, role) VALUES ($1, $2, 'i@example.com', 'admin')`,
        [teamId, invited.userId],
      );
      const board = await create(ann, { name: 'Shared', teamId });
      expect(await names(ben)).toEqual(['Shared']);
      expect(await names(invited)).toEqual([]);
      for (const person of [ben, invited]) {
        expect((await person.post('boards.update', { id: board.id, name: 'x' })).status).toBe(403);
        expect((await person.post('boards.remove', { id: board.id })).status).toBe(403);
      }
    });

    it("a child joins its parent's team; 400 for a parent in another", async () => {
      await meet();
      const teamId = await newTeam({ admin: ann });
      const parent = await create(ann, { name: 'Parent', teamId });
      const own = await create(ann, { name: 'Own' });
      expect(await create(ann, { name: 'Child', parentBoardId: parent.id })).toMatchObject({
        teamId,
        order: 1,
      });
      expect((await ann.post('boards.create', { name: 'x', parentBoardId: own.id, teamId })).status).toBe(
        400,
      );
      expect((await ann.post('boards.update', { id: own.id, parentBoardId: parent.id })).status).toBe(400);
    });

    it('a board that joins a team takes its children along, and both orders stay dense', async () => {
      await meet();
      const teamId = await newTeam({ admin: ann, member: ben });
      await create(ben, { name: 'There already', teamId });
      const top = await create(ann, { name: 'Top' });
      await create(ann, { name: 'Stays' });
      await create(ann, { name: 'Child', parentBoardId: top.id });
      expect((await ann.post('boards.update', { id: top.id, teamId })).data).toMatchObject({
        teamId,
        order: 1,
      });
      expect((await list(ben)).map(({ name, order }) => [name, order])).toEqual([
        ['There already', 0],
        ['Top', 1],
        ['Child', 2],
      ]);
      expect(
        (await list(ann)).filter((board) => board.teamId === null).map(({ name, order }) => [name, order]),
      ).toEqual([['Stays', 0]]);
      expect((await ben.post('boards.update', { id: top.id, teamId: null })).status).toBe(403);
      expect((await ann.post('boards.update', { id: top.id, teamId: null })).data).toMatchObject({
        teamId: null,
        order: 1,
      });
      expect(await names(ben)).toEqual(['There already']);
    });
  });

  it('boards in a cycle, which must never exist, are found only once', async () => {
    await meet();
    const upper = await create(ann, { name: 'Upper' });
    const lower = await create(ann, { name: 'Lower', parentBoardId: upper.id });
    const hang = async (parentBoardId: number | null) =>
      service.db.query('UPDATE boards SET parent_board_id = $2 WHERE id = $1', [upper.id, parentBoardId]);
    await hang(lower.id);
    const found = (await subtree(service.db, lower.id)).map(({ id }) => id);
    expect(found).toHaveLength(2);
    expect(new Set(found)).toEqual(new Set([upper.id, lower.id]));
    await hang(null);
  });

  describe('updateDescription and togglePublic', () => {
    it('200: a description is trimmed and normalized to NFC, with at most 2000 characters; null and empty text remove it', async () => {
      await meet();
      const { id } = await create(ann, { name: 'x' });
      const describeIt = async (description: unknown) =>
        ann.post('boards.updateDescription', { id, description });
      expect((await describeIt(' Cafe\u0301\n')).data).toMatchObject({
        id,
        name: 'x',
        description: 'Caf\u00e9',
      });
      for (const none of [null, '', ' \n']) {
        await describeIt('Something');
        expect((await describeIt(none)).data.description).toBe(null);
      }
      expect((await describeIt('\u{1f600}'.repeat(2000))).status).toBe(200);
      expect((await describeIt('\u{1f600}'.repeat(2001))).status).toBe(400);
    });

    it('200: a board is published as given, or toggled', async () => {
      await meet();
      const { id } = await create(ann, { name: 'x' });
      const toggle = async (input: object): Promise<unknown> =>
        (await ann.post('boards.togglePublic', { id, ...input })).data.published;
      expect([await toggle({}), await toggle({}), await toggle({ published: true })]).toEqual([
        true,
        false,
        true,
      ]);
      expect([await toggle({ published: true }), await toggle({ published: false })]).toEqual([true, false]);
      expect((await ann.post('boards.togglePublic', { id, published: 'yes' })).status).toBe(400);
    });

    it('an even number of concurrent toggles changes nothing', async () => {
      await meet();
      const { id } = await create(ann, { name: 'x' });
      const flips = await Promise.all(
        Array.from({ length: 16 }, () => ann.post('boards.togglePublic', { boardId: id })),
      );
      expect(flips.filter(({ data }) => data.published)).toHaveLength(8);
      expect((await list(ann))[0]).toMatchObject({ published: false });
    });
  });

  describe('updateSlug', () => {
    it('200: sets, keeps and removes a slug, which another board can then use', async () => {
      await meet();
      const [one, other] = [await create(ann, { name: 'One' }), await create(ben, { name: 'Other' })];
      for (const slug of ['first-slug', 'first-slug', 'second-slug']) {
        expect((await ann.post('boards.updateSlug', { id: one.id, slug })).data).toMatchObject({ slug });
      }
      const { status, error } = await ben.post('boards.updateSlug', { id: other.id, slug: 'second-slug' });
      expect([status, error.message]).toEqual([409, expect.stringContaining('second-slug is taken')]);
      expect((await ben.post('boards.updateSlug', { id: other.id, slug: 'first-slug' })).status).toBe(200);
      expect((await ann.post('boards.updateSlug', { id: one.id, slug: null })).data.slug).toBe(null);
      expect((await ben.post('boards.updateSlug', { id: other.id, slug: 'second-slug' })).status).toBe(200);
    });

    it('400 for a reserved or invalid slug', async () => {
      await meet();
      const { id } = await create(ann, { name: 'x' });
      for (const slug of ['admin', 'api', 'ab', 'Spring', '-ab', '2024', 7]) {
        expect((await ann.post('boards.updateSlug', { id, slug })).status, String(slug)).toBe(400);
      }
      const { error } = await ann.post('boards.updateSlug', { id, slug: 'admin' });
      expect(error.data.issues).toEqual([{ path: 'slug', message: error.message }]);
    });

    it('of many concurrent requests for a slug, one succeeds and the others give 409', async () => {
      await meet();
      const boards = await Promise.all(
        [ann, ben].flatMap((who) =>
          Array.from({ length: 4 }, async () => ({ who, ...(await create(who, { name: 'x' })) })),
        ),
      );
      const replies = await Promise.all(
        boards.map(({ who, id }) => who.post('boards.updateSlug', { id, slug: 'contested' })),
      );
      const statuses = replies.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(statuses.filter((status) => status === 409)).toHaveLength(7);
    });
  });

  describe('checkSlugAvailability', () => {
    it.each([
      ['spring-sale', true, null],
      ['ab', false, 'invalid'],
      ['-ab', false, 'invalid'],
      ['ab-', false, 'invalid'],
      ['123', false, 'invalid'],
      ['Spring', false, 'invalid'],
      ['a'.repeat(65), false, 'invalid'],
      ['', false, 'invalid'],
      ['admin', false, 'reserved'],
      ['taken-one', false, 'taken'],
    ])('%j: available %s, reason %s', async (slug, available, reason) => {
      await meet();
      await service.db.query(`DELETE FROM boards WHERE slug = 'taken-one'`);
      const { id } = await create(ann, { name: 'x' });
      await service.db.query(`UPDATE boards SET slug = 'taken-one' WHERE id = $1`, [id]);
      expect((await ben.get('boards.checkSlugAvailability', { slug })).data).toEqual({
        slug,
        available,
        reason,
      });
    });
  });
});

/** Whether there is no cycle of boards. */
function reachesTop(boards: readonly { id: number; parentBoardId: number | null }[]): boolean {
  const parents = new Map(boards.map((board) => [board.id, board.parentBoardId]));
  return boards.every(({ id }) => {
    let current: number | null | undefined = id;
    for (let steps = 0; steps <= boards.length && typeof current === 'number'; steps += 1)
      current = parents.get(current);
    return current === null;
  });
}
