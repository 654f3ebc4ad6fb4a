import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyBackup, type Manifest, checksumLine } from './verify.ts';
import { checkRestorable } from './restore.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const one = 'files/media/one';

describe('verifying a backup', () => {
  let folder: string;
  let backup: string;
  const inside = (name: string): string => path.join(backup, name);
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-verify-'));
    backup = path.join(folder, 'backup');
    mkdirSync(path.dirname(inside(one)), { recursive: true });
    writeFileSync(inside(one), 'text');
    const list = checksumLine({ path: one, sha256: sha256('text') });
    const engine = { engine: 'none', migrations: [], tables: [] };
    const manifest: Manifest = {
      format: 'magpie backup 1',
      magpie: '0.1.0',
      takenAt: '2026-03-04T12:00:00.000Z',
      postgres: { ...engine, sequences: [] },
      clickhouse: engine,
      files: { count: 1, bytes: 4, lost: 0 },
      checksums: { sha256: sha256(list), files: 1, bytes: 4 },
    };
    const json = JSON.stringify(manifest);
    writeFileSync(inside('checksums.sha256'), list);
    writeFileSync(inside('manifest.json'), json);
    writeFileSync(
      inside('manifest.json.sha256'),
      checksumLine({ path: 'manifest.json', sha256: sha256(json) }),
    );
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it.each([one, 'files/media', 'files', 'checksums.sha256', 'manifest.json', 'manifest.json.sha256'])(
    'is damaged when %s is a link to the same elsewhere',
    async (name) => {
      await expect(verifyBackup(backup)).resolves.toMatchObject({ magpie: '0.1.0' });
      renameSync(inside(name), path.join(folder, 'elsewhere'));
      symlinkSync(path.join(folder, 'elsewhere'), inside(name));
      await expect(verifyBackup(backup)).rejects.toThrow(`The backup is damaged: ${name} is a link.`);
    },
  );

  it.each([one, 'checksums.sha256', 'manifest.json', 'manifest.json.sha256'])(
    'is damaged when %s is a pipe, at which nobody waits',
    async (name) => {
      rmSync(inside(name));
      execFileSync('mkfifo', [inside(name)]);
      await expect(verifyBackup(backup)).rejects.toThrow(
        `The backup is damaged: ${name} is not a regular file.`,
      );
    },
  );

  it('fails if a table of its schema version is missing', async () => {
    await expect(checkRestorable(backup, { postgres: [], clickhouse: [] })).rejects.toThrow(
      'The tables of the backup do not match its PostgreSQL schema version; restore it with the version of Magpie that created it.',
    );
  });

  it('works through a link to the folder', async () => {
    symlinkSync(backup, path.join(folder, 'newest'));
    await expect(verifyBackup(path.join(folder, 'newest'))).resolves.toMatchObject({ magpie: '0.1.0' });
  });
});
