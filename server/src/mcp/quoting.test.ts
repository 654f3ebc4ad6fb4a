import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Token, lexer } from 'marked';
import { quoted, quotedInMarkdown, tidied } from './quoting.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 300 });

describe('untrusted text', () => {
  it('is one well-formed line of limited length without invisible characters', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 100 }), (text, longest) => {
        const line = quoted(text, longest);
        expect(line.length).toBeLessThanOrEqual(longest);
        expect(line.isWellFormed()).toBe(true);
        expect(line).not.toMatch(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        expect(line).not.toMatch(/(?!\u200c|\u200d|\ufe0f)\p{Default_Ignorable_Code_Point}/u);
      }),
    );
  });

  it('keeps visible characters and drops the others', () => {
    expect(quoted('Größe M – 20 % 👩‍🚒', 100)).toBe('Größe M – 20 % 👩‍🚒');
    expect(quoted('Buy\n\nnow\u{e0049}\u{e0047}\u202e\u200b!', 100)).toBe('Buy now!');
    expect(quoted('I\u{e0100}\u{e01ef} \u3164l\u115fo\u2800ve\ufe00 \u2764\ufe0f', 100)).toBe(
      'I love \u2764\ufe0f',
    );
    expect(quoted('twelve words', 7)).toBe('twelve…');
  });

  it('has all Markdown syntax escaped', () => {
    const pieces = fc.constantFrom(
      'https://a.example',
      'http://',
      'WWW.a.example',
      'a@b.example',
      '&amp;',
      '<b>',
      '[x](y)',
      '![x](y)',

      '- ',
      '+ ',
      '* ',
      '1. ',
      '12) ',
      '# ',
      '> ',
      '---',
      '===',
      '~~~',
      '```',
      '**',
      '_',
      '|',
      '\\',
      ' ',
      '\n',
      'a',
    );
    const marked = fc.oneof(
      anyText,
      fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(marked, (text) => {
        expect(kindsOf(lexer(quotedInMarkdown(text, 300)))).toEqual([]);
      }),
      { numRuns: 500 },
    );
    expect(quotedInMarkdown('![x](https://a.example)', 100)).toBe(String.raw`\!\[x\]\(https\://a.example\)`);
  });

  it('is quoted everywhere in a result, and nulls are dropped', () => {
    const result = {
      text: 'A\u0000B',
      name: 'A\u00a0B',
      none: null,
      list: [{ text: 'x'.repeat(20), share: 1 / 3 }],
      isSo: false,
    };
    expect(tidied(result, 10)).toEqual({
      text: 'AB',
      name: String.raw`A\u00a0B`,
      list: [{ text: `${'x'.repeat(9)}…`, share: 0.333 }],
      isSo: false,
    });
  });

  it('keeps whole numbers such as cursors, and rounds others', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (cursor) => {
        expect(tidied({ nextCursor: cursor }, 10)).toEqual({ nextCursor: cursor });
      }),
      { numRuns: 2000 },
    );
    expect(tidied([0.123_456, -2.5], 10)).toEqual([0.123, -2.5]);
  });
});

/** The types of Markdown tokens other than text. */
function kindsOf(tokens: readonly Token[]): string[] {
  return tokens.flatMap(({ type, ...token }) => [
    ...(['paragraph', 'text', 'escape', 'space'].includes(type) ? [] : [type]),
    ...('tokens' in token ? kindsOf(token.tokens ?? []) : []),
  ]);
}
