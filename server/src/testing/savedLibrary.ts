import sharp from 'sharp';
import { addPerson } from '../auth/people.ts';
import type { FileStore } from '../integrations/storage/fileStore.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import { describeFile, storePicture } from '../boards/media/storePicture.ts';
import type { SavedSnapshot } from '../boards/presentSaved.ts';
import { saveAd } from '../boards/saveAd.ts';
import { presentedAd } from './savedAd.ts';

/** An ad as it was when it was saved, with two pictures. */
export function snapshot(number: number, changes: Partial<SavedSnapshot> = {}): SavedSnapshot {
  const id = String(number);
  const blank = presentedAd(id, { companyName: `Acme ${number % 3}`, likes: number % 2 === 0 ? 5 : null });
  return {
    ...blank,
    platform: 'facebook',
    platforms: ['facebook', 'instagram'],
    sourceUrl: `https://www.facebook.com/ads/library/?id=${id}`,
    headline: `Headline ${id}`,
    body: `Näher am „Ziel“ – ${id}\n走る`,
    ctaType: 'SHOP_NOW',
    ctaText: 'Shop now',
    headlines: [`Headline ${id}`],
    bodies: [`Näher am „Ziel“ – ${id}\n走る`],
    landingPageUrl: `https://shop.example/${id}`,
    landingPageDomain: 'shop.example',
    language: 'de',
    countries: ['DE'],
    media: [picture(`${id}a`), picture(`${id}b`)],
    startDate: '2026-01-05',
    firstSeenAt: '2026-01-06T08:00:00.000Z',
    lastSeenAt: '2026-02-06T08:00:00.000Z',
    daysRunning: 30,
    reach: { value: 1000 * number, lower: null, upper: null, kind: 'reported' },
    engagement: {
      ...blank.engagement,
      total: blank.engagement.likes,
      capturedAt: '2026-02-06T08:00:00.000Z',
    },
    performanceScore: 40 + number / 10,
    scoreParts: { longevity: 0.6, reach: 0.4, engagement: null, variants: null },
    confidence: 0.8,
    ...changes,
  };
}

function picture(name: string): SavedSnapshot['media'][number] {
  return {
    type: 'image',
    url: `https://pictures.example/${name}.png`,
    thumbnailUrl: null,
    width: 20,
    height: 10,
    durationSeconds: null,
  };
}

export interface Board {
  readonly id: number;
  readonly teamId: number | null;
  readonly authorId: string;
}

export interface NewBoard {
  readonly author: string;
  readonly name: string;
  readonly team?: number;
  readonly parent?: number;
  readonly slug?: string;
}

export async function personWith(db: Postgres, email: string): Promise<{ id: string; key: string }> {
  const { key } = await addPerson(db, email);
  const [row] = await db.query<{ id: string }>(`SELECT id FROM users WHERE email = $1`, [email]);
  return { id: row?.id ?? '', key };
}

export async function boardWith(db: Postgres, board: NewBoard): Promise<Board> {
  const { author, name, team = null, parent = null, slug = null } = board;
  const [row] = await db.query<{ id: number }>(
    `INSERT INTO boards (author_id, team_id, parent_board_id, name, slug, description, published, views, position)
     SELECT $1::text, $2::bigint, $3::bigint, $4::text, $5::text, 'About ' || $4, $5 IS NOT NULL, length($4), count(*)
     FROM boards WHERE scope = coalesce('team:' || $2::bigint, 'user:' || $1::text)
     RETURNING id`,
    [author, team, parent, name, slug],
  );
  return { id: row?.id ?? 0, teamId: team, authorId: author };
}

/** Keeps one picture of a saved ad and lets the other fail; it differs from ad to ad by its colour. */
export async function keepOnePicture(
  db: Postgres,
  files: FileStore,
  savedAdId: number,
  colour: string,
): Promise<string> {
  const bytes = await sharp({ create: { width: 20, height: 10, channels: 3, background: colour } })
    .png()
    .toBuffer();
  const file = await describeFile(bytes, false);
  await storePicture({ db, files }, file, bytes);
  await db.query(
    `UPDATE kept_media
     SET due_at = NULL, sha256 = CASE place WHEN 0 THEN $2 END, kept_at = CASE place WHEN 0 THEN now() END,
         error = CASE place WHEN 1 THEN 'The host answered with status 404 instead of a picture.' END
     WHERE saved_ad_id = $1`,
    [savedAdId, file.sha256],
  );
  return file.sha256;
}

