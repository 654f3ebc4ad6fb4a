import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { someAd } from './clone.fixture.ts';
import { tuning } from '../../../../evals/src/structure/measure.ts';
import { splitSentences, listCopy, analyzeStructure } from './structure.ts';

const split = (text: string, language: string): string[] =>
  splitSentences(text, language).map((sentence) => sentence.text);

describe('sentences', () => {
  it.each([
    ['en', 'Ask Dr. Weber. 15% off!\n✅ Soft\n✅ Warm', ['Ask Dr. Weber.', '15% off!', 'Soft', 'Warm']],
    ['en', '“One. Two.” – Ann ⭐⭐⭐⭐⭐\nBuy', ['“One. Two.” – Ann ⭐⭐⭐⭐⭐', 'Buy']],
    ['en', 'Sale ends tonight ⏰ Shop now', ['Sale ends tonight ⏰', 'Shop now']],
    ['ja', '眠れない夜に。新しい枕です！', ['眠れない夜に。', '新しい枕です！']],
    ['ar', 'هل تعبت؟ اطلب الآن.', ['هل تعبت؟', 'اطلب الآن.']],
    ['th', 'แชมพูสมุนไพรไทย สั่งซื้อวันนี้', ['แชมพูสมุนไพรไทย', 'สั่งซื้อวันนี้']],
    ['xx-no-language', 'One. Two.', ['One.', 'Two.']],
  ])('%s: %j', (language, text, sentences) => {
    expect(split(text, language)).toEqual(sentences);
  });
});

describe('the structure of an ad', () => {
  it('follows body, headline, description, cards and button, verbatim', () => {
    const card = { headline: 'Only $20', body: null, description: null, ctaText: null, landingPageUrl: null };
    const ad = someAd({
      body: 'Tired of cold feet?\nMost socks never last.\nWarm. Soft.',
      headline: 'Rated 4.8/5 by 2,000 customers',
      description: 'Free shipping',
      cards: [{ ...card, media: [] }],
      ctaText: 'Shop now',
    });
    expect(analyzeStructure(ad)).toEqual([
      { part: 'hook', text: 'Tired of cold feet?' },
      { part: 'problem', text: 'Most socks never last.' },
      { part: 'proof', text: 'Rated 4.8/5 by 2,000 customers' },
      { part: 'offer', text: 'Free shipping' },
      { part: 'offer', text: 'Only $20' },
      { part: 'cta', text: 'Shop now' },
    ]);
  });

  it('is empty for an ad with only a picture or catalogue placeholders', () => {
    expect(analyzeStructure(someAd())).toEqual([]);
    expect(analyzeStructure(someAd({ headline: '{{product.name}}', body: ' \n ' }))).toEqual([]);
  });

  it('covers the beginning of very long texts, without splitting characters', () => {
    const text = `${'a'.repeat(499)}😀 `.repeat(40);
    const parts = analyzeStructure(someAd({ body: text, headline: `x${text}`, description: `xx${text}` }));
    expect(parts.map(({ text: said }) => said.length)).toEqual([499]);
  });

  it('tags confirm what words only hint at', () => {
    const ad = someAd({ body: 'A lamp for late readers. Rated highly.' });
    const tags = [{ tagDefinitionId: 1, category: 'proof', shortText: 'Star rating', confidence: 0.9 }];
    expect(analyzeStructure(ad).map(({ part }) => part)).toEqual(['hook']);
    expect(analyzeStructure({ ...ad, tags }).map(({ part }) => part)).toEqual(['hook', 'proof']);
  });

  it('has parts that are passages of the ad, in order and limited in number, for any text', () => {
    const said = fc.constantFrom(...tuning.map(({ text }) => text), '"', '„', '⭐⭐⭐', '\u202e', '?', '\n');
    const piece = fc.oneof(said, fc.string({ unit: 'binary', maxLength: 40 }));
    const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(' '));
    fc.assert(
      fc.property(text, text, fc.option(text), (body, headline, ctaText) => {
        const ad = someAd({ body, headline, ctaText });
        const whole = [...listCopy(ad), ctaText ?? ''].join('\0');
        let from = 0;
        const parts = analyzeStructure(ad);
        for (const part of parts) {
          const at = whole.indexOf(part.text, from);
          expect(at).toBeGreaterThanOrEqual(from);
          from = at + part.text.length;
        }
        expect(parts.length).toBeLessThanOrEqual(30);
      }),
      { numRuns: 50 },
    );
  });
});
