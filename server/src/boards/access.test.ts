import { contract, procedures } from '@magpie/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adHash } from '../ads/identity.ts';
import type { ClickHouseEngine } from '../db/clickhouse/clickhouse.ts';
import { openAd, plainCatalog } from '../testing/catalog.ts';
import { freshClickHouse } from '../testing/clickhouse.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { startService, type Client, type TestService } from '../testing/service.ts';

/**
 * The expected responses for each person. `private` is the author's own board or an ad saved there, `team` one of a team in which
 * the author is a member, `missing` one that does not exist. Saved ads are not in the index here unless it says so.
 *
 * removed: was a member until a moment ago; invited: has not joined yet; instance: an owner of this Magpie;
 * readOnly: the author with a key that may only read; revoked: the author with a key that was revoked.
 */
const table = `
                                       author owner admin member viewer removed invited stranger instance readOnly revoked nobody
  boards.list                             200   200   200    200    200     200     200      200      200      200     401    401
  boards.create            topLevel       200   200   200    200    200     200     200      200      200      403     401    401
  boards.create            below:private  200   403   403    403    403     403     403      403      403      403     401    401
  boards.create            below:team     200   200   200    200    403     403     403      403      403      403     401    401
  boards.create            below:missing  404   404   404    404    404     404     404      404      404      403     401    401
  boards.create            in:team        200   200   200    200    403     403     403      403      403      403     401    401
  boards.create            in:missing     404   404   404    404    404     404     404      404      404      403     401    401
  boards.update            private        200   403   403    403    403     403     403      403      403      403     401    401
  boards.update            team           200   200   200    200    403     403     403      403      403      403     401    401
  boards.update            missing        404   404   404    404    404     404     404      404      404      403     401    401
  boards.update            private->own   200   403   403    403    403     403     403      403      403      403     401    401
  boards.update            team->own      200   403   403    403    403     403     403      403      403      403     401    401
  boards.update            own->team      200   200   200    200    403     403     403      403      403      403     401    401
  boards.update            own->missing   404   404   404    404    404     404     404      404      404      403     401    401
  boards.update            own-<private   200   403   403    403    403     403     403      403      403      403     401    401
  boards.update            own-<team      400   400   400    400    403     403     403      403      403      403     401    401
  boards.update            own-<missing   404   404   404    404    404     404     404      404      404      403     401    401
  boards.remove            private        200   403   403    403    403     403     403      403      403      403     401    401
  boards.remove            team           200   200   200    200    403     403     403      403      403      403     401    401
  boards.remove            missing        404   404   404    404    404     404     404      404      404      403     401    401
  boards.updateSlug        private        200   403   403    403    403     403     403      403      403      403     401    401
  boards.updateSlug        team           200   200   200    200    403     403     403      403      403      403     401    401
  boards.updateSlug        missing        404   404   404    404    404     404     404      404      404      403     401    401
  boards.updateDescription private        200   403   403    403    403     403     403      403      403      403     401    401
  boards.updateDescription team           200   200   200    200    403     403     403      403      403      403     401    401
  boards.updateDescription missing        404   404   404    404    404     404     404      404      404      403     401    401
  boards.togglePublic      private        200   403   403    403    403     403     403      403      403      403     401    401
  boards.togglePublic      team           200   200   200    200    403     403     403      403      403      403     401    401
  boards.togglePublic      missing        404   404   404    404    404     404     404      404      404      403     401    401
  boards.checkSlugAvailability            200   200   200    200    200     200     200      200      200      200     401    401
  ads.list                                200   200   200    200    200     200     200      200      200      200     401    401
  ads.list                 private        200   403   403    403    403     403     403      403      403      200     401    401
  ads.list                 team           200   200   200    200    200     403     403      403      403      200     401    401
  ads.list                 missing        404   404   404    404    404     404     404      404      404      404     401    401
  ads.getDetails           private        200   404   404    404    404     404     404      404      404      200     401    401
  ads.getDetails           team           200   200   200    200    200     404     404      404      404      200     401    401
  ads.getDetails           missing        404   404   404    404    404     404     404      404      404      404     401    401
  ads.getDetails           indexed        200   200   200    200    200     200     200      200      200      200     401    401
  ads.getMany              private        200   200   200    200    200     200     200      200      200      200     401    401
  ads.getMany              team           200   200   200    200    200     200     200      200      200      200     401    401
  ads.getMany              missing        200   200   200    200    200     200     200      200      200      200     401    401
  ads.addToBoard           indexed>private 200  403   403    403    403     403     403      403      403      403     401    401
  ads.addToBoard           indexed>team   200   200   200    200    403     403     403      403      403      403     401    401
  ads.addToBoard           indexed>missing 404  404   404    404    404     404     404      404      404      403     401    401
  ads.addToBoard           captured>private 200 403   403    403    403     403     403      403      403      403     401    401
  ads.addToBoard           captured>team  200   200   200    200    403     403     403      403      403      403     401    401
  ads.addToBoard           captured>missing 404 404   404    404    404     404     404      404      404      403     401    401
  ads.addToBoard           private>own    200   404   404    404    404     404     404      404      404      403     401    401
  ads.addToBoard           team>own       200   200   200    200    200     404     404      404      404      403     401    401
  ads.addToBoard           missing>own    404   404   404    404    404     404     404      404      404      403     401    401
  ads.addToBoard           missing>private 404  403   403    403    403     403     403      403      403      403     401    401
  ads.removeFromBoard      private        200   403   403    403    403     403     403      403      403      403     401    401
  ads.removeFromBoard      team           200   200   200    200    403     403     403      403      403      403     401    401
  ads.removeFromBoard      missing        404   404   404    404    404     404     404      404      404      403     401    401
  ads.removeFromBoard      missing<team   404   404   404    404    403     403     403      403      403      403     401    401
  ads.delete               private        200   404   404    404    404     404     404      404      404      403     401    401
  ads.delete               team           403   403   403    403    403     404     404      404      404      403     401    401
  ads.delete               missing        404   404   404    404    404     404     404      404      404      403     401    401
  ads.delete               team:team      403   200   200    403    403     403     403      403      403      403     401    401
  ads.delete               private:team   403   404   404    403    403     403     403      403      403      403     401    401
  ads.delete               team:missing   404   404   404    404    404     404     404      404      404      403     401    401
  ads.setNote              private        200   404   404    404    404     404     404      404      404      403     401    401
  ads.setNote              team           200   200   200    200    403     404     404      404      404      403     401    401
  ads.setNote              missing        404   404   404    404    404     404     404      404      404      403     401    401
  ads.setStage             private        200   404   404    404    404     404     404      404      404      403     401    401
  ads.setStage             team:team      200   200   200    200    403     403     403      403      403      403     401    401
  ads.setStage             team:missing   404   404   404    404    404     404     404      404      404      403     401    401
  ads.setLabels            private        200   404   404    404    404     404     404      404      404      403     401    401
  ads.setLabels            team:team      200   200   200    200    403     403     403      403      403      403     401    401
  ads.setLabels            missing        404   404   404    404    404     404     404      404      404      403     401    401
  labels.list                             200   200   200    200    200     200     200      200      200      200     401    401
  labels.create            own            200   200   200    200    200     200     200      200      200      403     401    401
  labels.create            team           200   200   200    200    403     403     403      403      403      403     401    401
  labels.create            missing        404   404   404    404    404     404     404      404      404      403     401    401
  labels.update            private        200   403   403    403    403     403     403      403      403      403     401    401
  labels.update            team           200   200   200    200    403     403     403      403      403      403     401    401
  labels.update            missing        404   404   404    404    404     404     404      404      404      403     401    401
  labels.delete            private        200   403   403    403    403     403     403      403      403      403     401    401
  labels.delete            team           200   200   200    200    403     403     403      403      403      403     401    401
  labels.delete            missing        404   404   404    404    404     404     404      404      404      403     401    401
  comments.list            private        200   404   404    404    404     404     404      404      404      200     401    401
  comments.list            team:team      200   200   200    200    200     403     403      403      403      200     401    401
  comments.list            missing        404   404   404    404    404     404     404      404      404      404     401    401
  comments.create          private        200   404   404    404    404     404     404      404      404      403     401    401
  comments.create          team:team      200   200   200    200    403     403     403      403      403      403     401    401
  comments.create          missing        404   404   404    404    404     404     404      404      404      403     401    401
  comments.update          private        200   403   403    403    403     403     403      403      403      403     401    401
  comments.update          team           200   403   403    403    403     403     403      403      403      403     401    401
  comments.update          missing        404   404   404    404    404     404     404      404      404      403     401    401
  comments.delete          private        200   403   403    403    403     403     403      403      403      403     401    401
  comments.delete          team           200   200   200    403    403     403     403      403      403      403     401    401
  comments.delete          missing        404   404   404    404    404     404     404      404      404      403     401    401
  ads.listBoardsContaining private        200   404   404    404    404     404     404      404      404      200     401    401
  ads.listBoardsContaining team           200   200   200    200    200     404     404      404      404      200     401    401
  ads.listBoardsContaining missing        404   404   404    404    404     404     404      404      404      404     401    401
  ads.findSaved            private        200   200   200    200    200     200     200      200      200      200     401    401
  ads.findSaved            missing        200   200   200    200    200     200     200      200      200      200     401    401
  ads.listKeptMedia        private        200   404   404    404    404     404     404      404      404      200     401    401
  ads.listKeptMedia        team           200   200   200    200    200     404     404      404      404      200     401    401
  ads.listKeptMedia        missing        404   404   404    404    404     404     404      404      404      404     401    401
  ads.getFilterValues                     200   200   200    200    200     200     200      200      200      200     401    401
  ads.getFilterValues      private        200   403   403    403    403     403     403      403      403      200     401    401
  ads.getFilterValues      team           200   200   200    200    200     403     403      403      403      200     401    401
  ads.getFilterValues      missing        404   404   404    404    404     404     404      404      404      404     401    401
`;

