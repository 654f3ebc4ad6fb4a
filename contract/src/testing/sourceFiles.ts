import { readdirSync, readFileSync } from 'node:fs';

const repository = new URL('../../../', import.meta.url);
const workspaces = ['contract', 'client', 'sources', 'demo', 'server', 'dashboard', 'extension', 'bench'];

interface SourceFile {
  /** Relative to the repository. */
  readonly file: string;
  readonly text: string;
}

/** All source files of the workspaces that are no tests. */
export function readSources(): SourceFile[] {
  return workspaces
    .flatMap((workspace) =>
      readdirSync(new URL(`${workspace}/src/`, repository), { recursive: true, encoding: 'utf8' }).map(
        (file) => `${workspace}/src/${file}`,
      ),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|fixture)\.|\/testing\//.test(file))
    .map((file) => ({ file, text: readFileSync(new URL(file, repository), 'utf8') }));
}
