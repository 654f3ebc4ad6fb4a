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
import { withoutCredentialsInside } from '../mapping/addresses.ts';

/** A record that did not become an ad. */
export interface Reject {
  readonly input: string;
  /** Where in the input: `line 7`. */
  readonly position: string;
  readonly reason: string;
  readonly record: unknown;
}

/** Rejects of one kind: how many there were, and the first of them. */
export interface RejectGroup {
  count: number;
  readonly reason: string;
  readonly first: string;
}

/** Every reject of an import: all of them in a file, counted by kind for the summary. */
export interface Rejects {
  readonly file: string | null;
  add(reject: Reject): void;
  /** Puts on disk what was added so far, and tells how long the file is then. */
  save(): number;
  /** The most frequent kinds. */
  groups(most: number): readonly RejectGroup[];
  close(): void;
}

/** For a dry run, which writes nothing. */
export function countRejects(): Rejects {
  const groups = new Groups();
  return {
    file: null,
    add: (reject) => groups.add(reject),
    save: () => 0,
    groups: (most) => groups.most(most),
    close: () => undefined,
  };
}

/** JSON Lines. When an import is resumed, the file keeps the bytes that were saved before and loses what came after. */
export async function writeRejects(file: string, keptBytes: number): Promise<Rejects> {
  const groups = new Groups();
  let output: Output | null = null;
  // Somebody may have taken the file away meanwhile.
  if (keptBytes > 0 && existsSync(file) && statSync(file).size >= keptBytes) {
    output = openOutput(file, keptBytes);
    for await (const reject of readRejects(file, keptBytes)) groups.add(reject);
  }
  return {
    file,
    add: (reject) => {
      groups.add(reject);
      // Made with the first reject, so that an import without any leaves no file.
      output ??= openOutput(file, 0);
      output.write(
        `${withoutCredentialsInside(JSON.stringify({ ...reject, record: cut(reject.record) }))}\n`,
      );
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

const longestRecord = 100_000;

/** A record as the file keeps it; one that is too long is kept as the beginning of its JSON. */
function cut(record: unknown): unknown {
  const text = typeof record === 'string' ? record : (JSON.stringify(record) ?? '');
  return text.length <= longestRecord ? record : text.slice(0, longestRecord);
}

interface Output {
  write(line: string): void;
  save(): number;
  close(): void;
}

const heldCharacters = 64 * 1024;

function openOutput(file: string, keptBytes: number): Output {
  const fd = openSync(file, 'a', 0o600);
  ftruncateSync(fd, keptBytes);
  let bytes = keptBytes;
  let held = '';
  let isSaved = true;
  const flush = (): void => {
    const text = Buffer.from(held);
    for (let at = 0; at < text.length;) at += writeSync(fd, text, at);
    bytes += text.length;
    held = '';
  };
  return {
    write: (line) => {
      held += line;
      isSaved = false;
      if (held.length >= heldCharacters) flush();
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

/** A file of nonsense could have a reason of its own on every line. */
const mostGroups = 1000;

class Groups {
  readonly #byKind = new Map<string, RejectGroup>();
  readonly #others: RejectGroup = { count: 0, reason: 'other reasons', first: 'in the file of rejects' };

  add({ input, position, reason }: Reject): void {
    const group = this.#groupOf(reason, `${input}, ${position}`);
    group.count += 1;
  }

  #groupOf(reason: string, first: string): RejectGroup {
    const kind = kindOf(reason);
    const known = this.#byKind.get(kind);
    if (known !== undefined) return known;
    if (this.#byKind.size >= mostGroups) return this.#others;
    const group = { count: 0, reason, first };
    this.#byKind.set(kind, group);
    return group;
  }

  most(most: number): RejectGroup[] {
    const groups = [...this.#byKind.values(), this.#others].filter(({ count }) => count > 0);
    return groups.toSorted((a, b) => b.count - a.count).slice(0, most);
  }
}

/** What reasons of one kind share: not the value that was got, and not which element of a list it stood in. */
function kindOf(reason: string): string {
  const got = reason.indexOf(', got ');
  return (got < 0 ? reason : reason.slice(0, got)).replaceAll(/\.\d+(?=[. ])/g, '.*');
}
