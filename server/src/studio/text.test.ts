import { describe, expect, it } from 'vitest';
import { foldWords, cleanLine, truncateText } from './text.ts';

describe('untrusted text', () => {
  it('is one line without control characters, bidi marks and stacked combining marks', () => {
    expect(cleanLine(' a\n\u{202e}b\u{d800}\u{0}c ')).toBe('a b c');
    expect(cleanLine(`e${'\u{301}'.repeat(1000)}`)).toHaveLength(8);
    expect(cleanLine('👩\u{200d}🚀')).toBe('👩\u{200d}🚀');
  });

  it('is truncated at a word, else at a character, with an optional ellipsis', () => {
    expect(truncateText('Blue mugs, all sold', 10)).toBe('Blue mugs');
    expect(truncateText('Blue mugs, all sold', 9, '…')).toBe('Blue mug…');
    expect(truncateText('Bluemugs', 4)).toBe('Blue');
    expect(truncateText('mug👩\u{200d}🚀👩\u{200d}🚀', 9)).toBe('mug👩\u{200d}🚀');
    expect(truncateText('Blue', 4, '…')).toBe('Blue');
  });

  it('is compared by words', () => {
    expect(foldWords('  ＣＡＦÉ — “Straße”!')).toBe('cafe strasse');
  });
});
