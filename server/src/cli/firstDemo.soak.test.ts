import { afterEach, describe, expect, it } from 'vitest';
import { cleanUp, preparedDataFolder, startMagpie, untilDemoLoaded, untilReady } from '../testing/process.ts';

afterEach(cleanUp);

describe('the first start with many demo ads', () => {
  it('stops at once while loading, and the next start continues', async () => {
    const folder = await preparedDataFolder();
    const settings = { PORT: '0', MAGPIE_DATA_DIR: folder, MAGPIE_DEMO_ADS: '12000' };
    const loading = await untilReady(startMagpie(['serve'], settings), folder);
    expect(loading.stdout()).toContain('12,000 are being loaded');
    const { data: health } = await loading.clientWith(loading.key ?? '').get('system.health');
    expect(health).toMatchObject({ status: 'ok', demoAds: { total: 12_000 } });
    const removal = await startMagpie(['demo', '--remove'], { MAGPIE_DATA_DIR: folder }).ended;
    expect(removal.code).toBe(1);
    expect(removal.stderr).toContain('Demo ads are still being loaded');
    const { code, stderr } = await loading.end('SIGTERM');
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('enqueueing job failed')]);
    const next = await untilReady(startMagpie(['serve'], { ...settings, MAGPIE_DEMO_ADS: '600' }), folder);
    expect(next.stdout()).toContain('600 are being loaded');
    await untilDemoLoaded(next);
    const { data } = await next.clientWith(loading.key ?? '').get('ads.search', { limit: 1 });
    expect(data.total).toBeGreaterThanOrEqual(600);
  });
});
