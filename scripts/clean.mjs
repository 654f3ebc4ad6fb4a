// Removes what `tsc -b` wrote, so that the next build cannot find the output of a source file that is gone.
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
for (const entry of readdirSync(root, { withFileTypes: true })) {
  if (!entry.isDirectory() || entry.name === 'node_modules') continue;
  rmSync(path.join(root, entry.name, 'tsconfig.tsbuildinfo'), { force: true });
  if (entry.name !== 'dashboard')
    rmSync(path.join(root, entry.name, 'dist'), { recursive: true, force: true });
}
