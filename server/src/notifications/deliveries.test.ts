import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PostgresEngine } from '../kernel/postgres/postgres.ts';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { queueDeliveries } from './deliveries.sql.ts';
import { ensureWebhooks } from './registration.ts';

describe.each(postgresLanes)('deliveries on $name', (lane) => {
  let db: PostgresEngine;
  beforeAll(async () => {
    db = await freshDatabase(lane);
    await db.query(`INSERT INTO users (id, email) VALUES ('ann', 'ann@example.com')`);
  });
  afterAll(() => db.close());

  it('messages wait for the addresses that the person has registered, and for no other', async () => {
    const url = 'https://hooks.example/a';
    await db.transaction((tx) => ensureWebhooks(tx, 'ann', [url, url]));
    const message = { userId: 'ann', notificationId: null, type: 'test', payload: { type: 'test' } };
    await db.transaction((tx) =>
      queueDeliveries(tx, [
        { ...message, url },
        { ...message, url: 'https://hooks.example/b' },
      ]),
    );
    expect(await db.query('SELECT url, due_at <= now() AS due FROM webhooks')).toEqual([{ url, due: true }]);
    expect(await db.query('SELECT payload FROM webhook_deliveries')).toEqual([{ payload: '{"type":"test"}' }]);
  });
});
