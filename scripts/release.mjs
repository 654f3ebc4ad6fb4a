// Makes everything of a release in release/: the service with and without embedded engines, the client, the extension for
// each browser, and SHA256SUMS.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const release = path.join(root, 'release');
const run = (command, ...words) => execFileSync(command, words, { cwd: root, stdio: 'inherit' });

run('npm', 'run', 'build:extension');
rmSync(release, { recursive: true, force: true });
mkdirSync(release);
const built = path.join(root, 'extension', 'dist');
for (const name of readdirSync(built).filter((one) => one.endsWith('.zip'))) {
  copyFileSync(path.join(built, name), path.join(release, name));
}
run('npm', 'run', 'build');
for (const options of [[], ['--without-engines'], ['--client']]) {
  run(process.execPath, 'scripts/pack.mjs', '--to', release, ...options);
}
const sums = readdirSync(release).map((name) => {
  const digest = createHash('sha256').update(readFileSync(path.join(release, name)));
  return `${digest.digest('hex')}  ${name}\n`;
});
writeFileSync(path.join(release, 'SHA256SUMS'), sums.join(''));
