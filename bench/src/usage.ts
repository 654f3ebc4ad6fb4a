import { readdirSync, readFileSync } from 'node:fs';

/** Seconds of processor time that a process has used so far; undefined where there is no /proc. */
export function processorSeconds(pid: number): number | undefined {
  const fields = procFile(pid, 'stat')
    ?.replace(/^.*\) /, '')
    .split(' ');
  // Fields 14 and 15 of proc(5), in hundredths on every Linux that Node runs on; the first two are cut off.
  return fields === undefined ? undefined : (Number(fields[11]) + Number(fields[12])) / 100;
}

export interface Memory {
  readonly processes: number;
  /** Resident memory, with what processes share counted once for each. */
  readonly residentMegabytes: number;
}

/** Of a process and of all that it started; undefined where there is no /proc. */
export function memoryOf(pid: number): { own: Memory; started: Memory } | undefined {
  if (procFile(pid, 'status') === undefined) return undefined;
  return { own: sumOf([pid]), started: sumOf(descendantsOf(pid)) };
}

/** The most that a process has held so far; undefined when it is gone or there is no /proc. */
export function peakMegabytes(pid: number): number | undefined {
  const kilobytes = statusNumber(pid, 'VmHWM');
  return kilobytes === undefined ? undefined : kilobytes / 1024;
}

function descendantsOf(root: number): number[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const parents = new Map(all.map((pid) => [pid, statusNumber(pid, 'PPid')]));
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent === root || (parent !== undefined && parent > 0 && isBelow(parent));
  };
  return all.filter(isBelow);
}

function sumOf(pids: readonly number[]): Memory {
  const kilobytes = pids.reduce((sum, pid) => sum + (statusNumber(pid, 'VmRSS') ?? 0), 0);
  return { processes: pids.length, residentMegabytes: kilobytes / 1024 };
}

function statusNumber(pid: number, field: string): number | undefined {
  const text = new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(procFile(pid, 'status') ?? '')?.[1];
  return text === undefined ? undefined : Number(text);
}

function procFile(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return undefined;
  }
}
