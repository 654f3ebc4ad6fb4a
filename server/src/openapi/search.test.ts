import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { docsFolder } from './examples.ts';
import { createReference } from './reference.ts';
import type { DocsSection } from './pages.ts';

const { files } = createReference();
const sections = JSON.parse(files.get('/docs/guides.json')?.text ?? '') as DocsSection[];

test('the search contains every guide and each of its sections', () => {
  const pages = new Set(sections.map(({ address }) => address.split('#')[0]));
  for (const name of readdirSync(docsFolder).filter((each) => each.endsWith('.md')))
    expect(pages).toContain(`/docs/guides/${path.basename(name, '.md')}`);
  expect(pages).toContain('/docs/errors');
  for (const { address } of sections) {
    const [page = '', anchor] = address.split('#');
    const html = files.get(page)?.text ?? '';
    expect(anchor === undefined ? html : html.includes(` id="${anchor}"`), address).toBeTruthy();
  }
});

test('a section is found by its words, also in tables and code', () => {
  const found = (word: string): string[] =>
    sections.filter(({ text }) => text.includes(word)).map(({ address }) => address);
  expect(found('magpie_outbox_waiting')).toEqual(['/docs/guides/deployment#monitoring']);
  expect(found('demo --remove')).toContain('/docs/guides/demo#change-or-remove-it');
  expect(sections.every(({ heading }) => heading !== '')).toBe(true);
});
