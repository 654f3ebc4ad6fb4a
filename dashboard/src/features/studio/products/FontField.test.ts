import { fonts } from '@magpie/contract';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { studioCopy } from '../copy.ts';
import { FontField } from './FontField.tsx';
import { type Font, productDraft } from './productForm.ts';

function render(font: Font, fieldErrors = {}): string {
  const form = { draft: { ...productDraft({}), font }, change: () => undefined, fieldErrors };
  return renderToStaticMarkup(createElement(FontField, { form }));
}

describe('the font field', () => {
  it('has every font, and the one of the product is selected', () => {
    expect(Object.keys(studioCopy.products.fontNames)).toEqual(fonts);
    for (const font of fonts) {
      const inputs = render(font).match(/<input[^>]*>/g) ?? [];
      expect(inputs.map((input) => /value="(\w+)"/.exec(input)?.[1])).toEqual(fonts);
      expect(inputs.filter((input) => input.includes('checked=""'))).toEqual([
        expect.stringContaining(`value="${font}"`),
      ]);
    }
  });

  it('shows each font in itself, from the files that the server draws with', () => {
    const styles = readFileSync(path.join(import.meta.dirname, 'fonts.css'), 'utf8');
    const faces = [...styles.matchAll(/font-family: '([^']+)';\s*src: url\('([^']+)'\)/g)];
    expect(faces.map(([, family]) => family)).toEqual(
      fonts.filter((font) => font !== 'sans').map((font) => `Template ${font}`),
    );
    const shown = render('sans').replaceAll('&#x27;', "'");
    for (const [, family = '', file = ''] of faces) {
      expect(shown).toContain(`font-family:'${family}'`);
      const bytes = readFileSync(path.join(import.meta.dirname, file));
      expect(bytes.toString('latin1', 0, 4)).toBe('wOFF');
    }
  });

  it('shows the error of the server', () => {
    expect(render('sans', { font: 'must be one of sans, serif' })).toContain('must be one of sans, serif');
  });
});
