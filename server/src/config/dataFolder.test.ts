import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandSocket, FolderInUse, openDataFolder, watchRoom } from './dataFolder.ts';

let parent = '';
beforeEach(() => {
  parent = mkdtempSync(path.join(os.tmpdir(), 'magpie-folder-'));
});
afterEach(() => {
  rmSync(parent, { recursive: true });
});

describe('openDataFolder', () => {
  it('makes the folder, with those above it, closed to the eyes of others', () => {
    const folder = openDataFolder(path.join(parent, 'deep/down'));
    const passable = process.getuid?.() === 0 ? 0o711 : 0o700;
    expect(statSync(folder.path).mode & 0o777).toBe(passable);
    folder.release();
  });

  it('gives it to one at a time and names the holder; when released, to the next', () => {
    const first = openDataFolder(parent);
    expect(() => openDataFolder(parent)).toThrow(FolderInUse);
    expect(() => openDataFolder(parent)).toThrow(`(process ${process.pid})`);
    first.release();
    openDataFolder(parent).release();
  });

  it('names nobody by the number of a process that is gone', () => {
    const held = openDataFolder(parent);
    // As a dead holder leaves it, before the new one has written its own.
    writeFileSync(path.join(parent, 'magpie.lock'), '2147483646\n');
    expect(() => openDataFolder(parent)).toThrow(/in use by another Magpie process; stop that one/);
    held.release();
  });
});

describe('commandSocket', () => {
  it('is in the data folder, by an address that a socket can have', () => {
    expect(commandSocket('/srv/magpie').path).toBe('/srv/magpie/magpie.sock');
    const deep = openDataFolder(path.join(parent, 'ö'.repeat(60), 'b'.repeat(60)));
    const socket = commandSocket(deep.path);
    expect(Buffer.byteLength(socket.path)).toBeLessThanOrEqual(103);
    socket.release();
    deep.release();
  });
});

describe('watchRoom', () => {
  it('says that there is enough on a disk with space', async () => {
    expect(await watchRoom(parent).enough()).toBe(true);
  });
});
