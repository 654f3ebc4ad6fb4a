import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSource, type Source } from '../testing/backups.ts';
import { postgresLanes } from '../testing/postgres.ts';
import { makeBackup } from './backup.ts';

const never = new AbortController().signal;
const silent = (): void => undefined;

describe('a backup that fails', { timeout: 600_000 }, () => {
  let folder: string;
  let source: Source;
  beforeAll(async () => {
    const [lane] = postgresLanes;
    if (lane === undefined) throw new Error('There is no PostgreSQL.');
    folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-backup-'));
    source = await openSource(lane, 'embedded', folder);
  }, 600_000);
  afterAll(async () => {
    await source.close();
    rmSync(folder, { recursive: true });
  });

  it('reports why the checksum list cannot be written', async () => {
    const target = path.join(folder, 'backup');
    const db: Source['db'] = {
      ...source.db,
      query: (...args) => {
        mkdirSync(path.join(`${target}.unfinished`, 'checksums.sha256'), { recursive: true });
        return source.db.query(...args);
      },
    };
    await expect(makeBackup({ ...source, db }, { target, print: silent, stopping: never })).rejects.toThrow(
      `A backup cannot be written to ${folder}: `,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it('leaves no file open', async () => {
    const stopped = new AbortController();
    const stopping = makeBackup(source, {
      target: path.join(folder, 'stopped'),
      print: () => stopped.abort(),
      stopping: stopped.signal,
    });
    await expect(stopping).rejects.toThrow('aborted');
    expect(openFiles().filter((file) => file.includes('checksums.sha256'))).toEqual([]);
  });
});

function openFiles(): string[] {
  const folder = '/proc/self/fd';
  return readdirSync(folder).map((fd) => {
    try {
      return readlinkSync(path.join(folder, fd));
    } catch {
      // The one that this list was read by.
      return '';
    }
  });
}
