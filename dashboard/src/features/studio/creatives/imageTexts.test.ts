import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editableFields, editInput, withText, type ImageTexts } from './imageTexts.ts';

const texts: ImageTexts = {
  headline: 'Sleep on a cloud',
  text: null,
  proof: '4.8 out of 5',
  offer: '$49',
  callToAction: 'Shop now',
};

describe('the texts of a creative', () => {
  it('have fields for what the layout shows', () => {
    expect(editableFields(['headline', 'offer'])).toMatchObject([
      { part: 'headline', isRequired: true },
      { part: 'offer', isRequired: false },
    ]);
  });

  it('are sent only if they changed', () => {
    expect(editInput(7, texts, texts)).toBeNull();
    expect(editInput(7, texts, { ...texts, offer: null, headline: 'Sleep well' })).toEqual({
      id: 7,
      headline: 'Sleep well',
      offer: null,
    });
  });

  it('an edit and its reverse lead back to the texts before', () => {
    const some = fc.record({
      headline: fc.string(),
      text: fc.option(fc.string()),
      proof: fc.option(fc.string()),
      offer: fc.option(fc.string()),
      callToAction: fc.string(),
    });
    fc.assert(
      fc.property(some, some, (before, after) => {
        const apply = (from: ImageTexts, to: ImageTexts): ImageTexts => {
          const { id: _id, ...changes } = editInput(1, from, to) ?? { id: 1 };
          return { ...from, ...changes } as ImageTexts;
        };
        expect(apply(before, after)).toEqual(after);
        expect(apply(after, before)).toEqual(before);
      }),
    );
  });

  it('an empty optional text removes it', () => {
    const offer = { part: 'offer', maxLength: 60, isRequired: false } as const;
    expect(withText(texts, offer, ' ').offer).toBeNull();
    expect(withText(texts, offer, ' €39 ').offer).toBe('€39');
  });
});
