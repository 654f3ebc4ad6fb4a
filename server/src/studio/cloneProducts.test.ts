import type { CloneProduct } from '@magpie/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newTeam, type Person } from '../testing/library.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { mustHaveOneDefault } from '../testing/products.ts';
import { type Reply, startService, type TestService } from '../testing/service.ts';
import { defaultProduct } from './cloneProducts.ts';

const wholeProduct = {
  name: 'Cloud Pillow',
  url: 'https://shop.example.com/pillow',
  description: 'Soft where you want it.',
  price: 49.9,
  currency: 'USD',
  brandName: 'Nimbus',
  logoUrl: 'https://shop.example.com/logo.svg',
  images: ['https://shop.example.com/1.jpg', 'https://shop.example.com/2.jpg'],
  colors: ['#224488', '#ff6347'],
  font: 'serif',
  sellingPoints: ['Machine washable', 'Ten "years", {really}'],
  audience: 'People who sleep',
  tone: 'Calm',
};
const nothing = {
  url: null,
  description: null,
  price: null,
  currency: null,
  brandName: null,
  logoUrl: null,
  images: [],
  colors: [],
  font: 'sans',
  sellingPoints: [],
  audience: null,
  tone: null,
};

/** An action of a person on one of the products. */
const act = fc.record({
  who: fc.constantFrom(0, 1),
  inTeam: fc.boolean(),
  does: fc.constantFrom('create', 'create', 'delete', 'setDefault', 'update'),
  isDefault: fc.boolean(),
  which: fc.nat(11),
});
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;
/** Rounds of concurrent actions. */
const rounds = fc.array(fc.array(act, { minLength: 2, maxLength: 8 }), { minLength: 2, maxLength: 5 });

