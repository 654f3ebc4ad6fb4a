import { describe, expect, it } from 'vitest';
import { writableText } from './typefaces.ts';

const typefacesOf = (text: string): string[] =>
  writableText(text, 700).fonts.map(({ name }) => /^(?:noto-sans-)?[a-z]+/.exec(name)?.[0] ?? '');

describe('text to be drawn', () => {
  it.each([
    ['Hooks I like, 100 % “ours” – naïve café', ['inter']],
    ['Ελληνικά', ['inter']],
    ['Объявления Ѓ', ['inter']],
    ['Quảng cáo', ['inter']],
    ['إعلانات رمضان', ['noto-sans-arabic']],
    ['פרסומות', ['noto-sans-hebrew']],
    ['โฆษณา', ['noto-sans-thai']],
    ['विज्ञापन', ['noto-sans-devanagari']],
    ['라온 커피', ['noto-sans-kr', 'inter']],
    ['日本の広告', ['noto-sans-jp']],
    ['简体中文广告', ['noto-sans-sc']],
  ])('%s keeps every letter', (text, typefaces) => {
    expect(writableText(text, 700).text).toBe(text);
    expect(writableText(text, 400).text).toBe(text);
    expect(new Set(typefacesOf(text))).toEqual(
      new Set([...typefaces, ...(text.includes(' ') ? ['inter'] : [])]),
    );
  });

  it('has the letters that China and Japan share from the typeface of the language it is in', () => {
    expect(typefacesOf('直接')).toEqual(expect.arrayContaining(['noto-sans-sc']));
    expect(typefacesOf('直接の')).not.toContain('noto-sans-sc');
  });

  it.each([
    ['Fire 🔥 and 👨‍👩‍👧 and 🇩🇪 flags', 'Fire and and flags'],
    ['a\u0007b\u200d\ufe0fc', 'abc'],
    ['ancient 𓀀 letters', 'ancient letters'],
    ['two\n\n lines\t', 'two lines'],
    ['😀', ''],
  ])('%j leaves out what no typeface has', (text, written) => {
    expect(writableText(text, 700).text).toBe(written);
  });

  it('needs fonts only for what is in it', () => {
    expect(writableText('', 400).fonts).toEqual([]);
    expect(writableText('Plain words', 400).fonts.map(({ name }) => name)).toEqual(['inter-latin-400']);
  });
});
