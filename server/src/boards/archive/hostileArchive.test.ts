import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPersonWithoutKey } from '../../auth/people.ts';
import { addMember, addOrFindTeam } from '../../teams/teams.sql.ts';
import { MagpieError } from '@magpie/contract/errors';
import { openFiles } from '../../integrations/storage/files.ts';
import type { PostgresEngine } from '../../db/postgres/postgres.ts';
import { type ArchiveMember, changed, membersOf, packed } from '../../testing/archives.ts';
import { freshDatabase, postgresLanes } from '../../testing/postgres.ts';
import { fillLibrary } from '../../testing/savedLibrary.ts';
import { exportLibrary } from './exportLibrary.ts';
import { importLibrary } from './importLibrary.ts';
import { checkArchive } from './readArchive.ts';

const never = new AbortController().signal;
const damaged = /^The archive is damaged, incomplete or not a gzipped tar file/;
const notAnArchive = /^This is not a library archive/;

async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 5000) yield bytes.subarray(at, at + 5000);
}

describe.each(postgresLanes.slice(0, 1))('an invalid archive', { timeout: 600_000 }, (lane) => {
  let folder: string;
  let db: PostgresEngine;
  let good: Buffer;
  let members: ArchiveMember[];
  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-archive-'));
    const from = await freshDatabase(lane);
    const files = openFiles({ dataFolder: path.join(folder, 'from'), s3Url: null });
    await fillLibrary(from, files);
    const chunks: Buffer[] = [];
    const write = (bytes: Buffer): Promise<void> => Promise.resolve(void chunks.push(bytes));
    await exportLibrary(from, files, { onlyPerson: null, write, progress: () => undefined, stopping: never });
    await from.close();
    good = Buffer.concat(chunks);
    members = await membersOf(good);
    db = await freshDatabase(lane);
  });
  afterAll(async () => {
    await db.close();
    rmSync(folder, { recursive: true });
  });

  const take = (archive: Buffer) =>
    importLibrary(
      {
        db,
        files: openFiles({ dataFolder: path.join(folder, 'to'), s3Url: null }),
        accounts: { person: addPersonWithoutKey, team: addOrFindTeam, member: addMember },
        room: { enough: () => Promise.resolve(true) },
      },
      { bytes: inPieces(archive), onRecord: () => undefined, stopping: never },
    );

  const check = (archive: Buffer) => checkArchive(inPieces(archive), () => undefined);

  const rows = async (): Promise<unknown> => {
    const [counts] = await db.query(
      `SELECT (SELECT count(*) FROM users) AS people, (SELECT count(*) FROM teams) AS teams,
         (SELECT count(*) FROM boards) AS boards, (SELECT count(*) FROM saved_ads) AS ads,
         (SELECT count(*) FROM kept_media) AS pictures`,
    );
    return counts;
  };
  const nothing = { people: 0, teams: 0, boards: 0, ads: 0, pictures: 0 };

  /** The error of the check, which the import must give as well, without leaving any data. */
  const refusalOf = async (archive: Buffer): Promise<string> => {
    const [looked, taken] = [await whyNot(check(archive)), await whyNot(take(archive))];
    expect(taken).toBe(looked);
    expect(await rows()).toEqual(nothing);
    return looked;
  };

  const memberAt = (index: number): ArchiveMember => {
    const member = members.at(index);
    if (member === undefined) throw new Error('There are fewer members.');
    return member;
  };
  const altered = (name: string, change: (text: string) => string): Promise<Buffer> =>
    packed(changed(members, name, change));
  /** The first line of a member, read, changed and written again. */
  const withLine = (name: string, change: (record: Record<string, unknown>) => object): Promise<Buffer> =>
    altered(name, (text) => {
      const [first = '{}', ...rest] = text.split('\n');
      return [JSON.stringify(change(JSON.parse(first))), ...rest].join('\n');
    });

  it('a valid archive is accepted', async () => {
    expect((await check(good)).counts).toEqual({ people: 2, teams: 1, boards: 4, ads: 7, pictures: 2 });
    expect((await check(await packed(members))).counts.ads).toBe(7);
  });

  it('is rejected if it is truncated at any point', async () => {
    for (let part = 1; part < 20; part += 1) {
      const cut = good.subarray(0, Math.floor((good.length * part) / 20));
      await expect(check(cut), `at ${part}/20`).rejects.toThrow(damaged);
    }
    expect(await refusalOf(good.subarray(0, -1))).toMatch(damaged);
    const plain = gunzipSync(good);
    for (let at = 512; at < plain.length - 1024; at += 4096) {
      await expect(check(gzipSync(plain.subarray(0, at))), `at ${at}`).rejects.toThrow(
        /incomplete|not a library archive/,
      );
    }
  });

  it('is rejected if any bit is flipped, unless it unpacks to the same content', async () => {
    const plain = gunzipSync(good);
    const places = Array.from({ length: 60 }, (_, part) => 10 + Math.floor(((good.length - 10) * part) / 60));
    let refused = 0;
    const taken: number[] = [];
    // The first ten bytes are the gzip header, parts of which do not affect the content.
    for (const at of [...Array(10).keys(), ...places]) {
      const flipped = Buffer.from(good);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
      if ((await whyNot(check(flipped))) !== wasTaken) refused += 1;
      else if (!gunzipSync(flipped).equals(plain)) taken.push(at);
    }
    expect([taken, refused > 55]).toEqual([[], true]);
    // With a valid checksum, the error names the altered member.
    const ads = memberAt(-1);
    const content = Buffer.from(ads.content.toString().replace('Headline 1', 'Headline X'));
    const forged = members.map((member) => (member === ads ? { ...ads, content } : member));
    expect(await refusalOf(await packed(forged))).toMatch(
      'ads.jsonl was altered after the archive was created',
    );
  });

  it('is rejected if it is not an archive', async () => {
    expect(await refusalOf(Buffer.from('no archive'))).toMatch(damaged);
    expect(await refusalOf(Buffer.alloc(0))).toMatch(damaged);
    expect(await refusalOf(gzipSync('no tar file either'))).toMatch(damaged);
    expect(await refusalOf(await packed([{ name: 'manifest.json', content: Buffer.from('{}') }]))).toMatch(
      notAnArchive,
    );
    expect(await refusalOf(await packed([{ name: 'manifest.json', content: Buffer.from('{') }]))).toMatch(
      'manifest.json is not valid JSON',
    );
    expect(await refusalOf(await packed(members.slice(1)))).toMatch(notAnArchive);
  });

  it('is rejected in another format version', async () => {
    expect(
      await refusalOf(await altered('manifest.json', (text) => text.replace('"version": 2', '"version": 3'))),
    ).toMatch('The archive has format version 3, but this Magpie reads versions up to 2; upgrade Magpie.');
  });

  it('is rejected with reordered, missing or additional members', async () => {
    expect(await refusalOf(await packed([...members.slice(0, -2), memberAt(-1), memberAt(-2)]))).toMatch(
      "The archive has 'ads.jsonl' where boards.jsonl is expected",
    );
    expect(await refusalOf(await packed(members.slice(0, -1)))).toMatch(
      'The archive ends where ads.jsonl is expected; it is incomplete.',
    );
    expect(
      await refusalOf(await packed([...members, { name: 'more.txt', content: Buffer.from('x') }])),
    ).toMatch("The archive has 'more.txt' where the end is expected");
  });

  it.each([
    ['../../x', 'file'],
    ['/etc/cron.d/x', 'file'],
    ['media/../../x.png', 'file'],
    ['media/x.png', 'file'],
    ['media/x.png', 'symlink'],
    ['media/x.png', 'link'],
    ['media', 'directory'],
  ] as const)('is rejected with %s as a %s', async (name, type) => {
    const [manifest, rest] = [memberAt(0), members.slice(2)];
    const content = type === 'file' ? Buffer.from('x') : Buffer.alloc(0);
    expect(await refusalOf(await packed([manifest, { name, content, type }, ...rest]))).toMatch(
      type === 'file' ? `where a picture is expected` : 'The archive contains a link or a folder',
    );
    expect(readdirSync(folder).filter((each) => each !== 'to')).toEqual(['from']);
    expect(readdirSync(path.join(folder, 'to'), { recursive: true }).filter(isStray)).toEqual([]);
  });

  it('is rejected with an invalid or altered picture', async () => {
    const [manifest, picture, rest] = [memberAt(0), memberAt(1), members.slice(2)];
    expect(
      await refusalOf(await packed([manifest, { ...picture, content: Buffer.from('other') }, ...rest])),
    ).toMatch(`${picture.name} was altered`);
    const script = Buffer.from('<script>alert(1)</script>');
    const named = `media/${sha256(script)}.png`;
    const forged = [manifest, { name: named, content: script }, ...rest];
    await expect(take(await packed(forged))).rejects.toThrow(
      `${named} cannot be stored: The file is not a JPEG`,
    );
    const other = { ...picture, name: picture.name.replace('.png', '.gif') };
    await expect(take(await packed([manifest, other, ...rest]))).rejects.toThrow(
      'does not match the type in its name',
    );
    expect(await rows()).toEqual(nothing);
  });

  it('is rejected before it can fill memory or disk', async () => {
    const manifest = memberAt(0);
    const bomb = Buffer.from(
      gunzipSync(await packed([manifest, { name: memberAt(1).name, content: Buffer.alloc(0) }])),
    );
    const header = 512 + 512 * Math.ceil(manifest.content.length / 512);
    bomb.write('77777777777 ', header + 124, 'latin1');
    bomb.fill(' ', header + 148, header + 156);
    const sum = bomb.subarray(header, header + 512).reduce((total, byte) => total + byte, 0);
    bomb.write(`${sum.toString(8).padStart(6, '0')}\0 `, header + 148, 'latin1');
    expect(await refusalOf(gzipSync(bomb))).toMatch(`has ${8 ** 11 - 1} bytes; the maximum is 268435456.`);
    const long = Buffer.alloc(70 * 1024 * 1024, 'x');
    expect(await refusalOf(await altered('ads.jsonl', () => long.toString()))).toMatch(
      'ads.jsonl has a line of more than 64 MB',
    );
  });

  it.each<[string, string, (record: Record<string, unknown>) => object, string]>([
    ['an unknown field', 'boards.jsonl', (board) => ({ ...board, color: 'red' }), "Unknown field 'color'"],
    [
      'a URL that is not http(s)',
      'ads.jsonl',
      (ad) => ({ ...ad, ad: Object.assign({}, ad['ad'], { landingPageUrl: 'javascript:alert(1)' }) }),
      'must contain only URLs that start with http:// or https://',
    ],
    [
      'a board without a name',
      'boards.jsonl',
      (board) => ({ ...board, name: '' }),
      'name must be text of 1 to 120',
    ],
    [
      'an unknown owner',
      'boards.jsonl',
      (board) => ({ ...board, owner: { person: 'x@y.z' } }),
      'who is not in people',
    ],
    [
      'an unknown author',
      'boards.jsonl',
      (board) => ({ ...board, author: 'x@y.z' }),
      'who is not in people.jsonl',
    ],
    [
      'an unknown team',
      'boards.jsonl',
      (board) => ({ ...board, owner: { team: 'none' } }),
      'not in teams.jsonl',
    ],
    ['a board below itself', 'boards.jsonl', (board) => ({ ...board, parent: 1 }), 'an invalid parent'],
    [
      'boards below each other',
      'boards.jsonl',
      (board) => ({ ...board, board: 2, parent: 1 }),
      'board 2 has',
    ],
    [
      'a board below a board of another owner',
      'boards.jsonl',
      (board) => ({ ...board, parent: 4 }),
      'an invalid parent',
    ],
    [
      'an invalid time',
      'boards.jsonl',
      (board) => ({ ...board, createdAt: 'now' }),
      'createdAt must have the form',
    ],
    [
      'an invalid email address',
      'people.jsonl',
      (person) => ({ ...person, email: 'ann' }),
      'email must have the form',
    ],
    [
      'an ad on a board of another owner',
      'ads.jsonl',
      (ad) => ({ ...ad, boards: [{ board: 4, addedAt: time }] }),
      'belongs to another owner',
    ],
    ['an ad on no board', 'ads.jsonl', (ad) => ({ ...ad, boards: [] }), 'boards must be at least 1 values'],
    [
      'an ad with a different hash',
      'ads.jsonl',
      (ad) => ({ ...ad, hash: 'a'.repeat(32) }),
      'a different hash inside',
    ],
    [
      'an invalid ad',
      'ads.jsonl',
      (ad) => ({ ...ad, ad: { hash: ad['hash'] } }),
      'ads.jsonl, line 1, is invalid',
    ],
    ['a note with NUL', 'ads.jsonl', (ad) => ({ ...ad, note: 'a\0b' }), 'contains a NUL character'],
    [
      'half of a surrogate pair',
      'ads.jsonl',
      (ad) => ({ ...ad, note: '\ud800' }),
      'contains half of a surrogate pair',
    ],
    [
      'a note that is too long',
      'ads.jsonl',
      (ad) => ({ ...ad, note: '😀'.repeat(5001) }),
      'note must be text of 1 to 5000',
    ],
    ['a missing picture', 'ads.jsonl', withoutPicture, 'a picture that is not in the archive'],
  ])('is rejected with %s', async (_, name, change, sentence) => {
    expect(await refusalOf(await withLine(name, change))).toMatch(sentence);
  });

  it('is rejected with missing records or invalid JSON', async () => {
    expect(await refusalOf(await altered('ads.jsonl', (text) => text.slice(text.indexOf('\n') + 1)))).toMatch(
      'ads.jsonl was altered',
    );
    expect(await refusalOf(await altered('ads.jsonl', (text) => `${text}{`))).toMatch(
      'ads.jsonl does not end with a line break.',
    );
    expect(await refusalOf(await altered('ads.jsonl', (text) => `x${text}`))).toMatch(
      'ads.jsonl, line 1, is not valid JSON',
    );
  });
});

const wasTaken = 'It was taken.';

/** The message of a MagpieError; other errors are rethrown. */
async function whyNot(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return wasTaken;
  } catch (error) {
    if (error instanceof MagpieError) return error.message;
    throw error;
  }
}

const time = '2026-01-01T00:00:00.000000Z';

/** Whether a file is outside the folder of pictures. */
function isStray(name: string | Buffer): boolean {
  return !/^files(\/\.writing|\/media(\/\w\w(\/[0-9a-f]{64})?)?)?$/.test(String(name));
}

function withoutPicture(ad: Record<string, unknown>): object {
  const file = `media/${'0'.repeat(64)}.png`;
  return { ...ad, pictures: [{ url: 'https://x.example/', state: 'kept', file, keptAt: time, error: null }] };
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
