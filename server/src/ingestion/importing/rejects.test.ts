import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRejects, type Rejects } from './rejects.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-rejects-'));
  file = path.join(folder, 'rejects.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

const add = (rejects: Rejects, position: string, reason: string, record: unknown = {}): void =>
  rejects.add({ input: 'ads.jsonl', position, reason, record });

describe('rejects', () => {
  it('are counted by kind, ignoring the actual value and list index', async () => {
    const rejects = await createRejects(null);
    add(rejects, 'line 1', 'media.0.url must be an http address, got "a"');
    add(rejects, 'line 2', 'media.17.url must be an http address, got "b"');
    add(rejects, 'line 3', 'status must be one of active, inactive, got "on"');
    expect(rejects.groups(9)).toEqual([
      { count: 2, reason: 'media.0.url must be an http address, got "a"', first: 'ads.jsonl, line 1' },
      { count: 1, reason: 'status must be one of active, inactive, got "on"', first: 'ads.jsonl, line 3' },
    ]);
  });

  it('above the maximum number of kinds are counted together', async () => {
    const rejects = await createRejects(null);
    for (let id = 0; id < 5000; id += 1) add(rejects, `line ${id}`, `reason${id} is new`);
    const groups = rejects.groups(10_000);
    expect(groups).toHaveLength(1001);
    expect(groups[0]).toMatchObject({ count: 4000, reason: 'other reasons' });
  });

  it('are written without credentials, whether a record could be parsed or not', async () => {
    const rejects = await createRejects(file, 0);
    const token = `EAA${'b4'.repeat(20)}`;
    const link = `https://x.example/?id=7&access_token=s3cret&b=1`;
    const nested = `https://l.example/?u=${encodeURIComponent(link)}&c=2`;
    add(rejects, 'line 1', 'is no ad', { link, nested, authorization: 'Bearer s3cret', token, note: '"\\' });
    add(
      rejects,
      'line 2',
      `got "${link}"`,
      String.raw`{"a":"x?b=1\u0026access_token=s3cret","api_key": "s3cret`,
    );
    rejects.save();
    rejects.close();
    const text = readFileSync(file, 'utf8');
    expect(text).not.toMatch(/s3cret|b4b4/);
    const [first = ''] = text.split('\n');
    expect(JSON.parse(first).record).toEqual({
      link: 'https://x.example/?id=7&access_token=…&b=1',
      nested: 'https://l.example/?u=https%3A%2F%2Fx.example%2F%3Fid%3D7%26access_token%3D…%26b%3D1&c=2',
      authorization: '…',
      token: '…',
      note: '"\\',
    });
  });

  it('are written one per line with their record; a huge record is truncated', async () => {
    const rejects = await createRejects(file, 0);
    add(rejects, 'line 1', 'is no ad', { id: 1 });
    add(rejects, 'line 2', 'is no ad', { text: 'x'.repeat(200_000) });
    const bytes = rejects.save();
    rejects.close();
    const [first = '', second = '', ...rest] = readFileSync(file, 'utf8').split('\n');
    expect(rest).toEqual(['']);
    expect(JSON.parse(first)).toEqual({
      input: 'ads.jsonl',
      position: 'line 1',
      reason: 'is no ad',
      record: { id: 1 },
    });
    expect((JSON.parse(second) as { record: string }).record).toHaveLength(100_000);
    expect(bytes).toBe(readFileSync(file).length);
  });

  it('leave no file when there are none', async () => {
    const rejects = await createRejects(file, 0);
    expect(rejects.save()).toBe(0);
    rejects.close();
    expect(existsSync(file)).toBe(false);
  });

  it('of an interrupted import are counted again; unsaved ones are dropped', async () => {
    const before = await createRejects(file, 0);
    add(before, 'line 1', 'ü is no ad');
    const saved = before.save();
    add(before, 'line 2', 'ü is no ad');
    before.save();
    before.close();
    const after = await createRejects(file, saved);
    add(after, 'line 2', 'ü is no ad');
    after.save();
    after.close();
    expect(after.groups(1)).toEqual([{ count: 2, reason: 'ü is no ad', first: 'ads.jsonl, line 1' }]);
    expect(readFileSync(file, 'utf8').match(/line \d/g)).toEqual(['line 1', 'line 2']);
  });
});
