import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = import.meta.dirname;

/** A layer may import only from itself and the layers to its right. */
const layers = ['routes.tsx', 'pages', 'frame', 'ads', 'charts', 'parts', 'api', 'words'] as const;
/** Values from other workspaces would pull server code into the bundle; the two exceptions have no dependencies. */
const typesOnly = /^@magpie\/(?!contract\/(?:roles|retryAfter)$)/;

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

const layerOf = (file: string): number =>
  layers.findIndex((layer) => file === layer || file.startsWith(`${layer}/`));
const pageOf = (file: string): string | undefined => /^pages\/[^/]+/.exec(file)?.[0];
const target = ({ file, from }: Import): string => path.join(path.dirname(file), from);

describe('the folders of the dashboard', () => {
  it('place every file in a layer', () => {
    expect(files.filter((file) => layerOf(file) === -1)).toEqual(['main.tsx']);
  });

  it('import only to the right, and no page imports another', () => {
    const wrong = imports.filter((one) => {
      if (!one.from.startsWith('.') || one.file === 'main.tsx') return false;
      const from = layerOf(one.file);
      const to = layerOf(target(one));
      return (
        to < from ||
        (pageOf(one.file) !== undefined && to === from && pageOf(one.file) !== pageOf(target(one)))
      );
    });
    expect(wrong).toEqual([]);
  });

  it('import only types from other workspaces', () => {
    const wrong = imports.filter(({ from, isType }) => typesOnly.test(from) && !isType);
    expect(wrong).toEqual([]);
  });
});
