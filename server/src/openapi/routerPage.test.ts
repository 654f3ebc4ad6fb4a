import { contract } from '@magpie/contract';
import { expect, test } from 'vitest';
import { pageHtml } from './layout.ts';
import { openApi } from './openApi.ts';
import { allPages } from './pages.ts';
import { examplesIn, readOpenApi } from './examples.ts';

const pages = allPages(examplesIn(readOpenApi()));
const pageAt = (address: string) => {
  const page = pages.find((one) => one.address === address);
  if (page === undefined) throw new Error(`There is no page at ${address}`);
  return page;
};

test('every procedure of a router is on its page and in its menu, in the order of the contract', () => {
  for (const [router, members] of Object.entries(contract)) {
    const page = pageAt(`/docs/${router}`);
    const names = Object.keys(members).map((leaf) => `${router}.${leaf}`);
    expect([...page.markdown.matchAll(/^## (.+)$/gm)].map(([, name]) => name)).toEqual(names);
    const menu = pageHtml(page, pages).split('</nav>')[0] ?? '';
    expect([...menu.matchAll(/href="#(\w+\.\w+)"/g)].map(([, name]) => name)).toEqual(names);
  }
});

test('no text mentions the specification', () => {
  const said = pages.filter(({ markdown }) => /beyond the specification/i.test(markdown));
  expect(said.map(({ address }) => address)).toEqual([]);
  expect(JSON.stringify(openApi(examplesIn(readOpenApi())))).not.toMatch(/beyond the specification/i);
});

test('each procedure has space for its console, and nothing else has', () => {
  const page = pageHtml(pageAt('/docs/ads'), pages);
  const main = page.slice(page.indexOf('<main'));
  expect(main.match(/<div class="console-side">/g)).toHaveLength(main.match(/<h2 id="ads\./g)?.length ?? 0);
});

test('each column of a table has a name, and an optional parameter its default', () => {
  for (const { address, part, markdown } of pages) {
    if (part !== 'router') continue;
    const heads = [...markdown.matchAll(/^\|(.*)\|\n\|(?: --- \|)+$/gm)].flatMap(([, row = '']) =>
      row.split('|'),
    );
    expect(heads, address).not.toContainEqual(expect.stringMatching(/^ *$/));
  }
  expect(pageAt('/docs/boards').markdown).toContain('| `name` | text of 1 to 120 characters; required |');
  expect(pageAt('/docs/trending').markdown).toMatch(
    /^\| `limit` \| whole number from 1 to \d+; default `\d+` \|/m,
  );
});