const [heading = [], ...rows] = table
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));
const persons = heading;
const cases = rows.map((words) => ({
  procedure: words[0] ?? '',
  on: words.slice(1, words.length - persons.length).join(' '),
  statuses: words.slice(-persons.length).map(Number),
}));

/** Who can see what; anyone not listed here sees nothing. */
const seenBy: Readonly<Record<string, readonly string[]>> = {
  author: ['private', 'team'],
  readOnly: ['private', 'team'],
  owner: ['team'],
  admin: ['team'],
  member: ['team'],
  viewer: ['team'],
};

/** Not part of the library, or without access rules. */
const elsewhere = new Set(['ads.search', 'ads.getFamily', 'ads.listTopCompanies', 'ads.getClonePayload']);

const [missingId, missingHash] = [999_999_999, 'f'.repeat(32)];
const hashOf = (name: string): string => adHash(`meta:${name}`);
/** The indexed ad that is saved on the board. */
const indexedOf = (owner: string): string => hashOf(`Secret ${owner}`);

/** A board, and an ad on it that is not in the index. */
interface Shelf {
  readonly boardId: number;
  readonly kept: string;
}

let clickhouse: ClickHouseEngine;
beforeAll(async () => {
  clickhouse = await freshClickHouse('embedded');
});
afterAll(() => clickhouse.close());

