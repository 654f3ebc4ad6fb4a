import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const runtimeImport = /^(?:import|export)(?! type\b)[^;]*? from '([^']+)'/gm;

/** Every file and package that the page reader imports at run time. */
function loadedBy(file: string, loaded = new Set<string>()): ReadonlySet<string> {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  if (!file.endsWith('.ts')) return loaded;
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(runtimeImport)) {
    const [, workspace, inside] = /^@magpie\/(\w+)\/(.+)$/.exec(name) ?? [];
    if (workspace !== undefined) loadedBy(path.join(root, workspace, 'src', `${inside}.ts`), loaded);
    else loadedBy(name.startsWith('.') ? path.resolve(file, '..', name) : name, loaded);
  }
  return loaded;
}

it('the content script bundles no schemas, packages or Node modules', () => {
  const loaded = [...loadedBy(path.join(import.meta.dirname, 'pageReader.ts'))];
  expect(loaded).toContain(path.join(root, 'sources/src/meta/metaWeb.ts'));
  expect(loaded.filter((file) => !file.startsWith(root))).toEqual([]);
  expect(loaded.filter((file) => readFileSync(file, 'utf8').includes("from 'zod'"))).toEqual([]);
});
