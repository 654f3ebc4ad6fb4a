import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFiles } from '../../integrations/storage/files.ts';
import { createLog } from '../../config/log.ts';
import { newTeam, type Person } from '../../testing/library.ts';
import {
  picture,
  picturedAd,
  savePictured,
  sha256,
  startPictureHost,
  type PictureHost,
} from '../../testing/pictures.ts';
import { postgresLanes } from '../../testing/postgres.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { saveAd } from '../saveAd.ts';
import { accountQuota, storeDueMedia } from './storeMedia.ts';

describe.each(postgresLanes)('ads.listKeptMedia on $name', (lane) => {
  const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'magpie-media-'));
  let service: TestService;
  let host: PictureHost;
  let ann: Person;
  let ben: Person;
  beforeAll(async () => {
    [service, host] = await Promise.all([startService(lane, { dataFolder }), startPictureHost()]);
    [ann, ben] = [await service.newcomer(), await service.newcomer()];
  });
  afterAll(async () => {
    await Promise.all([service.close(), host.close()]);
    rmSync(dataFolder, { recursive: true, force: true });
  });

  const keep = (): Promise<void> =>
    storeDueMedia(
      {
        db: service.db,
        files: openFiles({ dataFolder, s3Url: null }),
        fetch: host.fetch,
        room: { enough: () => Promise.resolve(true) },
        pictureBytes: 1_000_000,
        videoBytes: 1_000_000,
        account: accountQuota(service.db, 1_000_000),
        log: createLog('silent'),
      },
      new AbortController().signal,
    );
  const unknown = { mimeType: null, bytes: null, width: null, height: null, keptUrl: null };

  it('200: returns waiting, then stored and failed pictures with the reason', async () => {
    const bytes = await picture('teal');
    const [there, gone] = [
      host.serve('/there', bytes),
      host.serve('/gone', (_, response) => void response.writeHead(410).end()),
    ];
    const ad = picturedAd([there, gone]);
    await savePictured(service.db, ann.userId, ad);
    expect((await ann.get('ads.listKeptMedia', { hash: ad.hash })).data).toEqual([
      { url: there, state: 'waiting', error: null, ...unknown },
      { url: gone, state: 'waiting', error: null, ...unknown },
    ]);
    await keep();
    const keptUrl = `${service.address}/media/${sha256(bytes)}.png`;
    const kept = { keptUrl, mimeType: 'image/png', bytes: bytes.length, width: 40, height: 30 };
    expect((await ann.get('ads.listKeptMedia', { adHash: ad.hash })).data).toEqual([
      { url: there, state: 'kept', error: null, ...kept },
      {
        url: gone,
        state: 'failed',
        error: 'The host answered with status 410 instead of a picture.',
        ...unknown,
      },
    ]);
  });

  it('200: the copy is served without a key and unchanged', async () => {
    const bytes = await picture('plum', 'webp');
    const ad = picturedAd([host.serve('/plum', bytes)]);
    await savePictured(service.db, ann.userId, ad);
    await keep();
    const [{ keptUrl }] = (await ann.get('ads.listKeptMedia', { hash: ad.hash })).data;
    const response = await fetch(keptUrl);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
    const headers = ['content-type', 'content-length', 'x-content-type-options', 'cache-control'];
    expect([response.status, ...headers.map((name) => response.headers.get(name))]).toEqual([
      200,
      'image/webp',
      String(bytes.length),
      'nosniff',
      'public, max-age=31536000, immutable',
    ]);
    expect((await fetch(keptUrl, { method: 'HEAD' })).headers.get('content-length')).toBe(
      String(bytes.length),
    );
    expect((await fetch(keptUrl.replace('.webp', '.png'))).status).toBe(404);
  });

  it('404 for an ad that only others have saved', async () => {
    const ad = picturedAd(['http://a.example/1']);
    await savePictured(service.db, ann.userId, ad);
    const denied = await ben.get('ads.listKeptMedia', { hash: ad.hash });
    const never = await ben.get('ads.listKeptMedia', { hash: 'f'.repeat(32) });
    expect([denied.status, never.status]).toEqual([404, 404]);
    expect(denied.error.message.replace(ad.hash, '')).toBe(never.error.message.replace('f'.repeat(32), ''));
  });

  it('200: a viewer sees the pictures of the team copy, or those of their own copy', async () => {
    const teamId = await newTeam(service.db, { member: ann, viewer: ben });
    const ad = picturedAd(['http://a.example/team']);
    const board = (await ann.post('boards.create', { name: 'Team', teamId })).data;
    await service.db.transaction((tx) => saveAd(tx, board, ad));
    const urls = async (): Promise<string[]> =>
      (await ben.get('ads.listKeptMedia', { hash: ad.hash })).data.map(({ url }: { url: string }) => url);
    expect(await urls()).toEqual(['http://a.example/team']);
    await savePictured(service.db, ben.userId, { ...ad, media: picturedAd(['http://a.example/own']).media });
    expect(await urls()).toEqual(['http://a.example/own']);
  });
});