it('every procedure of boards and saved ads is in the table', () => {
  const all = [
    ...Object.keys(contract.boards).map((name) => `boards.${name}`),
    ...Object.keys(contract.ads).map((name) => `ads.${name}`),
    ...Object.keys(contract.comments).map((name) => `comments.${name}`),
    ...Object.keys(contract.labels).map((name) => `labels.${name}`),
  ];
  const tried = new Set(cases.map(({ procedure }) => procedure));
  expect([...tried].toSorted()).toEqual(all.filter((name) => !elsewhere.has(name)).toSorted());
  expect(cases.every(({ statuses }) => statuses.every((status) => status >= 200))).toBe(true);
});

describe.each(postgresLanes)('intruders on $name', (lane) => {
  let service: TestService;
  /** API keys by person; `nobody` has none. */
  const keys = new Map<string, string>();
  /** The person with a sufficient key who prepares the data. */
  const writers = new Map<string, Client>();
  let teamId: number;
  const shelves = new Map<string, Shelf>();
  let count = 0;

  beforeAll(async () => {
    service = await startService(lane, { authFailureLimit: 100_000 }, clickhouse);
    const names = ['Secret private', 'Secret team', 'another'];
    await plainCatalog(clickhouse, service.db).recordAds(
      names.map((name) => openAd({ key: `meta:${name}`, advertiser: { name: `${name} company` } })),
      { source: 'test', seenAt: new Date('2026-03-02T08:00:00Z') },
    );
    await gather();
    for (const owner of owners) await fill(owner);
  });
  afterAll(() => service.close());

  async function gather(): Promise<void> {
    const roles = { author: 'member', owner: 'owner', admin: 'admin', member: 'member', viewer: 'viewer' };
    const [team] = await service.db.query<{ id: number }>(
      `INSERT INTO teams (name, slug) VALUES ('Secret team', 'team-' || gen_random_uuid()) RETURNING id`,
    );
    teamId = team?.id ?? 0;
    const join = async (name: string, role: string, hasJoined: boolean): Promise<void> => {
      const person = await service.newcomer();
      writers.set(name, person);
      keys.set(name, person.key);
      await service.db.query(
        `INSERT INTO team_members (team_id, user_id, email, role, joined_at)
         VALUES ($1, $2, $2 || '@example.com', $3, CASE WHEN $4 THEN now() END)`,
        [teamId, person.userId, role, hasJoined],
      );
      if (name === 'removed') {
        await person.post('boards.create', { name: 'As a member', teamId });
        await service.db.query(`DELETE FROM team_members WHERE user_id = $1`, [person.userId]);
      }
    };
    for (const [name, role] of Object.entries(roles)) await join(name, role, true);
    await join('removed', 'admin', true);
    await join('invited', 'admin', false);
    const stranger = await service.newcomer();
    for (const [name, client] of [
      ['stranger', stranger],
      ['instance', service.owner],
    ] as const) {
      writers.set(name, client);
      keys.set(name, client.key);
    }
    await giveKeys();
  }

  /** The author's other keys. */
  async function giveKeys(): Promise<void> {
    const author = writerOf('author');
    const readOnly = await author.post('apiKeys.create', { name: 'reads', scopes: ['read'] });
    keys.set('readOnly', readOnly.data.key);
    const revoked = await author.post('apiKeys.create', { name: 'revoked' });
    keys.set('revoked', revoked.data.key);
    expect((await author.post('apiKeys.revoke', { id: revoked.data.id })).status).toBe(200);
  }

  const writerOf = (person: string): Client => {
    const writer = writers.get(person) ?? writers.get('author');
    if (writer === undefined) throw new Error('the author comes first');
    return writer;
  };

  const newBoard = async (person: string, input: object = {}): Promise<number> => {
    const { data, error } = await writerOf(person).post('boards.create', { name: 'Mine', ...input });
    if (error !== undefined) throw new Error(error.message);
    return data.id;
  };

  /** The owner: the author or the team. */
  const owners = ['private', 'team'] as const;

  /** A new board with an ad that the index does not know. */
  async function fill(owner: string): Promise<void> {
    const input = { name: `Secret ${owner} board`, ...(owner === 'team' ? { teamId } : {}) };
    const boardId = await newBoard('author', input);
    const kept = hashOf(`kept ${owner} ${count++}`);
    // Saved like any other ad, then changed to a hash that is not in the index.
    await saveIndexed(owner, boardId);
    await service.db.query(renamed, [indexedOf(owner), kept, owner === 'team' ? teamId : null]);
    shelves.set(owner, { boardId, kept });
  }

  async function saveIndexed(owner: string, boardId: number): Promise<void> {
    const save = { boardId, hash: indexedOf(owner), note: `Secret ${owner} note` };
    expect((await writerOf('author').post('ads.addToBoard', save)).status).toBe(200);
  }

  const renamed = `
    WITH given AS (
      UPDATE saved_ads SET ad_hash = $2 WHERE ad_hash = $1 AND team_id IS NOT DISTINCT FROM $3 RETURNING id
    )
    UPDATE saved_ad_snapshots SET ad = jsonb_set(ad, '{hash}', to_jsonb($2::text))
    WHERE saved_ad_id IN (SELECT id FROM given)`;

  const boardOf = (name: string): number => shelves.get(name)?.boardId ?? missingId;
  const keptOf = (name: string): string => shelves.get(name)?.kept ?? missingHash;

  const captured = (person: string): object => ({
    platform: 'facebook',
    externalId: `captured-by-${person}-${lane.name}`,
    companyName: 'Captured company',
    body: 'Just captured',
  });

  const copyOf = (on: string): object => {
    const [what = '', of] = on.split(':');
    if (of === undefined) return { hashes: [keptOf(what)] };
    return { hashes: [keptOf(what)], teamId: of === 'team' ? teamId : missingId };
  };
  const commentedOf = (on: string): object => {
    const [what = '', of] = on.split(':');
    return { hash: keptOf(what), ...(of === 'team' && { teamId }) };
  };
  const commentOn = async (on: string): Promise<number> => {
    if (on === 'missing') return missingId;
    const input = { ...commentedOf(`${on}:${on}`), text: `Secret ${on} comment` };
    return (await writerOf('author').post('comments.create', input)).data.id;
  };
  const labelOf = async (on: string): Promise<number> => {
    if (on === 'missing') return missingId;
    const name = `Secret ${on} ${count++}`;
    const label = await writerOf('author').post('labels.create', { name, ...(on === 'team' && { teamId }) });
    return label.data.id;
  };

  /** The input of a procedure for a row of the table. */
  const inputs: Readonly<Record<string, (on: string, person: string) => object | Promise<object>>> = {
    'boards.list': () => ({}),
    'boards.create': (on) => {
      const [place, of = ''] = on.split(':');
      const target = {
        below: { parentBoardId: boardOf(of) },
        in: { teamId: of === 'team' ? teamId : missingId },
      };
      return { name: 'New', ...target[place as 'below' | 'in'] };
    },
    'boards.update': async (on, person) => {
      const [what = '', where, into = ''] = on.split(/(->|-<)/);
      const id = what === 'own' ? await newBoard(person) : boardOf(what);
      if (where === undefined) return { id, name: 'Secret renamed', order: 0 };
      if (where === '-<') return { id, parentBoardId: boardOf(into) };
      return { id, teamId: into === 'own' ? null : into === 'team' ? teamId : missingId };
    },
    'boards.remove': (on) => ({ id: boardOf(on) }),
    'boards.updateSlug': (on, person) => ({ id: boardOf(on), slug: `slug-${person.toLowerCase()}-${on}` }),
    'boards.updateDescription': (on) => ({ id: boardOf(on), description: 'Secret description' }),
    'boards.togglePublic': (on) => ({ id: boardOf(on) }),
    'boards.checkSlugAvailability': () => ({ slug: 'some-slug' }),
    'ads.list': (on) => (on === '' ? {} : { boardId: boardOf(on) }),
    'ads.getDetails': (on) => ({ hash: on === 'indexed' ? hashOf('another') : keptOf(on) }),
    'ads.getMany': (on) => ({ hashes: [keptOf(on)] }),
    'ads.addToBoard': async (on, person) => {
      const [what = '', to = ''] = on.split('>');
      const boardId = to === 'own' ? await newBoard(person) : boardOf(to);
      if (what === 'captured') return { boardId, ad: captured(person) };
      return { boardId, hash: what === 'indexed' ? hashOf('another') : keptOf(what) };
    },
    'ads.removeFromBoard': (on) => {
      const [what = '', from = what] = on.split('<');
      return { boardId: boardOf(from), hash: keptOf(what) };
    },
    'ads.delete': (on) => {
      const [what = '', of] = on.split(':');
      if (of === undefined) return { hash: keptOf(what) };
      return { hash: keptOf(what), teamId: of === 'team' ? teamId : missingId };
    },
    'ads.setNote': (on) => ({ hash: keptOf(on), note: 'Secret new note' }),
    'ads.setStage': (on) => ({ ...copyOf(on), stage: 'done' }),
    'ads.setLabels': (on) => copyOf(on),
    'comments.list': (on) => commentedOf(on),
    'comments.create': (on) => ({ ...commentedOf(on), text: 'Secret new comment' }),
    'comments.update': async (on) => ({ id: await commentOn(on), text: 'Secret new text' }),
    'comments.delete': async (on) => ({ id: await commentOn(on) }),
    'labels.list': () => ({}),
    'labels.create': (on, person) => ({
      name: `Secret ${person}`,
      ...(on !== 'own' && { teamId: on === 'team' ? teamId : missingId }),
    }),
    'labels.update': async (on) => ({ id: await labelOf(on), color: 'red' }),
    'labels.delete': async (on) => ({ id: await labelOf(on) }),
    'ads.listBoardsContaining': (on) => ({ hash: keptOf(on) }),
    'ads.findSaved': (on) => ({ ads: [{ hash: keptOf(on) }] }),
    'ads.listKeptMedia': (on) => ({ hash: keptOf(on) }),
    'ads.getFilterValues': (on) => (on === '' ? {} : { boardId: boardOf(on) }),
  };

  async function call(
    procedure: string,
    person: string,
    input: object,
  ): Promise<{ status: number; text: string }> {
    const key = keys.get(person);
    const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const isQuery = procedures.get(procedure)?.kind === 'query';
    const response = isQuery
      ? await fetch(`${service.base}/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`, {
          headers,
        })
      : await fetch(`${service.base}/${procedure}`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(input),
        });
    return { status: response.status, text: await response.text() };
  }

  /** All saved data as one line. */
  async function state(): Promise<string> {
    const [row] = await service.db.query<{ digest: string }>(
      `SELECT md5(string_agg(line, ' ' ORDER BY line)) AS digest
       FROM (SELECT to_jsonb(boards)::text AS line FROM boards
             UNION ALL SELECT to_jsonb(saved_ads)::text FROM saved_ads
             UNION ALL SELECT to_jsonb(saved_ad_snapshots)::text FROM saved_ad_snapshots
             UNION ALL SELECT to_jsonb(board_ads)::text FROM board_ads) everything`,
    );
    return row?.digest ?? '';
  }

  /** Procedures after which the data must be created again. */
  const takesAway = (procedure: string, on: string): boolean =>
    /^(boards\.remove|ads\.removeFromBoard|ads\.delete)$/.test(procedure) ||
    /^(below:team|team->own)$/.test(on);

  it.each(cases)('$procedure $on', async ({ procedure, on, statuses }) => {
    const expected = Object.fromEntries(persons.map((person, index) => [person, statuses[index]]));
    const refused = persons.filter((person) => expected[person] !== 200);
    const inputOf = async (person: string): Promise<object> => (await inputs[procedure]?.(on, person)) ?? {};
    const prepared = await Promise.all(refused.map(inputOf));
    const before = await state();
    const refusals = await Promise.all(
      refused.map((person, index) => call(procedure, person, prepared[index] ?? {})),
    );
    const statusOf = (person: string): unknown => refusals[refused.indexOf(person)]?.status;
    expect(Object.fromEntries(refused.map((person) => [person, statusOf(person)]))).toEqual(
      Object.fromEntries(refused.map((person) => [person, expected[person]])),
    );
    expect(await state()).toBe(before);
    for (const { text } of refusals) {
      expect(text).not.toContain('Secret');
      expect(JSON.parse(text).error.message).toMatch(/^[A-Z].*\.$/);
    }
    for (const person of persons.filter((each) => !refused.includes(each))) {
      const { status } = await call(procedure, person, await inputOf(person));
      expect([person, status]).toEqual([person, 200]);
      if (takesAway(procedure, on)) await fill(on.includes('team') ? 'team' : 'private');
    }
  });

  it('an ad captured for a board of another user is not added to the index', async () => {
    const known = await clickhouse.read<{ external_id: string }>(
      `SELECT DISTINCT external_id FROM ads WHERE startsWith(external_id, {prefix:String}) ORDER BY external_id`,
      { prefix: 'captured-by-' },
    );
    const here = known.map(({ external_id: id }) => id).filter((id) => id.endsWith(lane.name));
    expect(here).toEqual(
      ['admin', 'author', 'member', 'owner'].map((name) => `captured-by-${name}-${lane.name}`),
    );
  });

  describe('nothing of another scope is visible', () => {
    const readers = persons.filter((person) => !['revoked', 'nobody'].includes(person));
    /** The owners whose secrets a text contains. */
    const revealedOwners = (text: string): string[] =>
      owners.filter((owner) => text.includes(`Secret ${owner}`));
    const sees = (person: string): readonly string[] => seenBy[person] ?? [];
    const boardsSeen = (person: string): number[] => sees(person).map(boardOf);

    beforeAll(async () => {
      for (const owner of owners) await saveIndexed(owner, boardOf(owner));
    });

    it.each(readers)('to the %s, in any list', async (person) => {
      const calls: [string, object][] = [
        ['boards.list', {}],
        ['ads.list', {}],
        ['ads.list', { boardId: 'ALL', sortBy: 'date' }],
        ['ads.list', { searchQuery: 'secret' }],
        ['ads.getFilterValues', {}],
      ];
      for (const [procedure, input] of calls) {
        const { status, text } = await call(procedure, person, input);
        expect([procedure, status, revealedOwners(text)]).toEqual([procedure, 200, sees(person)]);
      }
    });

    it.each(readers)('to the %s, in an export', async (person) => {
      for (const query of ['', '?boardId=ALL', '?searchQuery=secret']) {
        const headers = { authorization: `Bearer ${keys.get(person) ?? ''}` };
        const response = await fetch(`${service.address}/api/export/ads.csv${query}`, { headers });
        const text = await response.text();
        expect([query, response.status, revealedOwners(text)]).toEqual([query, 200, sees(person)]);
      }
      for (const owner of owners) {
        const headers = { authorization: `Bearer ${keys.get(person) ?? ''}` };
        const response = await fetch(`${service.address}/api/export/ads.csv?boardId=${boardOf(owner)}`, {
          headers,
        });
        const text = await response.text();
        expect([owner, response.status]).toEqual([owner, sees(person).includes(owner) ? 200 : 403]);
        expect(response.status === 200 || revealedOwners(text).length === 0).toBe(true);
      }
    });

    it.each(readers)('to the %s, of one ad', async (person) => {
      for (const owner of owners) {
        const isSeen = sees(person).includes(owner);
        const containing = await call('ads.listBoardsContaining', person, { hash: keptOf(owner) });
        expect(revealedOwners(containing.text)).toEqual(isSeen ? [owner] : []);
        const found = await call('ads.findSaved', person, { ads: [{ hash: indexedOf(owner) }] });
        expect(revealedOwners(found.text)).toEqual(isSeen ? [owner] : []);
        const many = await call('ads.getMany', person, { hashes: [keptOf(owner)] });
        expect(revealedOwners(many.text)).toEqual(isSeen ? [owner] : []);
        const details = JSON.parse((await call('ads.getDetails', person, { hash: indexedOf(owner) })).text)
          .result.data;
        expect(details).toMatchObject(
          isSeen ? { note: `Secret ${owner} note` } : { note: null, savedAt: null, boardIds: [] },
        );
        const shown = new Set<number>(details.boardIds);
        expect(owners.map(boardOf).filter((id) => shown.has(id))).toEqual(
          boardsSeen(person).filter((id) => isSeen && id === boardOf(owner)),
        );
      }
    });

    it('to anybody without a key, in an export', async () => {
      for (const key of [undefined, keys.get('revoked')]) {
        const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
        const response = await fetch(`${service.address}/api/export/ads.csv`, { headers });
        expect([response.status, revealedOwners(await response.text())]).toEqual([401, []]);
      }
    });
  });
});
