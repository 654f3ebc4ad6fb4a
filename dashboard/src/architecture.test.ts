import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = import.meta.dirname;

/** A layer may import only from itself and the layers to its right. */
const layers = ['app', 'features', 'ui', 'lib'] as const;
/** The files directly in this feature (card, filters, saving) are shared by the other features. */
const sharedFeature = 'features/ads';
/** Values from other workspaces would pull server code into the bundle; these files have no dependencies. */
const standalone = ['limits', 'platforms', 'retryAfter', 'roles'];
const typesOnly = new RegExp(`^@magpie/(?!contract/(?:${standalone.join('|')})$)`);

const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(?<!\.test)\.tsx?$/.test(file),
);

interface Import {
  readonly file: string;
  readonly from: string;
  readonly isType: boolean;
}

const imports: readonly Import[] = files.flatMap((file) =>
  [
    ...readFileSync(path.join(root, file), 'utf8').matchAll(
      /^(?:import|export) (type )?[^;]*?from '([^']+)'|import\('([^']+)'\)/gms,
    ),
  ].map(([, type, from, lazily]) => ({ file, from: from ?? lazily ?? '', isType: type !== undefined })),
);

const layerOf = (file: string): number => layers.findIndex((layer) => file.startsWith(`${layer}/`));
const featureOf = (file: string): string | undefined => /^features\/[^/]+/.exec(file)?.[0];
const target = ({ file, from }: Import): string => path.join(path.dirname(file), from);

describe('the folders of the dashboard', () => {
  it('place every file in a layer', () => {
    expect(files.filter((file) => layerOf(file) === -1)).toEqual([]);
  });

  it('import only to the right', () => {
    const relative = imports.filter(({ from }) => from.startsWith('.'));
    expect(relative.filter((one) => layerOf(target(one)) < layerOf(one.file))).toEqual([]);
  });

  it('import no other feature, except the shared files of ads', () => {
    const wrong = imports.filter((one) => {
      const [from, to] = [featureOf(one.file), featureOf(target(one))];
      const isShared = path.dirname(target(one)) === sharedFeature;
      return one.from.startsWith('.') && from !== undefined && to !== undefined && from !== to && !isShared;
    });
    expect(wrong).toEqual([]);
  });

  it('import only types from other workspaces', () => {
    const wrong = imports.filter(({ from, isType }) => typesOnly.test(from) && !isType);
    expect(wrong).toEqual([]);
  });

  it.each(standalone)('import values of @magpie/contract/%s, which imports nothing', (name) => {
    const source = readFileSync(path.join(root, `../../contract/src/${name}.ts`), 'utf8');
    expect(source).not.toMatch(/^(?:import (?!type )|export .* from )/m);
  });
});
