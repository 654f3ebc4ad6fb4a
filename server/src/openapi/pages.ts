import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { contract, procedures, type RouterName } from '@magpie/contract';
import { docsFolder, type Examples } from './examples.ts';
import { routerPage } from './routerPage.ts';

export interface DocsPage {
  readonly address: string;
  readonly part: 'guide' | 'router' | 'more';
  readonly title: string;
  readonly about: string;
  /** Its links are paths of pages. */
  readonly markdown: string;
}

const guides = [
  'index',
  'authentication',
  'lookup',
  'name-matching',
  'paging',
  'dates',
  'errors',
  'limits',
  'compression',
  'batches',
  'bridge',
] as const;

interface Source {
  readonly file: string;
  readonly address: string;
  readonly part: DocsPage['part'];
  readonly text: string;
}

export function allPages(examples: Examples): readonly DocsPage[] {
  const sources: Source[] = [
    ...guides.map((name) => sourceAt(`api/${name}.md`, addressOfGuide(name), 'guide')),
    ...(Object.keys(contract) as RouterName[]).map((router): Source => ({
      file: `api/${router}.md`,
      address: `/docs/${router}`,
      part: 'router',
      text: routerPage(router, examples),
    })),
    ...['', 'sources/'].flatMap(moreIn),
  ];
  const addresses = new Map(sources.map(({ file, address }) => [file, address]));
  const pages = sources.map((source) => buildPage(source, addresses));
  return [...pages, listOfMore(pages)];
}

function addressOfGuide(name: string): string {
  return name === 'index' ? '/docs' : `/docs/${name}`;
}

function moreIn(folder: string): Source[] {
  const names = readdirSync(path.join(docsFolder, folder)).filter((name) => name.endsWith('.md'));
  return names
    .toSorted()
    .map((name) =>
      sourceAt(`${folder}${name}`, `/docs/guides/${folder}${name.slice(0, -'.md'.length)}`, 'more'),
    );
}

function sourceAt(file: string, address: string, part: DocsPage['part']): Source {
  const text = readFileSync(path.join(docsFolder, file), 'utf8');
  return { file, address, part, text: withProcedureLinks(text) };
}

function buildPage({ file, address, part, text }: Source, addresses: ReadonlyMap<string, string>): DocsPage {
  const [first = ''] = text.split('\n');
  return {
    address,
    part,
    title: plainText(first.replace(/^#\s+/, '')),
    about: plainText(firstParagraph(text)),
    markdown: withAddresses(text, file, addresses),
  };
}

function firstParagraph(text: string): string {
  const parts = text.replaceAll(/^```.*?^```$/gms, '').split(/\n{2,}/);
  return parts.map((part) => part.trim()).find((part) => /^[^#|>\s-]/.test(part)) ?? '';
}

/** Links procedure names in inline code to their pages. Existing links, headings and code blocks stay. */
function withProcedureLinks(text: string): string {
  return text.replaceAll(
    /^```.*?^```$|^#[^\n]*$|\[[^\]]*\]\([^)]*\)|`(\w+)\.(\w+)`/gms,
    (whole, router: string | undefined, leaf: string | undefined) =>
      procedures.has(`${router}.${leaf}`) ? `[${whole}](/docs/${router}#${router}.${leaf})` : whole,
  );
}

/** Replaces links to files by links to pages, and removes links to files that are not served. */
function withAddresses(text: string, file: string, addresses: ReadonlyMap<string, string>): string {
  return text.replaceAll(
    /(!?)\[([^\]]*)\]\(([^)\s]+)\)/g,
    (whole, picture: string, words: string, target: string) => {
      if (picture === '' && /^(?:https?:|\/|#)/.test(target)) return whole;
      const [to = '', anchor] = target.split('#');
      const address = addresses.get(path.posix.join(path.posix.dirname(file), to));
      if (address === undefined || picture !== '') return words;
      return `[${words}](${address}${anchor === undefined ? '' : `#${anchor}`})`;
    },
  );
}

function plainText(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/`([^`]*)`|[*\\]/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function listOfMore(pages: readonly DocsPage[]): DocsPage {
  const links = pages.flatMap(({ part, title, address }) =>
    part === 'more' ? [`- [${title}](${address})`] : [],
  );
  const about = 'How the parts of Magpie work, and how to run it.';
  const markdown = ['# More guides', about, links.join('\n')].join('\n\n');
  return { address: '/docs/guides', part: 'guide', title: 'More guides', about, markdown: `${markdown}\n` };
}

export interface DocsSection {
  readonly title: string;
  readonly heading: string;
  readonly address: string;
  readonly text: string;
}

/** The sections of a guide. Router pages have none: the search finds procedures by name. */
export function toSections({ part, title, address, markdown }: DocsPage): DocsSection[] {
  if (part === 'router') return [];
  return splitSections(markdown).map(([first = '', ...lines]) => {
    const heading = first.replace(/^#+ +/, '');
    const anchor = first.startsWith('# ') ? '' : `#${toAnchor(heading)}`;
    return {
      title,
      heading: plainText(heading),
      address: `${address}${anchor}`,
      text: plainText(lines.join('\n')),
    };
  });
}

/** The lines of each section, heading first. A line of code that begins with # is not a heading. */
function splitSections(markdown: string): string[][] {
  const parts: string[][] = [];
  let isCode = false;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    if (!isCode && /^#{1,6} /.test(line)) parts.push([]);
    parts.at(-1)?.push(line);
  }
  return parts;
}

/** The anchor of a heading: as on GitHub, except that the name of a procedure is kept. */
export function toAnchor(heading: string): string {
  const plain = heading.replaceAll(/[`*\\]/g, '');
  if (/^\w+\.\w+$/.test(plain)) return plain;
  return plain
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}
