import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

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
});
