import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { restBridgePaths } from '@magpie/contract';
import { marked, type Token } from 'marked';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { variables } from '../config/variables.ts';
import { readLimits } from '../rpc/rateLimit/rateLimit.ts';
import { docsFolder } from './examples.ts';
import { createReference } from './reference.ts';
import { statusDescriptions } from './responses.ts';

const root = path.dirname(docsFolder);

interface GuideTable {
  readonly guide: string;
  /** Its header rows. */
  readonly head: string;
  readonly rows: readonly (readonly string[])[];
}

const limits = readLimits(readConfig({}));

/** The tables in guides that are generated from code. */
const tables: readonly GuideTable[] = [
  {
    guide: 'api/errors.md',
    head: '| Status | When |\n|---|---|\n',
    rows: Object.entries(statusDescriptions),
  },
  {
    guide: 'api/limits.md',
    head: '| Class | Calls in 60 seconds | Set by |\n|---|---|---|\n',
    rows: [
      ['`trending`', String(limits.trending.quota), 'fixed'],
      ['`read`', String(limits.read.quota), `\`${variables.readLimit.name}\``],
      ['`write`', String(limits.write.quota), `\`${variables.writeLimit.name}\``],
    ],
  },
  {
    guide: 'api/bridge.md',
    head: '| Address | Procedure |\n|---|---|\n',
    rows: Object.entries(restBridgePaths).map(([address, name]) => [`\`${address}\``, `\`${name}\``]),
  },
  {
    guide: 'configuration.md',
    head: '| Variable | Meaning | Default |\n|---|---|---|\n',
    rows: Object.values(variables).map(({ name, meaning, fallbackText }) => [
      `\`${name}\``,
      meaning,
      fallbackText,
    ]),
  },
];

describe('tables in guides', () => {
  // `npm run docs:tables` writes the rows.
  it.each(tables)('$guide: the rows on disk match the code', async ({ guide, head, rows }) => {
    const file = path.join(docsFolder, guide);
    const [before = '', table = '', ...more] = readFileSync(file, 'utf8').split(head);
    expect([before === '', table === '', more]).toEqual([false, false, []]);
    const after = table.replace(/^(?:\|[^\n]*\n)*/, '');
    const lines = rows.map((row) => `| ${row.join(' | ')} |\n`);
    await expect([before, head, ...lines, after].join('')).toMatchFileSnapshot(file);
  });
});

function tokensIn(markdown: string): Token[] {
  const tokens: Token[] = [];
  void marked.walkTokens(marked.lexer(markdown), (token) => void tokens.push(token));
  return tokens;
}

/** Targets of links and images, also of those in HTML. */
function linksIn(markdown: string): string[] {
  return tokensIn(markdown).flatMap((token) => {
    if (token.type === 'link' || token.type === 'image') return [String(token.href)];
    if (token.type === 'html')
      return [...token.raw.matchAll(/\b(?:href|src)="([^"]*)"/g)].map(([, link = '']) => link);
    return [];
  });
}

/** The anchors of headings as on GitHub; a duplicate ends in -1. */
function anchorsIn(markdown: string): Set<string> {
  const anchors = new Set<string>();
  for (const token of tokensIn(markdown)) {
    if (token.type !== 'heading') continue;
    const words = String(token.text).replaceAll(/\[([^\]]*)\]\([^)]*\)|[`*\\]/g, '$1');
    const anchor = words
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    let free = anchor;
    for (let count = 1; anchors.has(free); count += 1) free = `${anchor}-${count}`;
    anchors.add(free);
  }
  return anchors;
}

/** Whether the link is external; external links are not checked. */
const isExternal = (link: string): boolean => /^(?:https?|mailto):/.test(link);

describe('links in Markdown on disk', () => {
  const skipped = new Set(['node_modules', 'dist']);
  const markdownIn = (folder: string): string[] =>
    readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const name = path.join(folder, entry.name);
      if (entry.isDirectory())
        return entry.name.startsWith('.') || skipped.has(entry.name) ? [] : markdownIn(name);
      return entry.name.endsWith('.md') ? [name] : [];
    });
  const files = markdownIn('.');

  it('are checked in all documents', () => {
    expect(files).toEqual(
      expect.arrayContaining(['README.md', 'docs/api/errors.md', 'docs/sources/README.md', 'docs/demo.md']),
    );
  });

  it.each(files)('%s: every link target and every anchor exists', (file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    const dead = linksIn(text).filter((link) => {
      if (isExternal(link)) return false;
      const [to = '', anchor] = link.split('#');
      const target = to === '' ? path.join(root, file) : path.resolve(root, path.dirname(file), to);
      if (link.startsWith('/') || !existsSync(target)) return true;
      if (anchor === undefined) return false;
      return statSync(target).isDirectory() || !anchorsIn(readFileSync(target, 'utf8')).has(anchor);
    });
    expect(dead).toEqual([]);
  });
});

describe('links as served', () => {
  const { files } = createReference();
  /** Paths served besides the reference. */
  const elsewhere = new Set(['/']);
  const ofType = (type: string): string[] =>
    [...files].flatMap(([address, file]) => (file.type.startsWith(type) ? [address] : []));
  const textAt = (address: string): string => files.get(address)?.text ?? '';
  const idsAt = (address: string): string[] =>
    [...textAt(address).matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id);
  /** A Markdown page has the same anchors as its HTML page. */
  const htmlOf = (address: string): string => address.replace(/(?:\/index)?\.md$/, '');
  const deadAmong = (links: readonly string[], address: string): string[] =>
    links.filter((link) => {
      if (isExternal(link)) return false;
      const [to = '', anchor] = link.split('#');
      const target = to === '' ? address : to;
      if (elsewhere.has(target)) return false;
      if (!files.has(target)) return true;
      return anchor !== undefined && !idsAt(htmlOf(target)).includes(anchor);
    });

  it.each(ofType('text/html'))('%s: every link target exists, and every anchor exists once', (address) => {
    const links = [...textAt(address).matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, link = '']) => link);
    expect(deadAmong(links, address)).toEqual([]);
    const ids = idsAt(address);
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
  });

  it.each([...ofType('text/markdown'), '/llms.txt', '/llms-full.txt'])(
    '%s: every link leads to a page, and every anchor to something on it',
    (address) => expect(deadAmong(linksIn(textAt(address)), address)).toEqual([]),
  );

  it('connect procedure names in guides to the procedures', () => {
    expect(textAt('/docs/authentication')).toContain('<a href="/docs/apiKeys#apiKeys.revoke">');
    expect(textAt('/docs/bridge')).toContain('<a href="/docs/trending#trending.topAdvertisers">');
    expect(textAt('/docs/guides/demo')).toContain('<a href="/docs/system#system.removeDemo">');
  });
});
