import { setImmediate } from 'node:timers/promises';
import { assert, property, string } from 'fast-check';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { sendError } from './errors.ts';
import { monogram, mountLogos } from './logos.ts';

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

  it('of any name holds nothing but letters and digits of it', () => {
    assert(
      property(string({ unit: 'binary', maxLength: 60 }), (name) => {
        const text = /<text[^>]*>(.*)<\/text>/su.exec(monogram(1, name))?.[1] ?? '!';
        expect(text).toMatch(/^[\p{L}\p{N}\p{M}]{0,4}$/u);
      }),
    );
  });
});

describe('a stranger who asks for logos', () => {
  it('costs the engine one question for each number, one at a time', async () => {
    const asked: number[] = [];
    let atOnce = 0;
    let most = 0;
    const app = Fastify();
    app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
    mountLogos(app, async (id) => {
      asked.push(id);
      atOnce += 1;
      most = Math.max(most, atOnce);
      await setImmediate();
      atOnce -= 1;
      return id === 7 ? 'Acme' : null;
    });
    const ask = async (id: number): Promise<number> =>
      (await app.inject({ url: `/logos/${id}.svg` })).statusCode;
    expect(await Promise.all([7, 8, 7, 8, 9].map(ask))).toEqual([200, 404, 200, 404, 404]);
    expect([await ask(8), await ask(7)]).toEqual([404, 200]);
    expect([asked, most]).toEqual([[7, 8, 9], 1]);
    await app.close();
  });
});
