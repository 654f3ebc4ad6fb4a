import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Token, lexer } from 'marked';
import { quoted, quotedInMarkdown, tidied } from './quoting.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 300 });

describe('text from outside', () => {
  it('is one line of at most so many characters, well-formed, and hides nothing', () => {
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

  it('stays as it is when it is plain, and loses what only a machine would read', () => {
    expect(quoted('Größe M – 20 % 👩‍🚒', 100)).toBe('Größe M – 20 % 👩‍🚒');
    expect(quoted('Buy\n\nnow\u{e0049}\u{e0047}\u202e\u200b!', 100)).toBe('Buy now!');
    expect(quoted('I\u{e0100}\u{e01ef} \u3164l\u115fo\u2800ve\ufe00 \u2764\ufe0f', 100)).toBe(
      'I love \u2764\ufe0f',
    );
    expect(quoted('twelve words', 7)).toBe('twelve…');
  });

  it('is no Markdown: whatever could be drawn, followed or fetched is escaped', () => {
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

  it('is quoted wherever it stands in an answer, and what is not known is left out', () => {
    const answer = {
      text: 'A\u0000B',
      name: 'A\u00a0B',
      none: null,
      list: [{ text: 'x'.repeat(20), share: 1 / 3 }],
      isSo: false,
    };
    expect(tidied(answer, 10)).toEqual({
      text: 'AB',
      name: String.raw`A\u00a0B`,
      list: [{ text: `${'x'.repeat(9)}…`, share: 0.333 }],
      isSo: false,
    });
  });
});

/** What a reader of Markdown finds besides words. */
function kindsOf(tokens: readonly Token[]): string[] {
  return tokens.flatMap(({ type, ...token }) => [
    ...(['paragraph', 'text', 'escape', 'space'].includes(type) ? [] : [type]),
    ...('tokens' in token ? kindsOf(token.tokens ?? []) : []),
  ]);
}
