import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { adHash } from '../ads/identity.ts';
import { pushAds, waitUntilAllSent } from '../testing/alerts.ts';
import { cleanUp, makeDataFolder, startServer } from '../testing/process.ts';

afterEach(cleanUp);

const rounds = 12;
const settings = { MAGPIE_LIMIT_WRITE: '1000000' };

it(`SIGKILL ${rounds} times during imports and notifications: each ad is notified once`, async () => {
  const folder = makeDataFolder();
  let server = await startServer(folder, settings);
  const key = server.key ?? '';
  for (const event of ['new_ads', 'landing_page_new']) {
    await server.clientWith(key).post('notifications.upsertRule', { name: event, event });
  }
  const acknowledged: string[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const killed = sleep(300 + ((round * 977) % 4000)).then(() => server.end('SIGKILL'));
    for (let number = 1; ; number += 1) {
      const names = Array.from({ length: 20 }, (_, at) => `${round}-${number}-${at}`);
      const isTaken = await pushAds(server, key, names).then(
        () => true,
        () => false,
      );
      if (!isTaken) break;
      acknowledged.push(...names);
    }
    await killed;
    server = await startServer(folder, settings);
  }
  await waitUntilAllSent(folder);
  const client = server.clientWith(key);
  const notified: Record<string, string[]> = { new_ads: [], landing_page_new: [] };
  let cursor: number | null = null;
  do {
    const { data } = await client.get('notifications.list', {
      limit: 100,
      ...(cursor !== null && { cursor }),
    });
    for (const { type, adHashes } of data.notifications) notified[type]?.push(...adHashes);
    cursor = data.nextCursor;
  } while (cursor !== null);
  for (const hashes of Object.values(notified)) {
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(hashes).toEqual(expect.arrayContaining(acknowledged.map((name) => adHash(`meta:${name}`))));
  }
  const { data: index } = await client.get('ads.search', { limit: 1 });
  expect(notified['new_ads']).toHaveLength(index.total);
  expect(acknowledged.length).toBeGreaterThan(rounds * 20);
});
