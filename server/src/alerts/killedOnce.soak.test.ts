import { afterEach, describe, expect, it } from 'vitest';
import { adHash } from '../ads/identity.ts';
import { pushAds, waitUntilAllSent } from '../testing/alerts.ts';
import { cleanUp, connectTo, lockTable, preparedDataFolder, startServer } from '../testing/process.ts';

afterEach(cleanUp);

describe('SIGKILL between recording and notifying', { timeout: 600_000 }, () => {
  it('sends every notification exactly once after a restart', async () => {
    const folder = await preparedDataFolder();
    const first = await startServer(folder);
    const key = first.key ?? '';
    const rule = { name: 'All new ads', event: 'new_ads' };
    expect((await first.clientWith(key).post('notifications.upsertRule', rule)).status).toBe(200);
    const db = connectTo(folder);
    // The rules match the import, but the result cannot be stored.
    const release = await lockTable(db, 'rule_firings');
    await pushAds(first, key, ['one', 'two', 'three']);
    expect(await db.query('SELECT FROM untold_imports')).toHaveLength(1);
    await first.end('SIGKILL');
    // The database ends with the server, and this connection with it.
    await release().catch(() => undefined);
    await db.close();

    const second = await startServer(folder);
    await waitUntilAllSent(folder);
    const { data } = await second.clientWith(key).get('notifications.list');
    expect(data.notifications).toMatchObject([{ type: 'new_ads', title: '3 new ads from Acme' }]);
    const hashes = ['one', 'two', 'three'].map((name) => adHash(`meta:${name}`));
    expect(data.notifications[0].adHashes.toSorted()).toEqual(hashes.toSorted());
  });
});
