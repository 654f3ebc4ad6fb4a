import { closeSync, fstatSync, openSync, rmSync, statSync } from 'node:fs';
import nativeFs from 'fs-native-extensions';

/**
 * Prevents two imports of a path from sharing a checkpoint; throws if one is running. A kernel lock on an open file, so it
 * is released when the process ends, SIGKILL included. Returns the unlock function.
 */
export function lockImport(file: string, importedPath: string): () => void {
  for (;;) {
    const fd = openSync(file, 'a', 0o600);
    if (!nativeFs.tryLock(fd)) {
      closeSync(fd);
      throw new Error(`Another import of ${importedPath} is running; wait until it finishes.`);
    }
    if (isSameFile(file, fd)) {
      return () => {
        rmSync(file, { force: true });
        closeSync(fd);
      };
    }
    // The previous holder deleted the file between our open and our lock, so this lock is on a deleted file.
    closeSync(fd);
  }
}

function isSameFile(file: string, fd: number): boolean {
  return statSync(file, { throwIfNoEntry: false })?.ino === fstatSync(fd).ino;
}
