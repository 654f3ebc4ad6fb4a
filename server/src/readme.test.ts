import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const readme = readFileSync(path.resolve(import.meta.dirname, '../../README.md'), 'utf8');

describe('the README', () => {
  it('opens with the two commands and a first curl', () => {
    const opening = readme.split('\n## ')[0] ?? '';
    expect(opening).toContain('npm ci && npm start');
    expect(opening).toContain('npm run setup:dev && npm test');
    expect(opening).toContain(
      'curl -H "Authorization: Bearer $MAGPIE_KEY" http://127.0.0.1:3000/api/v1/trpc/boards.list',
    );
  });
});
