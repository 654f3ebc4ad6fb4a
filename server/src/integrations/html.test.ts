import fc from 'fast-check';
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { describe, expect, it } from 'vitest';
import { html } from './html.ts';

type Element = DefaultTreeAdapterTypes.Element;

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.constantFrom('<script>', '">', "'>", '&lt;', '&#60;', '<!--', ']]>', '\r\n', '</p>', '\0', '\ud800'),
);

/** What a text can be at all in a page: no NUL, no half of a pair. */
const readable = (text: string): string => text.toWellFormed().replaceAll('\0', '\u{fffd}');

describe('html', () => {
  it('shows any text as that text, between tags and in attributes', () => {
    fc.assert(
      fc.property(hostile, hostile, (inside, attribute) => {
        const { childNodes } = parseFragment(html`<p title="${attribute}">${inside}</p>`.toString());
        expect(childNodes).toHaveLength(1);
        const paragraph = childNodes[0] as Element;
        expect(paragraph.attrs).toEqual([{ name: 'title', value: readable(attribute) }]);
        const texts = paragraph.childNodes.map((node) => ('value' in node ? node.value : node.nodeName));
        expect(texts.join('')).toBe(readable(inside));
      }),
    );
  });

  it('puts pieces, lists and numbers together, and nothing where there is null', () => {
    const items = ['a', '<b>'].map((text) => html`<b>${text}</b>`);
    expect(html`<p>${items}${null}${7}</p>`.toString()).toBe('<p><b>a</b><b>&lt;b&gt;</b>7</p>');
  });
});
