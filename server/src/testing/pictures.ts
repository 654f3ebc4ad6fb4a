import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import sharp from 'sharp';
import type { Postgres } from '../db/postgres/postgres.ts';
import { createSafeFetch, type SafeFetch } from '../integrations/safeFetch/safeFetch.ts';
import type { SavedSnapshot } from '../boards/presentSaved.ts';
import { saveAd } from '../boards/saveAd.ts';
import { presentedAd } from './savedAd.ts';

/** A picture whose content is its colour's: the same colour is the same bytes. */
export function picture(
  background: string,
  kind: 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' = 'png',
): Promise<Buffer> {
  return sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .toFormat(kind)
    .toBuffer();
}

/** Noise, which compression makes no smaller. */
export function noise(width: number, height: number): Promise<Buffer> {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A host of pictures on this machine. */
export interface PictureHost {
  /** Answers this path from now on; gives its address. */
  serve(path: string, answer: Buffer | Answer, type?: string): string;
  /** Number of requests by path. */
  readonly requests: ReadonlyMap<string, number>;
  /** Fetches from this host and no other of this machine. */
  readonly fetch: SafeFetch;
  close(): Promise<void>;
}

export async function startPictureHost(): Promise<PictureHost> {
  const answers = new Map<string, Answer>();
  const requests = new Map<string, number>();
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.set(path, (requests.get(path) ?? 0) + 1);
    const answer = answers.get(path);
    if (answer === undefined) response.writeHead(404).end('gone');
    else answer(request, response);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as { port: number }).port}`;
  const send =
    (bytes: Buffer, type: string): Answer =>
    (_, response) =>
      void response.writeHead(200, { 'content-type': type }).end(bytes);
  return {
    serve: (path, answer, type = 'image/png') => {
      answers.set(path, Buffer.isBuffer(answer) ? send(answer, type) : answer);
      return `http://${host}${path}`;
    },
    requests,
    fetch: createSafeFetch({ allow: [host] }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

/** An ad that shows these pictures. */
export function picturedAd(urls: readonly string[], changes: Partial<SavedSnapshot> = {}): SavedSnapshot {
  const media = urls.map((url) => ({
    type: 'image' as const,
    url,
    thumbnailUrl: null,
    width: null,
    height: null,
    durationSeconds: null,
  }));
  const hash = randomBytes(16).toString('hex');
  return {
    ...presentedAd('1', { platforms: ['facebook'], headlines: ['Headline'] }),
    hash,
    media,
    ...changes,
  };
}

/** Saves an ad to a new board of somebody, who is made when they are not there. */
export async function savePictured(
  db: Postgres,
  userId: string,
  ad: SavedSnapshot,
  savedAt?: Date,
): Promise<number> {
  await db.query(`INSERT INTO users (id, email) VALUES ($1, $1 || '@example.com') ON CONFLICT DO NOTHING`, [
    userId,
  ]);
  const [board] = await db.query<{ id: number }>(
    `INSERT INTO boards (name, author_id, position)
     SELECT 'Board', $1, count(*) FROM boards WHERE author_id = $1
     RETURNING id`,
    [userId],
  );
  const place = { id: board?.id ?? 0, teamId: null, authorId: userId };
  const options = savedAt === undefined ? {} : { savedAt };
  return (await db.transaction((tx) => saveAd(tx, place, ad, options))).savedAdId;
}
