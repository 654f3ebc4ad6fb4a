import {
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  statSync,
  writeSync,
} from 'node:fs';
import { createInterface } from 'node:readline';
import { withoutCredentialsInside } from '@magpie/sources/mapping/redirects';

export interface Reject {
  readonly input: string;
  readonly position: string;
  readonly reason: string;
  readonly record: unknown;
}

export interface RejectGroup {
  count: number;
  readonly reason: string;
  readonly first: string;
}

export interface Rejects {
  readonly file: string | null;
  add(reject: Reject): void;
  /** Flushes to disk and returns the length of the file. */
  save(): number;
  groups(most: number): readonly RejectGroup[];
  close(): void;
}

/** `file` is null in a dry run. A resumed import truncates the file to the bytes of its checkpoint. */
export async function createRejects(file: string | null, savedBytes = 0): Promise<Rejects> {
  const groups = new Groups();
  let output: Output | null = null;
  // The file may have been deleted in the meantime.
  if (file !== null && savedBytes > 0 && existsSync(file) && statSync(file).size >= savedBytes) {
    output = openOutput(file, savedBytes);
    for await (const reject of readRejects(file, savedBytes)) groups.add(reject);
  }
  return {
    file,
    add: (reject) => {
      groups.add(reject);
      if (file === null) return;
      // Created with the first reject, so that an import without rejects leaves no file.
      output ??= openOutput(file, 0);
      const line = JSON.stringify({ ...reject, record: cut(reject.record) });
      output.write(`${withoutCredentialsInside(line)}\n`);
    },
    save: () => output?.save() ?? 0,
    groups: (most) => groups.most(most),
    close: () => output?.close(),
  };
}

async function* readRejects(file: string, bytes: number): AsyncGenerator<Reject> {
  const lines = createInterface({ input: createReadStream(file, { end: bytes - 1 }) });
  for await (const line of lines) yield JSON.parse(line) as Reject;
}

const maxRecordLength = 100_000;

/** A record that is too long is stored as the start of its JSON. */
function cut(record: unknown): unknown {
  const text = typeof record === 'string' ? record : (JSON.stringify(record) ?? '');
  return text.length <= maxRecordLength ? record : text.slice(0, maxRecordLength);
}

interface Output {
  write(line: string): void;
  save(): number;
  close(): void;
}

const bufferCharacters = 64 * 1024;

function openOutput(file: string, savedBytes: number): Output {
  const fd = openSync(file, 'a', 0o600);
  ftruncateSync(fd, savedBytes);
  let bytes = savedBytes;
  let buffered = '';
  let isSaved = true;
  const flush = (): void => {
    const text = Buffer.from(buffered);
    for (let at = 0; at < text.length;) at += writeSync(fd, text, at);
    bytes += text.length;
    buffered = '';
  };
  return {
    write: (line) => {
      buffered += line;
      isSaved = false;
      if (buffered.length >= bufferCharacters) flush();
    },
    save: () => {
      if (!isSaved) {
        flush();
        fsyncSync(fd);
        isSaved = true;
      }
      return bytes;
    },
    close: () => closeSync(fd),
  };
}

/** A garbage file could have a different reason on every line. */
const maxGroups = 1000;

class Groups {
  readonly #byKind = new Map<string, RejectGroup>();
  readonly #others: RejectGroup = { count: 0, reason: 'other reasons', first: 'see the rejects file' };

  add({ input, position, reason }: Reject): void {
    const group = this.#groupOf(reason, `${input}, ${position}`);
    group.count += 1;
  }

  #groupOf(reason: string, first: string): RejectGroup {
    const kind = normalizeReason(reason);
    const known = this.#byKind.get(kind);
    if (known !== undefined) return known;
    if (this.#byKind.size >= maxGroups) return this.#others;
    const group = { count: 0, reason, first };
    this.#byKind.set(kind, group);
    return group;
  }

  most(most: number): RejectGroup[] {
    const groups = [...this.#byKind.values(), this.#others].filter(({ count }) => count > 0);
    return groups.toSorted((a, b) => b.count - a.count).slice(0, most);
  }
}

/** The reason without the actual value and without list indexes. */
function normalizeReason(reason: string): string {
  const got = reason.indexOf(', got ');
  return (got < 0 ? reason : reason.slice(0, got)).replaceAll(/\.\d+(?=[. ])/g, '.*');
}