describe.each(postgresLanes)('products on $name', (lane) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService(lane);
  });
  afterAll(() => service.close());

  const create = async (who: Person, name: string, more: object = {}): Promise<CloneProduct> =>
    (await who.post('cloneProducts.create', { name, ...more })).data;
  const list = async (who: Person): Promise<CloneProduct[]> => (await who.get('cloneProducts.list')).data;
  const defaultsOf = async (who: Person): Promise<string[]> =>
    (await list(who)).filter(({ isDefault }) => isDefault).map(({ name }) => name);
  const refusal = ({ status, error }: Reply): [number, string] => [status, error?.message];

  it('are created, read, changed and deleted', async () => {
    const ann = await service.newcomer();
    const first = await create(ann, '  Plain  ');
    expect(first).toMatchObject({ name: 'Plain', ...nothing, isDefault: true, teamId: null });
    const whole = await create(ann, 'Cloud Pillow', {
      ...wholeProduct,
      currency: 'usd',
      colors: ['#248', 'tomato'],
    });
    expect(whole).toMatchObject({ ...wholeProduct, isDefault: false });
    expect((await ann.get('cloneProducts.get', { productId: whole.id })).data).toEqual(whole);
    expect(await list(ann)).toEqual([first, whole]);

    const { data: renamed } = await ann.post('cloneProducts.update', { id: whole.id, name: 'Cloud' });
    expect(renamed).toMatchObject({ ...wholeProduct, name: 'Cloud', createdAt: whole.createdAt });
    expect(renamed.updatedAt > whole.updatedAt).toBe(true);
    const { data: untouched } = await ann.post('cloneProducts.update', { id: whole.id });
    expect(untouched).toEqual(renamed);
    const { data: bare } = await ann.post('cloneProducts.update', {
      ...nothing,
      id: whole.id,
      url: '',
      currency: ' ',
      audience: '  ',
    });
    expect(bare).toMatchObject({ ...nothing, name: 'Cloud' });

    expect((await ann.post('cloneProducts.delete', { id: whole.id })).data).toEqual({ success: true });
    expect(await list(ann)).toEqual([first]);
    const gone = await ann.post('cloneProducts.delete', { id: whole.id });
    expect(refusal(gone)).toEqual([404, `There is no product ${whole.id}.`]);
  });

  it('have one default: the first, then the chosen one, and the newest if that is deleted', async () => {
    const ann = await service.newcomer();
    const [one, two, three] = [
      await create(ann, 'One'),
      await create(ann, 'Two'),
      await create(ann, 'Three'),
    ];
    expect(await defaultsOf(ann)).toEqual(['One']);
    const { data: chosen } = await ann.post('cloneProducts.setDefault', { id: two.id });
    expect(chosen).toMatchObject({ id: two.id, isDefault: true });
    expect((await ann.post('cloneProducts.setDefault', { id: two.id })).data).toEqual(chosen);
    expect(await defaultsOf(ann)).toEqual(['Two']);
    const refused = await ann.post('cloneProducts.update', { id: two.id, isDefault: false, name: 'No' });
    expect(refusal(refused)).toEqual([
      409,
      `Product ${two.id} is the default; to change that, make another product the default with cloneProducts.setDefault.`,
    ]);
    await ann.post('cloneProducts.update', { id: three.id, isDefault: false });
    expect(await defaultsOf(ann)).toEqual(['Two']);
    await ann.post('cloneProducts.update', { id: three.id, isDefault: true, name: '3' });
    expect(await defaultsOf(ann)).toEqual(['3']);
    await create(ann, 'Four', { isDefault: true });
    expect(await defaultsOf(ann)).toEqual(['Four']);
    await ann.post('cloneProducts.delete', { id: one.id });
    expect(await defaultsOf(ann)).toEqual(['Four']);
    const four = (await list(ann)).at(-1)?.id;
    await ann.post('cloneProducts.delete', { id: four });
    expect(await defaultsOf(ann)).toEqual(['3']);
    for (const { id } of await list(ann)) await ann.post('cloneProducts.delete', { id });
    expect(await list(ann)).toEqual([]);
    expect(await create(ann, 'Five', { isDefault: false })).toMatchObject({ isDefault: true });
  });

  it('belong to their author or to a team whose viewers can only read; others have no access', async () => {
    const [ann, ben, eve] = [await service.newcomer(), await service.newcomer(), await service.newcomer()];
    const team = await newTeam(service.db, { owner: ann, viewer: ben });
    const own = await create(ann, 'Own');
    const shared = await create(ann, 'Shared', { teamId: team });
    expect([own.isDefault, shared.isDefault, shared.teamId]).toEqual([true, true, team]);
    expect(await list(ann)).toEqual([own, shared]);
    expect(await list(ben)).toEqual([shared]);
    expect(await list(eve)).toEqual([]);
    expect(await defaultProduct(service.db, ann.userId)).toMatchObject({ id: own.id });
    expect(await defaultProduct(service.db, ben.userId)).toMatchObject({ id: shared.id });
    expect(await defaultProduct(service.db, eve.userId)).toBeNull();

    expect((await ben.get('cloneProducts.get', { id: shared.id })).data).toEqual(shared);
    const changes = (id: number): [string, object][] => [
      ['cloneProducts.update', { id, name: 'Mine' }],
      ['cloneProducts.setDefault', { id }],
      ['cloneProducts.delete', { id }],
    ];
    const all = async (who: Person, id: number): Promise<[number, string][]> => {
      const replies = [await who.get('cloneProducts.get', { id })];
      for (const [procedure, input] of changes(id)) replies.push(await who.post(procedure, input));
      return replies.map(refusal);
    };
    const each = (status: number, message: string): [number, string][] =>
      Array.from({ length: 4 }, () => [status, message]);
    const looksOnly = `Your role in team ${team} (viewer) does not allow changes.`;
    expect((await all(ben, shared.id)).slice(1)).toEqual(each(403, looksOnly).slice(1));
    const added = await ben.post('cloneProducts.create', { name: 'Mine', teamId: team });
    expect(refusal(added)).toEqual([403, looksOnly]);
    expect(await all(ben, own.id)).toEqual(each(403, `Product ${own.id} belongs to somebody else.`));
    expect(await all(eve, shared.id)).toEqual(each(403, `You are not a member of team ${team}.`));
    expect(await all(eve, 2 ** 40)).toEqual(each(404, `There is no product ${2 ** 40}.`));
    const nowhere = await eve.post('cloneProducts.create', { name: 'Mine', teamId: 2 ** 40 });
    expect(refusal(nowhere)).toEqual([404, `There is no team ${2 ** 40}.`]);

    await ann.post('teams.removeMember', { id: team, userId: ben.userId });
    expect(await list(ben)).toEqual([]);
    expect(await all(ben, shared.id)).toEqual(each(403, `You are not a member of team ${team}.`));
    expect(await list(ann)).toEqual([own, shared]);
  });

  it('are limited to two hundred, so that a list needs no paging', async () => {
    const ann = await service.newcomer();
    await service.db.query(
      `INSERT INTO clone_products (author_id, name, is_default) SELECT $1, 'Many', n = 1 FROM generate_series(1, 199) AS n`,
      [ann.userId],
    );
    const requests = ['One', 'Two'].map((name) =>
      ann.post('cloneProducts.create', { name, isDefault: true }),
    );
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 409]));
    const more = await ann.post('cloneProducts.create', { name: 'More' });
    expect(refusal(more)).toEqual([409, 'You have 200 products, which is the maximum; delete one first.']);
    expect(await defaultsOf(ann)).toEqual([statuses[0] === 200 ? 'One' : 'Two']);
  });

  it('are rejected with the field that is wrong', async () => {
    const ann = await service.newcomer();
    const wrong = await ann.post('cloneProducts.create', {
      name: ' ',
      url: 'ftp://x',
      price: -1,
      currency: 'XXQ',
      images: Array.from({ length: 21 }, (_, at) => `https://example.com/${at}.jpg`),
      colors: Array.from({ length: 13 }, () => 'red'),
      sellingPoints: Array.from({ length: 21 }, () => 'Soft'),
    });
    const unread = await ann.post('cloneProducts.create', { name: 'Kettle', colors: ['red', '#12'] });
    expect(refusal(unread)).toEqual([400, expect.stringMatching(/^colors.1 must be a CSS colour such as/)]);
    const unknown = await ann.post('cloneProducts.create', { name: 'Kettle', font: 'comic' });
    const fontRule = 'font must be one of sans, geometric, rounded, serif, condensed, got "comic"';
    expect(refusal(unknown)).toEqual([400, expect.stringContaining(fontRule)]);
    const issues = wrong.error.data.issues as { path: string }[];
    expect([wrong.status, issues.map(({ path }) => path)]).toEqual([
      400,
      ['name', 'url', 'price', 'currency', 'images', 'colors', 'sellingPoints'],
    ]);
  });

  it('always have exactly one default under concurrent changes', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(rounds, async (planned) => {
        const [ann, ben] = [await service.newcomer(), await service.newcomer()];
        const team = await newTeam(service.db, { owner: ann, member: ben });
        const [known, left] = [[] as number[], new Set<number>()];
        const perform = async ({ who, does, inTeam, isDefault, which }: Act): Promise<number> => {
          const [person, id] = [who === 0 ? ann : ben, known[which % known.length]];
          if (does === 'create' || id === undefined) {
            const product = { name: 'New', isDefault, teamId: inTeam ? team : null };
            const { status, data } = await person.post('cloneProducts.create', product);
            if (status === 200) {
              known.push(data.id);
              left.add(data.id);
            }
            return status;
          }
          const input = does === 'update' ? { id, isDefault, name: 'Changed' } : { id };
          const { status } = await person.post(`cloneProducts.${does}`, input);
          if (does === 'delete' && status === 200) left.delete(id);
          return status;
        };
        const done = new AbortController();
        const watch = async (who: Person): Promise<number[]> => {
          const wrong: number[] = [];
          while (!done.signal.aborted) {
            wrong.push(...defaultsByOwner(await list(who)).filter((count) => count !== 1));
          }
          return wrong;
        };
        const watching = Promise.all([watch(ann), watch(ben)]);
        try {
          for (const round of planned) {
            const statuses = await Promise.all(round.map(perform));
            expect(statuses.filter((status) => ![200, 403, 404, 409].includes(status))).toEqual([]);
            await mustHaveOneDefault(service.db);
          }
        } finally {
          done.abort();
        }
        expect(await watching).toEqual([[], []]);
        const ids = [...(await list(ann)), ...(await list(ben))].map(({ id }) => id);
        expect(new Set(ids)).toEqual(left);
      }),
      { numRuns: lane === postgresLanes[0] ? 12 : 4 },
    );
  });
});

/** Number of defaults per person or team with products. */
function defaultsByOwner(products: readonly CloneProduct[]): number[] {
  const owners = [...new Set(products.map(({ teamId }) => teamId))];
  return owners.map(
    (owner) => products.filter(({ teamId, isDefault }) => isDefault && teamId === owner).length,
  );
}
