import { expect, test } from 'vitest';
import { pageHtml } from './layout.ts';
import { allPages } from './pages.ts';
import { examplesIn, readOpenApi } from './examples.ts';

const pages = allPages(examplesIn(readOpenApi()));
const pageAt = (address: string) => {
  const page = pages.find((one) => one.address === address);
  if (page === undefined) throw new Error(`There is no page at ${address}`);
  return page;
};

test('procedures beyond the specification stand apart, on the page and in the menu', () => {
  const { markdown } = pageAt('/docs/ads');
  const [specified = '', beyond = ''] = markdown.split('\n## Beyond the specification\n');
  expect(specified).toContain('\n## ads.list\n');
  expect(specified).not.toContain('\n## ads.search\n');
  expect(beyond).toContain('\n## ads.search\n');
  const menu = pageHtml(pageAt('/docs/ads'), pages).split('</nav>')[0] ?? '';
  expect(menu.indexOf('#beyond-the-specification')).toBeLessThan(menu.indexOf('#ads.search'));
  expect(menu.indexOf('#ads.list')).toBeLessThan(menu.indexOf('#beyond-the-specification'));
  expect(pageAt('/docs/boards').markdown).not.toContain('## Beyond');
});

test('each procedure has room for its console, and nothing else has', () => {
  const page = pageHtml(pageAt('/docs/ads'), pages);
  const main = page.slice(page.indexOf('<main'));
  expect(main.match(/<div class="room">/g)).toHaveLength(main.match(/<h2 id="ads\./g)?.length ?? 0);
  expect(main).toContain('<section><h2 id="beyond-the-specification"');
});

test('each column of a table has a name, and a parameter what holds without it', () => {
  for (const { address, part, markdown } of pages) {
    if (part !== 'router') continue;
    const heads = [...markdown.matchAll(/^\|(.*)\|\n\|(?: --- \|)+$/gm)].flatMap(([, row = '']) =>
      row.split('|'),
    );
    expect(heads, address).not.toContainEqual(expect.stringMatching(/^ *$/));
  }
  expect(pageAt('/docs/boards').markdown).toContain('| `name` | text of 1 to 120 characters; required |');
  expect(pageAt('/docs/trending').markdown).toMatch(
    /^\| `limit` \| whole number from 1 to \d+; else `\d+` \|/m,
  );
});
