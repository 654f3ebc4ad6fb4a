import { closeSync, fstatSync, openSync, rmSync, statSync } from 'node:fs';
import nativeFs from 'fs-native-extensions';

/**
 * Keeps a second import of a path from writing to the notes of the first; throws when there is one under way. The lock
 * is the kernel's, on an open file, so it goes with the process, SIGKILL included. Returns what gives it back.
 */
export function lockImport(file: string, importedPath: string): () => void {
  for (;;) {
    const fd = openSync(file, 'a', 0o600);
    if (!nativeFs.tryLock(fd)) {
      closeSync(fd);
      throw new Error(`Another import of ${importedPath} is under way; wait for its end.`);
    }
    if (isStillThere(file, fd)) {
      return () => {
        rmSync(file, { force: true });
        closeSync(fd);
      };
    }
    // The one before gave it back between our opening and our locking: that file is nobody's any more.
    closeSync(fd);
  }
}

function isStillThere(file: string, fd: number): boolean {
  return statSync(file, { throwIfNoEntry: false })?.ino === fstatSync(fd).ino;
}
