import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { monogram } from './logos.ts';

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
