/** The one function used of a package that ships no types. */
declare module 'fs-native-extensions' {
  /** Takes the advisory lock of an open file; false when somebody else has it. It ends with the process. */
  export function tryLock(fd: number): boolean;
}
