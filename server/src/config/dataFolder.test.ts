import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandSocket, FolderInUse, openDataFolder, watchDiskSpace } from './dataFolder.ts';

let parent = '';
beforeEach(() => {
  parent = mkdtempSync(path.join(os.tmpdir(), 'magpie-folder-'));
});
afterEach(() => {
  rmSync(parent, { recursive: true });
});

describe('openDataFolder', () => {
  it('creates the folder and its parents, not readable by other accounts', () => {
    const folder = openDataFolder(path.join(parent, 'deep/down'));
    const passable = process.getuid?.() === 0 ? 0o711 : 0o700;
    expect(statSync(folder.path).mode & 0o777).toBe(passable);
    folder.release();
  });

  it('has one holder at a time, names it in the error, and can be locked again after release', () => {
    const first = openDataFolder(parent);
    expect(() => openDataFolder(parent)).toThrow(FolderInUse);
    expect(() => openDataFolder(parent)).toThrow(`(process ${process.pid})`);
    first.release();
    openDataFolder(parent).release();
  });

  it('does not name a holder whose process is dead', () => {
    const held = openDataFolder(parent);
    // As a dead holder leaves it, before the new one has written its own.
    writeFileSync(path.join(parent, 'magpie.lock'), '2147483646\n');
    expect(() => openDataFolder(parent)).toThrow(/in use by another Magpie process; stop that one/);
    held.release();
  });
});

describe('commandSocket', () => {
  it('is in the data folder, with a path short enough for a socket', () => {
    expect(commandSocket('/srv/magpie').path).toBe('/srv/magpie/magpie.sock');
    const deep = openDataFolder(path.join(parent, 'ö'.repeat(60), 'b'.repeat(60)));
    const socket = commandSocket(deep.path);
    expect(Buffer.byteLength(socket.path)).toBeLessThanOrEqual(103);
    socket.release();
    deep.release();
  });
});

describe('watchDiskSpace', () => {
  it('is sufficient on a disk with free space', async () => {
    expect(await watchDiskSpace(parent).enough()).toBe(true);
  });
});
