import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** Who may import whom, besides itself. What is not listed here may not. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  main: ['http', 'mcp', 'reference', 'jobs', 'domain', 'catalog', 'kernel', 'client', 'contract'],
  http: ['mcp', 'reference', 'domain', 'catalog', 'kernel', 'contract'],
  mcp: ['kernel', 'client', 'contract'],
  reference: ['kernel', 'contract'],
  jobs: ['domain', 'catalog', 'kernel', 'contract'],
  domain: ['catalog', 'kernel', 'contract'],
  catalog: ['kernel', 'contract'],
  kernel: ['contract'],
  client: ['contract'],
  contract: [],
};

/** Folders of server/src and the layer that each is. A new folder is added here on purpose or not at all. */
const layerOfFolder: Readonly<Record<string, string>> = {
  backup: 'main',
  commands: 'main',
  doctor: 'main',
  http: 'http',
  mcp: 'mcp',
  reference: 'reference',
  jobs: 'jobs',
  accounts: 'domain',
  library: 'domain',
  advertisers: 'domain',
  notifications: 'domain',
  trending: 'domain',
  ingestion: 'domain',
  enrichment: 'domain',
  demo: 'domain',
  search: 'domain',
  studio: 'domain',
  system: 'domain',
  catalog: 'catalog',
  kernel: 'kernel',
};

/** The kernel is a closed list: what every domain needs, and nothing of any domain. */
const kernel = [
  'answer',
  'cache',
  'clickhouse',
  'compression',
  'config',
  'configValues',
  'dataFolder',
  'drawing',
  'encodedCache',
  'errors',
  'files',
  'fs-native-extensions',
  'html',
  'idempotency',
  'json',
  'limits',
  'limitsScript',
  'limitsTable',
  'limitsVerdict',
  'log',
  'mail',
  'metrics',
  'openRedis',
  'outsideService',
  'page',
  'pictures',
  'postgres',
  'procedure',
  'redis',
  'safeFetch',
  'scopes',
  'signedText',
  'soon',
  'textModel',
  'turns',
  'unix',
  'unseen',
];

interface Source {
  /** From the root of the repository: `server/src/http/app.ts`. */
  readonly file: string;
  readonly text: string;
}

const isTest = (file: string): boolean => /\.test\.ts$|\/testing\//.test(file);

function sourcesBelow(folder: string): Source[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.join(folder, name))
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));
}

const sources = [
  ...sourcesBelow('server/src'),
  ...sourcesBelow('client/src'),
  ...sourcesBelow('contract/src'),
].filter(({ file }) => !isTest(file));

/** The files of the repository that a source imports, types included. */
function imports({ file, text }: Source): string[] {
  const names = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, name]) => name ?? '');
  return names.flatMap((name) => {
    const workspace = /^@magpie\/(contract|client)$/.exec(name)?.[1];
    if (workspace !== undefined) return [`${workspace}/src/index.ts`];
    return name.startsWith('.') ? [path.join(path.dirname(file), name)] : [];
  });
}

function layerOf(file: string): string {
  const [workspace, , folder = '', ...below] = file.split('/');
  if (workspace === 'contract' || workspace === 'client') return workspace;
  return below.length === 0 ? 'main' : (layerOfFolder[folder] ?? `an unlisted folder: ${folder}`);
}

/** Domains are siblings: of one layer, but strangers to each other. */
function mayUse(from: string, to: string): boolean {
  const [layer, other] = [layerOf(from), layerOf(to)];
  const folder = (file: string): string | undefined => file.split('/')[2];
  if (layer === other) return layer !== 'domain' || folder(from) === folder(to);
  return mayImport[layer]?.includes(other) ?? false;
}

describe('the tree keeps its rules', () => {
  it('arrows point one way: main → http, jobs → domains → catalog → kernel → contract', () => {
    const wrong = sources.flatMap((source) =>
      imports(source)
        .filter((used) => !mayUse(source.file, used))
        .map((used) => `${source.file} imports ${used}`),
    );
    expect(wrong).toEqual([]);
    expect(sources.flatMap(imports).length).toBeGreaterThan(100);
  });

  it('no source imports a test or what tests share', () => {
    expect(sources.filter((source) => imports(source).some(isTest)).map(({ file }) => file)).toEqual([]);
  });

  it('the contract uses zod and nothing else', () => {
    const outside = sources
      .filter(({ file }) => file.startsWith('contract/'))
      .flatMap(({ text }) => [...text.matchAll(/from '([^.'][^']*)'/g)].map(([, name]) => name));
    expect(new Set(outside)).toEqual(new Set(['zod']));
  });

  it('the kernel is a closed list', () => {
    const names = readdirSync(path.join(root, 'server/src/kernel')).map((name) => name.split('.')[0] ?? '');
    expect([...new Set(names)].toSorted()).toEqual(kernel);
  });

  it('only kernel/config.ts reads the environment', () => {
    const readers = sources.filter(({ text }) => text.includes('process.env')).map(({ file }) => file);
    expect(readers).toEqual(['server/src/kernel/config.ts']);
  });

  it('statements are written in *.sql.ts and nowhere else', () => {
    const statement =
      /['"`]\s*(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH|CREATE|ALTER|DROP|SET|BEGIN|TRUNCATE)\s/;
    const strays = sources.filter(({ file, text }) => !file.endsWith('.sql.ts') && statement.test(text));
    expect(strays.map(({ file }) => file)).toEqual([]);
    expect(sources.some(({ file, text }) => file.endsWith('.sql.ts') && statement.test(text))).toBe(true);
  });

  it('every table has one writer', () => {
    const writers = new Map<string, Set<string>>();
    // A migration may fill a table that it makes.
    const statements = sources.filter(({ file }) => /(?<!migrations)\.sql\.ts$/.test(file));
    for (const { file, text } of statements) {
      for (const [, table = ''] of text.matchAll(/(?:INSERT INTO|UPDATE(?! SET)|DELETE FROM)\s+([a-z_]+)/g)) {
        writers.set(table, (writers.get(table) ?? new Set()).add(path.dirname(file)));
      }
    }
    const shared = [...writers].filter(([, folders]) => folders.size > 1);
    expect(shared).toEqual([]);
    expect(writers.get('boards')).toEqual(new Set(['server/src/library']));
  });
});
