import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PostgresEngine } from '../db/postgres/postgres.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { personWithProduct, queueImage } from '../testing/studio.ts';
import { cancelImage } from './aiImages.sql.ts';
import { deleteImage } from './storedFiles.sql.ts';
import * as queue from './makeImages.sql.ts';
import type { ImageClaim } from './makeImages.sql.ts';

type Status = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';

/** An image in the in-memory model. */
interface Known {
  readonly id: number;
  readonly person: number;
  status: Status;
  progress: number;
  tries: number;
  /** Whether it can be claimed: it is queued, or its claim expired. */
  due: boolean;
  claim: string | null;
  /** Sequence number of completion. */
  finished: number;
}

/** An action of a claim holder, possibly after the claim expired. */
type HoldersStep =
  | { readonly do: 'progress'; readonly at: number; readonly progress: number }
  | { readonly do: 'succeed' | 'fail' | 'postpone' | 'release'; readonly at: number };

type Step =
  | { readonly do: 'enqueue'; readonly person: number }
  | { readonly do: 'claim' }
  | HoldersStep
  | { readonly do: 'outside'; readonly how: FromOutside; readonly at: number };

type FromOutside = 'cancel' | 'delete' | 'expire';

const at = fc.nat(30);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('enqueue' as const), person: fc.nat(1) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('claim' as const) }) },
  fc.record({
    do: fc.constant('progress' as const),
    at,
    progress: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('succeed', 'fail', 'postpone', 'release'), at }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('outside' as const),
      how: fc.constantFrom('cancel', 'delete', 'expire'),
      at,
    }),
  },
);

