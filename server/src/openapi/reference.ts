import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describeInput, procedureBase, procedures, type Procedure } from '@magpie/contract';
import { curlShapes } from './routerPage.ts';
import { type Examples, examplesIn, readOpenApi } from './examples.ts';
import { referenceSecurityPolicy, notFoundHtml, markdownAddress, pageHtml } from './layout.ts';
import { allPages, type DocsPage, toSections } from './pages.ts';
import type { JsonObject } from './schemas.ts';

export interface ReferenceFile {
  readonly type: string;
  readonly text: string;
}

const assets = path.resolve(import.meta.dirname, '../../assets/reference');

export interface Reference {
  readonly files: ReadonlyMap<string, ReferenceFile>;
  readonly notFoundPage: ReferenceFile;
  readonly contentSecurityPolicy: string;
}

/** Builds the whole reference. The host may have several names, so all URLs in it are relative. */
export function createReference(): Reference {
  const document = readOpenApi();
  const examples = examplesIn(document);
  const pages = allPages(examples);
  const files = new Map([
    ['/openapi.json', json({ ...document, servers: [{ url: '/' }] })],
    ['/llms.txt', plain(llms(pages))],
    ['/llms-full.txt', plain(fullText(pages))],
    ['/docs/style.css', asset('style.css', 'text/css')],
    ['/docs/console.js', asset('console.js', 'text/javascript')],
    ['/docs/examples.js', asset('examples.js', 'text/javascript')],
    ['/docs/procedures.json', json(procedureList(examples))],
    ['/docs/guides.json', json(pages.flatMap(toSections))],
    ...pages.flatMap((page): [string, ReferenceFile][] => [
      [page.address, pageFile(pageHtml(page, pages))],
      [
        markdownAddress(page),
        { type: 'text/markdown; charset=utf-8', text: linkedAsMarkdown(page.markdown, pages) },
      ],
    ]),
  ]);
  return {
    files,
    notFoundPage: pageFile(notFoundHtml(pages)),
    contentSecurityPolicy: referenceSecurityPolicy,
  };
}

function pageFile(text: string): ReferenceFile {
  return { type: 'text/html; charset=utf-8', text };
}

function json(value: unknown): ReferenceFile {
  return { type: 'application/json; charset=utf-8', text: JSON.stringify(value) };
}

function plain(text: string): ReferenceFile {
  return { type: 'text/plain; charset=utf-8', text };
}

function asset(name: string, type: string): ReferenceFile {
  return { type: `${type}; charset=utf-8`, text: readFileSync(path.join(assets, name), 'utf8') };
}

function procedureList(examples: Examples) {
  return [...procedures].map(([name, procedure]) => ({
    name,
    address: `${procedureBase}/${name}`,
    kind: procedure.kind,
    summary: procedure.summary,
    destroys: procedure.isDestructive === true,
    fields: describeInput(procedure).fields.map((field) => field.name),
    example: consoleInput(procedure, examples.get(name)?.input ?? {}),
    curl: curlShapes(name),
  }));
}

/** add and remove: the labels of ads.setLabels. */
const isIdField = /^(?:ids?|add|remove)$|Ids?$/;

/** Leaves out ids in examples of mutations, so that nobody changes board 1 by accident. */
function consoleInput({ kind }: Procedure, example: JsonObject): JsonObject {
  if (kind === 'query') return example;
  return Object.fromEntries(
    Object.entries(example).map(([field, value]) => [field, isIdField.test(field) ? null : value]),
  );
}

/** The index for language models: see llmstxt.org. */
function llms(pages: readonly DocsPage[]): string {
  const links = (part: DocsPage['part']): string =>
    pages
      .filter((page) => page.part === part)
      .map((page) => `- [${page.title}](${markdownAddress(page)}): ${firstSentence(page.about)}`)
      .join('\n');
  return [
    '# Magpie',
    '> Open, self-hosted ad intelligence over HTTP: save ads to boards, look up any advertiser, read what is trending, follow companies, get alerts.',
    `Every call needs an API key, as \`Authorization: Bearer <API_KEY>\`. Queries are \`GET ${procedureBase}/<router>.<procedure>?input=<JSON, URL-encoded>\`, mutations are POST with a JSON body. Results are \`{"result":{"data":…}}\`, errors \`{"error":{"message":…}}\`. The whole API as OpenAPI 3.1: [/openapi.json](/openapi.json). Guides and procedures in one file: [/llms-full.txt](/llms-full.txt). All URLs are on this host.`,
    `## Guides\n\n${links('guide')}`,
    `## Procedures\n\n${links('router')}`,
    `## Optional\n\n${links('more')}`,
    '',
  ].join('\n\n');
}

function firstSentence(text: string): string {
  return /^.*?\.(?=\s|$)/.exec(text)?.[0] ?? text;
}

function fullText(pages: readonly DocsPage[]): string {
  return pages
    .flatMap(({ part, markdown }) => (part === 'more' ? [] : [linkedAsMarkdown(markdown, pages).trim()]))
    .join('\n\n---\n\n');
}

/** Links of a Markdown page lead to other Markdown pages. */
function linkedAsMarkdown(markdown: string, pages: readonly DocsPage[]): string {
  const addresses = new Map(pages.map((page) => [page.address, markdownAddress(page)]));
  return markdown.replaceAll(
    /\]\((\/docs[^)#\s]*)/g,
    (_whole, address: string) => `](${addresses.get(address) ?? address}`,
  );
}
