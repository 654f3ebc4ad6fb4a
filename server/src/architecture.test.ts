import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** Layers from top to bottom; each may import those listed, besides itself. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  cli: [
    'app',
    'http',
    'mcp',
    'openapi',
    'jobs',
    'feature',
    'ads',
    'rpc',
    'integrations',
    'db',
    'config',
    'client',
    'sources',
    'contract',
  ],
  app: [
    'http',
    'mcp',
    'openapi',
    'jobs',
    'feature',
    'ads',
    'rpc',
    'integrations',
    'db',
    'config',
    'contract',
  ],
  http: ['mcp', 'openapi', 'feature', 'ads', 'rpc', 'integrations', 'db', 'config', 'contract'],
  mcp: ['rpc', 'integrations', 'config', 'client', 'contract'],
  openapi: ['rpc', 'integrations', 'config', 'contract'],
  jobs: ['feature', 'ads', 'rpc', 'integrations', 'db', 'config', 'contract'],
  feature: ['ads', 'rpc', 'integrations', 'db', 'config', 'sources', 'demo', 'contract'],
  ads: ['rpc', 'integrations', 'db', 'config', 'sources', 'contract'],
  rpc: ['integrations', 'db', 'config', 'contract'],
  integrations: ['db', 'config', 'contract'],
  db: ['config', 'contract'],
  config: ['contract'],
  client: ['contract'],
  sources: ['contract'],
  demo: ['contract'],
  contract: [],
};

/** Folders of server/src and the layer of each. Files outside of a folder belong to the layer `app`. */
const layerOfFolder: Readonly<Record<string, string>> = {
  cli: 'cli',
  backup: 'app',
  http: 'http',
  mcp: 'mcp',
  openapi: 'openapi',
  jobs: 'jobs',
  auth: 'feature',
  teams: 'feature',
  boards: 'feature',
  reports: 'feature',
  searches: 'feature',
  advertisers: 'feature',
  alerts: 'feature',
  trending: 'feature',
  ingestion: 'feature',
  enrichment: 'feature',
  studio: 'feature',
  system: 'feature',
  ads: 'ads',
  rpc: 'rpc',
  integrations: 'integrations',
  db: 'db',
  config: 'config',
};

interface Source {
  /** From the root of the repository: `server/src/http/server.ts`. */
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
  ...sourcesBelow('sources/src'),
  ...sourcesBelow('demo/src'),
  ...sourcesBelow('contract/src'),
].filter(({ file }) => !isTest(file));

/** The files of the repository that a source imports, types included. */
function imports({ file, text }: Source): string[] {
  const names = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, name]) => name ?? '');
  return names.flatMap((name) => {
    const workspace = /^@magpie\/(contract|client|sources|demo)(?:$|\/)/.exec(name)?.[1];
    if (workspace !== undefined) return [`${workspace}/src/index.ts`];
    return name.startsWith('.') ? [path.join(path.dirname(file), name)] : [];
  });
}

function layerOf(file: string): string {
  const [workspace, , folder = '', ...below] = file.split('/');
  if (workspace !== undefined && workspace !== 'server') return workspace;
  return below.length === 0
    ? folder === 'main.ts'
      ? 'cli'
      : 'app'
    : (layerOfFolder[folder] ?? `an unlisted folder: ${folder}`);
}

/** Features do not import each other. */
function mayUse(from: string, to: string): boolean {
  const [layer, other] = [layerOf(from), layerOf(to)];
  const folder = (file: string): string | undefined => file.split('/')[2];
  if (layer === other) return layer !== 'feature' || folder(from) === folder(to);
  return mayImport[layer]?.includes(other) ?? false;
}

describe('the source tree', () => {
  it('a layer imports only layers below it', () => {
    const wrong = sources.flatMap((source) =>
      imports(source)
        .filter((used) => !mayUse(source.file, used))
        .map((used) => `${source.file} imports ${used}`),
    );
    expect(wrong).toEqual([]);
    expect(sources.flatMap(imports).length).toBeGreaterThan(100);
  });

  it('no source imports a test or test helper', () => {
    expect(sources.filter((source) => imports(source).some(isTest)).map(({ file }) => file)).toEqual([]);
  });

  it('the contract uses zod and nothing else', () => {
    const outside = sources
      .filter(({ file }) => file.startsWith('contract/'))
      .flatMap(({ text }) => [...text.matchAll(/from '([^.'][^']*)'/g)].map(([, name]) => name));
    expect(new Set(outside)).toEqual(new Set(['zod']));
  });

  it('only config/config.ts reads the environment', () => {
    const readers = sources.filter(({ text }) => text.includes('process.env')).map(({ file }) => file);
    expect(readers).toEqual(['server/src/config/config.ts']);
  });

  it('SQL statements are only in *.sql.ts', () => {
    const statement =
      /['"`]\s*(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH|CREATE|ALTER|DROP|SET|BEGIN|TRUNCATE)\s/;
    const strays = sources.filter(({ file, text }) => !file.endsWith('.sql.ts') && statement.test(text));
    expect(strays.map(({ file }) => file)).toEqual([]);
    expect(sources.some(({ file, text }) => file.endsWith('.sql.ts') && statement.test(text))).toBe(true);
  });

  it('every table has one writer', () => {
    const writers = new Map<string, Set<string>>();
    // A migration may fill a table that it creates.
    const statements = sources.filter(({ file }) => /(?<!migrations)\.sql\.ts$/.test(file));
    for (const { file, text } of statements) {
      for (const [, table = ''] of text.matchAll(/(?:INSERT INTO|UPDATE(?! SET)|DELETE FROM)\s+([a-z_]+)/g)) {
        writers.set(table, (writers.get(table) ?? new Set()).add(path.dirname(file)));
      }
    }
    const shared = [...writers].filter(([, folders]) => folders.size > 1);
    expect(shared).toEqual([]);
    expect(writers.get('boards')).toEqual(new Set(['server/src/boards']));
  });
});
