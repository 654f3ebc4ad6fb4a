import { describe, expect, it } from 'vitest';
import { keepSupported } from './typefaces.ts';

const typefacesOf = (text: string): string[] =>
  keepSupported({ text, weight: 700 }).fonts.map(
    ({ name }) => /^(?:noto-sans-|noto-serif-)?[a-z]+/.exec(name)?.[0] ?? '',
  );

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
    ['বিজ্ঞাপন ৳৪৯০', ['noto-sans-bengali']],
    ['விளம்பரங்கள்', ['noto-sans-tamil']],
    ['ప్రకటనలు', ['noto-sans-telugu']],
    ['ಜಾಹೀರಾತುಗಳು', ['noto-sans-kannada']],
    ['പരസ്യങ്ങൾ ചായക്കട', ['noto-sans-malayalam']],
    ['જાહેરાતો', ['noto-sans-gujarati']],
    ['ਇਸ਼ਤਿਹਾਰ', ['noto-sans-gurmukhi']],
    ['ବିଜ୍ଞାପନ', ['noto-sans-oriya']],
    ['ශ්‍රී වෙළඳ දැන්වීම්', ['noto-sans-sinhala']],
    ['ការផ្សាយពាណិជ្ជកម្ម', ['noto-sans-khmer']],
    ['ການໂຄສະນາ', ['noto-sans-lao']],
    ['ကြော်ငြာများ', ['noto-sans-myanmar']],
    ['რეკლამა', ['noto-sans-georgian']],
    ['Գովազդ և գին', ['noto-sans-armenian']],
    ['ማስታወቂያዎች', ['noto-sans-ethiopic']],
    ['އިޝްތިހާރު', ['noto-sans-thaana']],
    ['དྲིལ་བསྒྲགས།', ['noto-serif-tibetan']],
    ['라온 커피', ['noto-sans-kr', 'inter']],
    ['日本の広告', ['noto-sans-jp']],
    ['简体中文广告', ['noto-sans-sc']],
  ])('%s keeps every letter', (text, typefaces) => {
    expect(keepSupported({ text, weight: 700 }).text).toBe(text);
    expect(keepSupported({ text, weight: 400 }).text).toBe(text);
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
    expect(keepSupported({ text, weight: 700 }).text).toBe(written);
  });

  it.each([
    ['geometric', 'montserrat'],
    ['rounded', 'nunito'],
    ['serif', 'source-serif-4'],
    ['condensed', 'roboto-condensed'],
  ] as const)('in the font %s has European letters from its own typeface', (font, typeface) => {
    for (const text of [
      'Hooks I like, 100 % “ours” – naïve café €49 £5',
      'Zażółć gęślą jaźń, İstanbul, Ærø, ß',
      'Quảng cáo',
      'Объявления Ѓ ґ',
    ]) {
      for (const weight of [400, 700] as const) {
        const kept = keepSupported({ text, weight, font });
        expect(kept.text).toBe(text);
        expect(kept.fonts.filter(({ name }) => !name.startsWith(`${typeface}-`))).toEqual([]);
      }
    }
    const { text, fonts } = keepSupported({ text: 'Shop ⌘ now', weight: 700, font });
    expect(text).toBe('Shop ⌘ now');
    expect(fonts.map(({ name }) => name)).toEqual([
      `${typeface}-latin-700`,
      expect.stringMatching(/^(?:inter|noto)/),
    ]);
  });

  it('needs fonts only for what is in it', () => {
    expect(keepSupported({ text: '', weight: 400 }).fonts).toEqual([]);
    expect(keepSupported({ text: 'Plain words', weight: 400 }).fonts.map(({ name }) => name)).toEqual([
      'inter-latin-400',
    ]);
  });
});
