import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { CloneProduct } from '@magpie/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import type { FileStore } from '../integrations/storage/fileStore.ts';
import { openFiles } from '../integrations/storage/files.ts';
import { createLog } from '../config/log.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import { membersOf } from '../testing/archives.ts';
import { newTeam, type Person } from '../testing/library.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { mustHaveOneDefault } from '../testing/products.ts';
import { startService, type TestService } from '../testing/service.ts';
import { exportPersonalStudio } from './ownership.ts';
import { createStudioFiles, deleteUnusedFiles } from './storedFiles.ts';

interface Image {
  readonly author: Person;
  readonly name: string;
  readonly teamId?: number;
  readonly productId?: number;
}

interface Kept {
  readonly name: string;
  readonly authorId: string;
  readonly teamId: number | null;
  readonly productId: number | null;
}

describe.each(postgresLanes)('products and images on $name', (lane) => {
  let service: TestService;
  let dataFolder: string;
  let files: FileStore;
  let ann: Person;
  let ben: Person;
  let eve: Person;
  beforeAll(async () => {
    dataFolder = mkdtempSync(path.join(os.tmpdir(), 'magpie-belongings-'));
    files = openFiles({ ...readConfig({}), dataFolder });
    service = await startService(lane, { dataFolder, authFailureLimit: 1000 });
  });
  afterAll(async () => {
    await service.close();
    rmSync(dataFolder, { recursive: true });
  });
  beforeEach(async () => {
    [ann, ben, eve] = [await service.newcomer(), await service.newcomer(), await service.newcomer()];
  });

  const create = async (who: Person, name: string, teamId: number | null = null): Promise<number> =>
    (await who.post('cloneProducts.create', { name, teamId })).data.id;
  const productsOf = async (who: Person): Promise<[string, number | null, boolean][]> =>
    ((await who.get('cloneProducts.list')).data as CloneProduct[]).map(({ name, teamId, isDefault }) => [
      name,
      teamId,
      isDefault,
    ]);
  /** Creates a brand image and a generated image; returns the keys of their files. */
  const keepImages = async ({ author, name, teamId, productId }: Image): Promise<string[]> => {
    const stored = createStudioFiles({ db: service.db, files, log: createLog('silent') });
    const keys: string[] = [];
    for (const text of ['brand', 'small brand', 'made', 'small made']) {
      keys.push(await stored.store(Buffer.from(`${name}: ${text}`), 'image/png'));
    }
    const owner = [author.userId, teamId ?? null, productId ?? null, name];
    await service.db.query(
      `INSERT INTO brand_images (author_id, team_id, product_id, name, kind, width, height, file_key, thumbnail_key)
       VALUES ($1, $2, $3, $4, 'logo', 1, 1, $5, $6)`,
      [...owner, ...keys.slice(0, 2)],
    );
    await service.db.query(
      `INSERT INTO ai_images (author_id, team_id, product_id, prompt, status, progress, maker, model, aspect_ratio, seed,
         work_order, width, height, due_at, finished_at, file_key, thumbnail_key)
       VALUES ($1, $2, $3, $4, 'succeeded', 1, 'template', 'v1', '1:1', 7, '{}', 1, 1, NULL, now(), $5, $6)`,
      [...owner, ...keys.slice(2)],
    );
    return keys;
  };
  const imagesBy = (...authors: Person[]): Promise<Kept[]> =>
    service.db.query<Kept>(
      `SELECT brand.name, brand.author_id AS "authorId", brand.team_id AS "teamId", brand.product_id AS "productId"
       FROM brand_images brand JOIN ai_images made
         ON made.prompt = brand.name AND made.author_id = brand.author_id AND made.scope = brand.scope
           AND made.product_id IS NOT DISTINCT FROM brand.product_id
       WHERE brand.author_id = ANY ($1) ORDER BY brand.id`,
      [authors.map(({ userId }) => userId)],
    );
  const housekeep = async (): Promise<number> => {
    await service.db.query(`UPDATE studio_files SET delete_at = delete_at - interval '2 hours'`);
    return deleteUnusedFiles(service.db, files);
  };
  const leave = async (person: Person): Promise<number> => {
    const { email } = (await person.get('account.get')).data;
    return (await person.post('account.delete', { confirmation: email })).status;
  };

  it('return to their authors when a team is deleted, with one default each', async () => {
    const team = await newTeam(service.db, { owner: ann, admin: ben, member: eve });
    await create(ben, 'Of Ben');
    const shared = await create(ann, 'Shared', team);
    await create(ann, 'Newer', team);
    await create(ben, 'Ben’s', team);
    const hers = await create(eve, 'Eve’s', team);
    const last = await create(eve, 'Eve’s last', team);
    await keepImages({ author: ann, name: 'Ann on Ann', teamId: team, productId: shared });
    await keepImages({ author: eve, name: 'Eve on Ann', teamId: team, productId: shared });
    await keepImages({ author: eve, name: 'Eve on Eve', teamId: team, productId: hers });
    await keepImages({ author: eve, name: 'Eve on none', teamId: team });
    // Former members get theirs too.
    await ann.post('teams.removeMember', { id: team, userId: eve.userId });
    expect(await productsOf(eve)).toEqual([]);

    expect((await ann.post('teams.delete', { id: team })).status).toBe(200);
    await mustHaveOneDefault(service.db);
    // The team's default was hers; Eve gets her newest product as default.
    expect(await productsOf(ann)).toEqual([
      ['Shared', null, true],
      ['Newer', null, false],
    ]);
    expect(await productsOf(ben)).toEqual([
      ['Of Ben', null, true],
      ['Ben’s', null, false],
    ]);
    expect(await productsOf(eve)).toEqual([
      ['Eve’s', null, false],
      ['Eve’s last', null, true],
    ]);
    expect((await eve.post('cloneProducts.delete', { id: last })).status).toBe(200);
    expect(
      (await imagesBy(ann, eve)).map(({ name, teamId, productId }) => [name, teamId, productId]),
    ).toEqual([
      ['Ann on Ann', null, shared],
      ['Eve on Ann', null, null],
      ['Eve on Eve', null, hers],
      ['Eve on none', null, null],
    ]);
  });

  it('cause no errors if the team is deleted during concurrent changes', async () => {
    const team = await newTeam(service.db, { owner: ann, member: ben, admin: eve });
    const ids = await Promise.all([
      create(ann, 'One', team),
      create(ben, 'Two', team),
      create(eve, 'Three', team),
    ]);
    const works = ids.flatMap((id) => [
      ben.post('cloneProducts.update', { id, name: 'Meanwhile' }),
      eve.post('cloneProducts.setDefault', { id }),
      ben.post('cloneProducts.create', { name: 'Meanwhile', teamId: team }),
      eve.post('cloneProducts.create', { name: 'Own' }),
    ]);
    const [deleted, ...others] = await Promise.all([ann.post('teams.delete', { id: team }), ...works]);
    expect(deleted.status).toBe(200);
    expect(others.filter(({ status }) => ![200, 403, 404, 409].includes(status))).toEqual([]);
    await mustHaveOneDefault(service.db);
    const made = others.filter(({ status }, index) => index % 4 >= 2 && status === 200).length;
    const left = await Promise.all([ann, ben, eve].map(productsOf));
    expect(left.flat()).toHaveLength(3 + made);
  });

  it('stay in the team if their author deletes the account; the author’s own rows and files are deleted', async () => {
    const team = await newTeam(service.db, { owner: ann, member: ben });
    const [own, shared] = [await create(ben, 'Own'), await create(ben, 'Shared', team)];
    const gone = await keepImages({ author: ben, name: 'Own', productId: own });
    const kept = await keepImages({ author: ben, name: 'Shared', teamId: team, productId: shared });

    expect(await leave(ben)).toBe(200);
    expect(await productsOf(ann)).toEqual([['Shared', team, true]]);
    expect(await imagesBy(ann, ben)).toEqual([
      { name: 'Shared', authorId: ann.userId, teamId: team, productId: shared },
    ]);
    expect(await housekeep()).toBe(gone.length);
    for (const key of gone) expect(await files.read(key)).toBeNull();
    for (const key of kept) expect(await files.read(key)).not.toBeNull();
    const noted = await service.db.query(`SELECT FROM studio_files WHERE key = ANY ($1)`, [gone]);
    expect(noted).toEqual([]);
  });

  it('return to their authors when the last team member deletes their account, and the empty team is deleted', async () => {
    const [left, alone] = [
      await newTeam(service.db, { owner: ann, member: ben }),
      await newTeam(service.db, { owner: ann }),
    ];
    await create(ann, 'Of Ann', left);
    await keepImages({ author: ben, name: 'Of Ben', teamId: left });
    const gone = await keepImages({
      author: ann,
      name: 'Alone',
      teamId: alone,
      productId: await create(ann, 'Alone', alone),
    });
    await ben.post('teams.removeMember', { id: left, userId: ben.userId });

    expect(await leave(ann)).toBe(200);
    expect(await imagesBy(ann, ben)).toEqual([
      { name: 'Of Ben', authorId: ben.userId, teamId: null, productId: null },
    ]);
    expect(await service.db.query(`SELECT FROM teams WHERE id = ANY ($1)`, [[left, alone]])).toEqual([]);
    expect(await housekeep()).toBe(gone.length);
    await mustHaveOneDefault(service.db);
  });

  it('are in the account export with their pictures, without team content', async () => {
    const team = await newTeam(service.db, { owner: ann });
    const own = await create(ann, 'Own');
    await create(ann, 'Of the team', team);
    await keepImages({ author: ann, name: 'Own', productId: own });
    const [lost = ''] = await keepImages({ author: ann, name: 'Lost' });
    await files.remove(lost);
    await keepImages({ author: ann, name: 'Of the team', teamId: team });

    const { url } = (await ann.post('account.export')).data as { url: string };
    const members = await membersOf(Buffer.from(await (await fetch(url)).arrayBuffer()));
    const contents = new Map(members.map(({ name, content }) => [name, content.toString()]));
    const linesOf = (name: string): Record<string, string | number>[] =>
      (contents.get(name) ?? '')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, string | number>);
    expect(linesOf('account/products-1.jsonl')).toMatchObject([{ id: own, name: 'Own', isDefault: true }]);
    const brand = linesOf('account/brandImages-1.jsonl');
    expect(brand).toMatchObject([
      { name: 'Own', productId: own, file: `account/brandImages/${brand[0]?.['id']}.png` },
      { name: 'Lost', productId: null, file: null },
    ]);
    expect(contents.get(String(brand[0]?.['file']))).toBe('Own: brand');
    const made = linesOf('account/aiImages-1.jsonl');
    expect(made).toMatchObject([{ prompt: 'Own', seed: 7, maker: 'template' }, { prompt: 'Lost' }]);
    expect(made.map(({ file }) => contents.get(String(file)))).toEqual(['Own: made', 'Lost: made']);
    expect([...contents.values()].join('')).not.toMatch(/small|fileKey|studio\//);
  });

  it('are exported without idling in the transaction longer than one file read', async () => {
    for (const name of ['One', 'Two', 'Three']) await keepImages({ author: ann, name });
    const done: string[] = [];
    const read = async (): Promise<null> => {
      done.push('read');
      return null;
    };
    const tx: Postgres = {
      ...service.db,
      query: (...statement) => {
        done.push('statement');
        return service.db.query(...statement);
      },
    };
    for await (const { name } of exportPersonalStudio({ read })(tx, ann.userId)) done.push(name);
    expect(done.filter((each) => each === 'read')).toHaveLength(6);
    expect(done.join(' ')).not.toContain('read read');
  });
});
