import { afterEach, describe, expect, it } from 'vitest';
import { cleanUp, preparedDataFolder, startMagpie, untilReady } from '../testing/process.ts';

afterEach(cleanUp);

describe('the first start with many demo ads', () => {
  it('stops at once while loading, and the next start continues', async () => {
    const folder = await preparedDataFolder();
    const settings = { PORT: '0', MAGPIE_DATA_DIR: folder, MAGPIE_DEMO_ADS: '12000' };
    const loading = startMagpie(['serve'], settings);
    await loading.untilPrinted(/Loading 12000/);
    expect(await loading.end('SIGTERM')).toMatchObject({ code: 0 });
    const next = await untilReady(startMagpie(['serve'], { ...settings, MAGPIE_DEMO_ADS: '600' }), folder);
    expect(next.stdout()).toContain('Loading 600');
    const { data } = await next.clientWith(next.key ?? '').get('ads.search', { limit: 1 });
    expect(data.total).toBeGreaterThanOrEqual(600);
  });
});