describe.each(postgresLanes)('the queue of images on $name', (lane) => {
  let db: PostgresEngine;
  let people: Awaited<ReturnType<typeof personWithProduct>>[];
  beforeAll(async () => {
    db = await freshDatabase(lane);
    people = [await personWithProduct(db, 'ann'), await personWithProduct(db, 'ben')];
  });
  afterAll(() => db.close());

  const storedFile = async (): Promise<string> => {
    const [row] = await db.query<{ key: string }>(
      `INSERT INTO studio_files (key, mime_type, bytes)
       VALUES ('studio/00/' || replace(gen_random_uuid()::text, '-', ''), 'image/png', 1) RETURNING key`,
    );
    return row?.key ?? '';
  };
  const succeed = async (claim: ImageClaim): Promise<boolean> => {
    const [fileKey, thumbnailKey] = [await storedFile(), await storedFile()];
    const size = { width: 1, height: 1 };
    const made = { model: 'm', layout: null, shown: { picture: false, logo: false } };
    return queue.markSucceeded(db, claim, { ...made, ...size, fileKey, thumbnailKey });
  };
  const claimAny = () => queue.claimImage(db, ['template', 'endpoint'], 60);

  /** Applies a step to the database and to the model. */
  async function take(next: Step, list: Known[], claims: ImageClaim[]): Promise<void> {
    if (next.do === 'enqueue') {
      const person = people[next.person] ?? { userId: '', productId: 0 };
      const fresh = { status: 'queued' as const, progress: 0, tries: 0, due: true, claim: null, finished: 0 };
      list.push({ id: await queueImage(db, person), person: next.person, ...fresh });
    } else if (next.do === 'claim') {
      const expected = whoseTurn(list);
      const claimed = await claimAny();
      agree(claimed?.id, expected?.id);
      if (claimed === undefined || expected === undefined) return;
      const { claim } = claimed;
      Object.assign(expected, { status: 'running', claim, due: false, tries: expected.tries + 1 });
      agree(claimed.tries, expected.tries);
      claims.push(claimed);
    } else if (next.do === 'outside') {
      const image = list[next.at % Math.max(1, list.length)];
      if (image !== undefined) await fromOutside(next.how, image, list);
    } else {
      const held = claims[next.at % Math.max(1, claims.length)];
      if (held !== undefined) await fromWhoeverHeld(next, held, list);
    }
  }

  async function fromOutside(
    how: 'cancel' | 'delete' | 'expire',
    image: Known,
    list: Known[],
  ): Promise<void> {
    const isOpen = image.status === 'queued' || image.status === 'running';
    if (how === 'cancel') {
      await cancelImage(db, image.id);
      if (isOpen) finish(list, image, 'cancelled');
    } else if (how === 'delete') {
      agree((await deleteImage(db, 'ai', image.id))?.length, image.status === 'succeeded' ? 2 : 0);
      list.splice(list.indexOf(image), 1);
    } else if (isOpen) {
      await db.query('UPDATE ai_images SET due_at = now() WHERE id = $1', [image.id]);
      image.due = true;
    }
  }

  /** An expired claim must have no effect. */
  async function fromWhoeverHeld(next: HoldersStep, held: ImageClaim, list: Known[]): Promise<void> {
    const image = list.find(({ claim }) => claim === held.claim);
    if (next.do === 'progress') {
      const { progress } = next;
      agree(await queue.renewImageClaim(db, held, progress, 60), image !== undefined);
      if (image) Object.assign(image, { due: false, progress: Math.max(image.progress, progress) });
    } else if (next.do === 'succeed') {
      agree(await succeed(held), image !== undefined);
      if (image) finish(list, Object.assign(image, { progress: 1 }), 'succeeded');
    } else if (next.do === 'fail') {
      await queue.markImageFailed(db, held, 'It was not made.');
      if (image) finish(list, image, 'failed');
    } else if (next.do === 'postpone') {
      await queue.releaseImage(db, held, 60_000, true);
      if (image) Object.assign(image, { claim: null, due: false });
    } else {
      await queue.releaseImage(db, held, 0, false);
      if (image) Object.assign(image, { claim: null, due: true, tries: image.tries - 1 });
    }
  }

  it('behaves like the model under any sequence of actions', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        await db.query('DELETE FROM ai_images');
        const list: Known[] = [];
        const claims: ImageClaim[] = [];
        for (const next of steps) await take(next, list, claims);
        const rows = await db.query(
          `SELECT id, status, progress, tries, claim, due_at <= now() AS due, finished_at IS NOT NULL AS "isFinished",
             error FROM ai_images ORDER BY id`,
        );
        expect(rows).toEqual(
          list.map(({ id, status, progress, tries, claim, due, finished }) => ({
            id,
            status,
            progress,
            tries,
            claim,
            due: finished > 0 ? null : due,
            isFinished: finished > 0,
            error: status === 'failed' ? 'It was not made.' : null,
          })),
        );
      }),
      { numRuns: 40 },
    );
  });

  it('gives each image to exactly one of many concurrent claimants', async () => {
    await db.query('DELETE FROM ai_images');
    for (const person of people) for (let count = 0; count < 10; count += 1) await queueImage(db, person);
    const given: number[] = [];
    const worker = async (): Promise<void> => {
      // A claimant that finds all candidates locked tries again.
      while (given.length < 20) {
        const image = await claimAny();
        if (image !== undefined) given.push(image.id);
      }
    };
    await Promise.all(Array.from({ length: 5 }, worker));
    expect(new Set(given).size).toBe(20);
    expect(given).toHaveLength(20);
  });
});

function finish(list: readonly Known[], image: Known, status: Status): void {
  const finished = Math.max(0, ...list.map((other) => other.finished)) + 1;
  Object.assign(image, { status, claim: null, due: false, finished });
}

/** Throws if the database and the model differ. */
function agree(said: unknown, expected: unknown): void {
  if (isDeepStrictEqual(said, expected)) return;
  throw new Error(`Database: ${JSON.stringify(said)}; model: ${JSON.stringify(expected)}.`);
}

/** The oldest image of the owner with the fewest running images, ties by the earliest last completion. */
function whoseTurn(list: readonly Known[]): Known | undefined {
  const rank = ({ person, id }: Known): number[] => {
    const own = list.filter((image) => image.person === person);
    const busy = own.filter(({ claim, due }) => claim !== null && !due).length;
    return [busy, Math.max(...own.map(({ finished }) => finished)), id];
  };
  return list
    .filter(({ due }) => due)
    .toSorted((one, other) => {
      const [mine, theirs] = [rank(one), rank(other)];
      const differs = mine.findIndex((value, place) => value !== theirs[place]);
      return (mine[differs] ?? 0) - (theirs[differs] ?? 0);
    })[0];
}