/**
 * Ann has nested boards in an order of her own, one of them public; the team of Ann and Ben has a board and copies of
 * its own; pictures are kept, waiting and failed.
 */
export async function fillLibrary(db: Postgres, files: FileStore): Promise<{ ann: string; ben: string }> {
  const [ann, ben] = [await personWith(db, 'Ann@example.com'), await personWith(db, 'ben@example.com')];
  const [team] = await db.query<{ id: number }>(
    `INSERT INTO teams (name, slug) VALUES ('The Team', 'the-team') RETURNING id`,
  );
  await db.query(
    `INSERT INTO team_members (team_id, user_id, email, role, joined_at)
     VALUES ($1, $2, 'ann@work.example', 'owner', now()), ($1, $3, 'ben@example.com', 'viewer', now()),
            ($1, NULL, 'cem@example.com', 'member', NULL)`,
    [team?.id, ann.id, ben.id],
  );
  const child = await boardWith(db, { author: ann.id, name: 'Hooks' });
  const parent = await boardWith(db, { author: ann.id, name: 'Everything', slug: 'everything' });
  const shared = await boardWith(db, { author: ann.id, name: 'Shared', ...(team && { team: team.id }) });
  const bens = await boardWith(db, { author: ben.id, name: 'Hooks' });
  await db.query(`UPDATE boards SET parent_board_id = $2 WHERE id = $1`, [child.id, parent.id]);
  await db.query(`UPDATE boards SET position = 1 - position WHERE id IN ($1, $2)`, [child.id, parent.id]);
  await db.transaction(async (tx) => {
    const at = (day: number): Date => new Date(Date.UTC(2026, 2, day, 12, 30, 0, day));
    for (const number of [1, 2, 3, 4]) {
      const note = number === 2 ? 'Read “this” first,\nthen act' : null;
      await saveAd(tx, child, snapshot(number), { note, savedAt: at(number), addedAt: at(number) });
    }
    await saveAd(tx, parent, snapshot(2), { addedAt: at(9) });
    await saveAd(tx, parent, snapshot(9), { incomplete: true, savedAt: at(9), addedAt: at(9) });
    await saveAd(tx, shared, snapshot(2), { note: 'Ours', savedAt: at(6), addedAt: at(6) });
    await saveAd(tx, bens, snapshot(1), { savedAt: at(7), addedAt: at(8) });
  });
  await db.query(
    `WITH given AS (
       INSERT INTO labels (user_id, team_id, name, color)
       VALUES ($1, NULL, 'angle', 'red'), ($1, NULL, 'Hook', 'blue'), (NULL, $2, 'hook', 'green') RETURNING id, scope
     )
     INSERT INTO saved_ad_labels (saved_ad_id, label_id)
     SELECT saved.id, given.id FROM saved_ads saved JOIN given USING (scope) WHERE saved.note IS NOT NULL`,
    [ann.id, team?.id],
  );
  await db.query(`UPDATE saved_ads SET stage = CASE WHEN team_id IS NULL THEN 'shortlisted' ELSE 'done' END
                  WHERE note IS NOT NULL`);
  await db.query(
    `INSERT INTO comments (saved_ad_id, author_id, text, created_at, updated_at)
     SELECT saved.id, author.id, author.text, timestamptz '2026-03-07T08:00:00.000123Z',
       CASE WHEN author.id = $1 THEN timestamptz '2026-03-08T08:00:00.000456Z' END
     FROM saved_ads saved, (VALUES ($1, 'First'), ($2, 'Second, with “quotes”'), (NULL, 'Third')) AS author (id, text)
     WHERE saved.note IS NOT NULL`,
    [ann.id, ben.id],
  );
  const saved = await db.query<{ id: number }>(`SELECT id FROM saved_ads ORDER BY id LIMIT 2`);
  for (const [index, { id }] of saved.entries()) {
    await keepOnePicture(db, files, id, index === 0 ? 'red' : 'blue');
  }
  return { ann: ann.key, ben: ben.key };
}
