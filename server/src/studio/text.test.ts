import { describe, expect, it } from 'vitest';
import { foldedWords, oneLine, shortened } from './text.ts';

describe('text of others', () => {
  it('is one line without controls, turned directions and heaps of marks', () => {
    expect(oneLine(' a\n\u{202e}b\u{d800}\u{0}c ')).toBe('a b c');
    expect(oneLine(`e${'\u{301}'.repeat(1000)}`)).toHaveLength(8);
    expect(oneLine('👩\u{200d}🚀')).toBe('👩\u{200d}🚀');
  });

  it('is cut behind a word, or else a whole character, with a sign if asked', () => {
    expect(shortened('Blue mugs, all sold', 10)).toBe('Blue mugs');
    expect(shortened('Blue mugs, all sold', 9, '…')).toBe('Blue mug…');
    expect(shortened('Bluemugs', 4)).toBe('Blue');
    expect(shortened('mug👩\u{200d}🚀👩\u{200d}🚀', 9)).toBe('mug👩\u{200d}🚀');
    expect(shortened('Blue', 4, '…')).toBe('Blue');
  });

  it('is compared by its words', () => {
    expect(foldedWords('  ＣＡＦÉ — “Straße”!')).toBe('cafe strasse');
  });
});
