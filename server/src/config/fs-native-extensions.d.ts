/** The one function used of a package that ships no types. */
declare module 'fs-native-extensions' {
  /** Acquires the advisory lock of an open file; false if it is held elsewhere. The kernel releases it with the process. */
  export function tryLock(fd: number): boolean;
}
