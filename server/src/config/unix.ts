/** Unix socket paths have at most 108 bytes on Linux and 104 on macOS, including the final NUL. */
export const maxSocketPathLength = 103;

/** Whether a process with this pid exists, under any account. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
