import { describe, expect, it } from 'vitest';
import { freshDatabase, postgresLanes } from '../testing/postgres.ts';
import { instanceSecret } from './people.ts';

describe.each(postgresLanes)('the secret of an instance on $name', (lane) => {
  it('is created once for nodes that start together, and can be configured', async () => {
    const db = await freshDatabase(lane);
    const secrets = await Promise.all([instanceSecret(db, null), instanceSecret(db, null)]);
    expect(new Set([...secrets, await instanceSecret(db, null)])).toHaveLength(1);
    expect(secrets[0]?.length).toBeGreaterThan(40);
    expect(await instanceSecret(db, 'the operator’s own')).toBe('the operator’s own');
    await db.close();
  });
});
