import { setImmediate } from 'node:timers/promises';
import { assert, property, string } from 'fast-check';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { sendError } from './middleware/errors.ts';
import { monogram, mountLogos } from './routes/logos.ts';

describe('a monogram', () => {
  it.each([
    ['Lumora Skin', 'LS'],
    ['acme', 'A'],
    ['라온 커피', '라커'],
    ['<script>alert(1)</script>', 'SA'],
    ['!!!', ''],
  ])('of %s shows %s', (name, letters) => {
    expect(/<text[^>]*>(.*)<\/text>/.exec(monogram(7, name))?.[1]).toBe(letters);
  });

  it('contains only letters and digits of the name', () => {
    assert(
      property(string({ unit: 'binary', maxLength: 60 }), (name) => {
        const text = /<text[^>]*>(.*)<\/text>/su.exec(monogram(1, name))?.[1] ?? '!';
        expect(text).toMatch(/^[\p{L}\p{N}\p{M}]{0,4}$/u);
      }),
    );
  });
});

describe('public logo requests', () => {
  it('query the engine once per id, one at a time', async () => {
    const lookedUp: number[] = [];
    let atOnce = 0;
    let most = 0;
    const app = Fastify();
    app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
    mountLogos(app, async (id) => {
      lookedUp.push(id);
      atOnce += 1;
      most = Math.max(most, atOnce);
      await setImmediate();
      atOnce -= 1;
      return id === 7 ? 'Acme' : null;
    });
    const fetchLogo = async (id: number): Promise<string> =>
      (await app.inject({ url: `/logos/${id}.svg` })).body;
    const [known, ...unknown] = [monogram(7, 'Acme'), monogram(8, ''), monogram(9, '')];
    expect(await Promise.all([7, 8, 7, 8, 9].map(fetchLogo))).toEqual([known, unknown[0], known, ...unknown]);
    expect([await fetchLogo(8), await fetchLogo(7)]).toEqual([unknown[0], known]);
    expect([lookedUp, most]).toEqual([[7, 8, 9], 1]);
    await app.close();
  });

  it('return an image for every id, cached for a minute if the advertiser is unknown', async () => {
    const app = Fastify();
    mountLogos(app, async (id) => (id === 7 ? 'Acme' : null));
    const replies = await Promise.all([7, 8].map((id) => app.inject({ url: `/logos/${id}.svg` })));
    expect(replies.map(({ statusCode, headers }) => [statusCode, headers['cache-control']])).toEqual([
      [200, 'public, max-age=86400'],
      [200, 'public, max-age=60'],
    ]);
    await app.close();
  });

  it.each(['0.svg', '007.svg', '-7.svg', '7', '7.png', '9007199254740992.svg', 'x.svg'])(
    '404 for /logos/%s, which names no advertiser',
    async (file) => {
      const app = Fastify();
      app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
      mountLogos(app, () => Promise.reject(new Error('no lookup expected')));
      expect((await app.inject({ url: `/logos/${file}` })).statusCode).toBe(404);
      await app.close();
    },
  );
});
