/** Unix socket addresses hold 108 bytes on Linux and 104 on macOS, with the final NUL. */
export const longestSocketPath = 103;

/** Whether a process has this number, our own account's or another's. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
