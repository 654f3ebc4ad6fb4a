import { describe, expect, it } from 'vitest';
import type { FetchedPage } from './inspectPage.ts';
import { createInspectionThread } from './inspectWebsite.ts';

const page = (html: string): FetchedPage => ({
  status: 200,
  address: 'http://shop.example/p/1',
  contentType: 'text/html',
  bytes: Buffer.from(html),
});
const mug = page('<meta name=description content="Blue."><h1>Mug</h1><p class=price>£12.50</p>');
const heavy = page(`<p ${'a '.repeat(2_500_000)}>`);

describe('the page thread', () => {
  const read = createInspectionThread();

  it('is terminated if a page takes too long, and the next page works', async () => {
    await read(mug);
    const [first, second] = await Promise.allSettled([read(heavy, 50), read(mug)]);
    expect(first).toMatchObject({
      reason: {
        code: 'UNPROCESSABLE_CONTENT',
        message: expect.stringContaining('too long'),
        details: { found: { bytes: heavy.bytes.length } },
      },
    });
    expect(second).toMatchObject({ value: { name: 'Mug', price: 12.5 } });
  });

  it('reports why there is no result, and does not block the event loop', async () => {
    let turns = 0;
    const turning = setInterval(() => (turns += 1), 1);
    await expect(read(heavy)).rejects.toMatchObject({
      code: 'UNPROCESSABLE_CONTENT',
      details: { found: { status: 200 } },
    });
    clearInterval(turning);
    expect(turns).toBeGreaterThan(20);
  });
});
